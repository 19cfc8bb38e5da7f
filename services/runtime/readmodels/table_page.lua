-- Reads one page of table rows, newest first, atomically.
--
-- KEYS: the generation's cursors, its index, its rows.
-- ARGV: the limit; then for each list the start and end of its range for ZRANGE BYLEX REV.
-- Returns the time the generation was last complete, then rows: up to a page from each list, which
-- the caller merges. Returns an empty list if the generation is gone.

if redis.call('EXISTS', KEYS[1]) == 0 then
    return {}
end

local reply = {redis.call('HGET', KEYS[1], 'fresh') or '0'}
for first = 2, #ARGV, 2 do
    local entries = redis.call(
        'ZRANGE', KEYS[2], ARGV[first], ARGV[first + 1], 'BYLEX', 'REV', 'LIMIT', 0, ARGV[1]
    )
    for _, entry in ipairs(entries) do
        reply[#reply + 1] = redis.call('HGET', KEYS[3], string.match(entry, '%.([%w_-]+)$'))
    end
end
return reply
