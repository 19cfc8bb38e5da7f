-- Changes the number of command streams of a shard.
--
-- KEYS: layout; the current streams; their names while they drain; the new streams.
-- ARGV: current generation, current number, new number, group.
-- Returns "done", "changed" if the layout is another one, or "draining" if the last change goes on.
--
-- Writers add commands only to streams that exist, so after this script none reaches an old one.
-- Group and pending entries move with their stream; an empty stream has nothing to drain. Entry ids
-- are arrival times: the new streams continue after the last id of the old ones, so that time never
-- goes back for a table.

local LAYOUT, FIXED_KEYS = 1, 1
local generation, count, new_count, group = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]

local layout = redis.call('HMGET', KEYS[LAYOUT], 'generation', 'streams', 'draining')
if tonumber(layout[1] or 0) ~= generation or tonumber(layout[2] or 1) ~= count then
    return 'changed'
end
if layout[3] then
    return 'draining'
end

local last_ms, last_sequence = 0, 0

local function note_last_id(stream)
    local state = redis.call('XINFO', 'STREAM', stream)
    for field = 1, #state, 2 do
        if state[field] == 'last-generated-id' then
            local ms, sequence = string.match(state[field + 1], '^(%d+)-(%d+)$')
            ms, sequence = tonumber(ms), tonumber(sequence)
            if ms > last_ms or (ms == last_ms and sequence > last_sequence) then
                last_ms, last_sequence = ms, sequence
            end
        end
    end
end

local is_draining = false
for index = 1, count do
    local old, draining = KEYS[FIXED_KEYS + index], KEYS[FIXED_KEYS + count + index]
    if redis.call('EXISTS', old) == 1 then
        note_last_id(old)
        if redis.call('XLEN', old) == 0 then
            redis.call('DEL', old)
        else
            redis.call('RENAME', old, draining)
            is_draining = true
        end
    end
end

local last_id = string.format('%.0f-%.0f', last_ms, last_sequence)
for index = 1, new_count do
    local stream = KEYS[FIXED_KEYS + 2 * count + index]
    redis.call('XGROUP', 'CREATE', stream, group, '0', 'MKSTREAM')
    redis.call('XSETID', stream, last_id)
    redis.call('XGROUP', 'SETID', stream, group, last_id)
end

redis.call('HSET', KEYS[LAYOUT], 'generation', generation + 1, 'streams', new_count)
if is_draining then
    redis.call('HSET', KEYS[LAYOUT], 'draining', count)
end
return 'done'
