-- Moves a delivery from where it is (due or dead) to where it belongs now.
--
-- KEYS: deliveries, from, to. ARGV: message id, delivery ("" when it is done with), milliseconds,
-- most that `to` may hold (0: any number).
-- Answers 0 when it is not there any more: sent by another, replayed, or its hook was deleted.

local id, delivery, at_ms, room = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

if redis.call('ZREM', KEYS[2], id) == 0 then
    return 0
end
if delivery == '' then
    redis.call('HDEL', KEYS[1], id)
    return 1
end
redis.call('HSET', KEYS[1], id, delivery)
redis.call('ZADD', KEYS[3], at_ms, id)
if room > 0 and redis.call('ZCARD', KEYS[3]) > room then
    redis.call('HDEL', KEYS[1], redis.call('ZPOPMIN', KEYS[3])[1])
end
return 1
