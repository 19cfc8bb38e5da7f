-- Queues the messages of a part of a shard's feed, and moves the cursor past that part.
--
-- KEYS: cursors, hooks; then for each hook its deliveries, due and dead.
-- ARGV: shard, the cursor as the caller knows it ("" for none), the new cursor, most that may wait,
--       most dead that are kept, number of hooks, the hooks' names; then for each message four
--       values: number of its hook, id, milliseconds when it is due, delivery.
-- Answers 0 when the cursor stands elsewhere: somebody else has been here, and nothing was queued.
--
-- Both in one script, so that no message is queued twice, whoever dies when and however many do it.

local CURSORS, HOOKS, FIXED_KEYS, FIXED = 1, 2, 2, 6

local shard, expected, cursor = ARGV[1], ARGV[2], ARGV[3]
local waiting_max, dead_max, count = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])

if (redis.call('HGET', KEYS[CURSORS], shard) or '') ~= expected then
    return 0
end

for first = FIXED + count + 1, #ARGV, 4 do
    local hook, id, due_ms, delivery =
        tonumber(ARGV[first]), ARGV[first + 1], ARGV[first + 2], ARGV[first + 3]
    -- A hook that was deleted a moment ago gets nothing: nobody would ever clear it away.
    if redis.call('HEXISTS', KEYS[HOOKS], ARGV[FIXED + hook]) == 1 then
        local deliveries, due, dead =
            KEYS[FIXED_KEYS + 3 * hook - 2], KEYS[FIXED_KEYS + 3 * hook - 1], KEYS[FIXED_KEYS + 3 * hook]
        redis.call('HSET', deliveries, id, delivery)
        if redis.call('ZCARD', due) < waiting_max then
            redis.call('ZADD', due, due_ms, id)
        else
            redis.call('ZADD', dead, due_ms, id)
            if redis.call('ZCARD', dead) > dead_max then
                redis.call('HDEL', deliveries, redis.call('ZPOPMIN', dead)[1])
            end
        end
    end
end
redis.call('HSET', KEYS[CURSORS], shard, cursor)
return 1
