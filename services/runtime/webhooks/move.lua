-- Moves a delivery from one sorted set (due or dead letters) to another, or removes it.
--
-- KEYS: deliveries, source, target. ARGV: message id, record ("" removes the delivery), score in
-- milliseconds, maximum size of the target (0: unlimited).
-- Returns 0 if the delivery is not in the source: sent or retried meanwhile, or webhook deleted.

local id, record, score_ms, capacity = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

if redis.call('ZREM', KEYS[2], id) == 0 then
    return 0
end
if record == '' then
    redis.call('HDEL', KEYS[1], id)
    return 1
end
redis.call('HSET', KEYS[1], id, record)
redis.call('ZADD', KEYS[3], score_ms, id)
if capacity > 0 and redis.call('ZCARD', KEYS[3]) > capacity then
    redis.call('HDEL', KEYS[1], redis.call('ZPOPMIN', KEYS[3])[1])
end
return 1
