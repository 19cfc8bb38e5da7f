-- Queues the deliveries of a range of a shard's feed and moves the cursor past the range.
--
-- KEYS: cursors, webhooks; then for each webhook its deliveries, due and dead letters.
-- ARGV: shard, expected cursor ("" for none), new cursor, maximum waiting, maximum dead letters,
--       number of webhooks, the webhooks' names; then four values per delivery: number of its
--       webhook, id, due time in milliseconds, record.
-- Returns 0 and queues nothing if the stored cursor differs: another notifier has moved it.
--
-- One script does both, so that no delivery is queued twice or lost, whatever crashes.

local CURSORS, WEBHOOKS, FIXED_KEYS, FIXED_ARGS = 1, 2, 2, 6

local shard, expected_cursor, new_cursor = ARGV[1], ARGV[2], ARGV[3]
local waiting_max, dead_letters_max = tonumber(ARGV[4]), tonumber(ARGV[5])
local webhook_count = tonumber(ARGV[6])

if (redis.call('HGET', KEYS[CURSORS], shard) or '') ~= expected_cursor then
    return 0
end

for first = FIXED_ARGS + webhook_count + 1, #ARGV, 4 do
    local webhook, id, due_ms, record =
        tonumber(ARGV[first]), ARGV[first + 1], ARGV[first + 2], ARGV[first + 3]
    -- Skip a webhook that was just deleted: nothing would ever clean up its deliveries.
    if redis.call('HEXISTS', KEYS[WEBHOOKS], ARGV[FIXED_ARGS + webhook]) == 1 then
        local last_key = FIXED_KEYS + 3 * webhook
        local deliveries, due, dead_letters = KEYS[last_key - 2], KEYS[last_key - 1], KEYS[last_key]
        redis.call('HSET', deliveries, id, record)
        if redis.call('ZCARD', due) < waiting_max then
            redis.call('ZADD', due, due_ms, id)
        else
            redis.call('ZADD', dead_letters, due_ms, id)
            if redis.call('ZCARD', dead_letters) > dead_letters_max then
                redis.call('HDEL', deliveries, redis.call('ZPOPMIN', dead_letters)[1])
            end
        end
    end
end
redis.call('HSET', KEYS[CURSORS], shard, new_cursor)
return 1
