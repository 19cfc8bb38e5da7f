-- Creates command streams of a shard with the engines' group, if their generation is the current one.
--
-- KEYS: layout, then the streams. ARGV: their generation, group.
-- Returns the current generation and its number of streams.
--
-- The check is part of the script: a stream of a former generation that came to life again would take
-- commands that nobody reads.

local layout = redis.call('HMGET', KEYS[1], 'generation', 'streams')
local generation, count = tonumber(layout[1] or 0), tonumber(layout[2] or 1)
if generation == tonumber(ARGV[1]) then
    for number = 2, #KEYS do
        local created = redis.pcall('XGROUP', 'CREATE', KEYS[number], ARGV[2], '0', 'MKSTREAM')
        if created.err and not string.find(created.err, 'BUSYGROUP', 1, true) then
            return created
        end
    end
end
return {generation, count}
