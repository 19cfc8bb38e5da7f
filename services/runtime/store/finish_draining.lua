-- Deletes the draining streams of a shard that are empty. When none is left, the streams of the next
-- generation may be read.
--
-- KEYS: layout, then all draining streams. ARGV: the generation that replaced them.
-- Returns how many are left.
--
-- An owner trims what has an outcome, and no writer knows these streams: an empty one is drained.

local left = 0
for number = 2, #KEYS do
    if redis.call('XLEN', KEYS[number]) == 0 then
        redis.call('DEL', KEYS[number])
    else
        left = left + 1
    end
end
if left == 0 and redis.call('HGET', KEYS[1], 'generation') == ARGV[1] then
    redis.call('HDEL', KEYS[1], 'draining')
end
return left
