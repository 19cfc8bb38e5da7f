-- Queues a dead letter's command again, and removes its outcome if that is `internal`.
--
-- KEYS: the shard's commands, then the table's idempotency record. ARGV: command id, command.
-- Any other outcome stays: the command had its effect, and a retry returns the same outcome.

for number = 2, #KEYS do
    local outcome = redis.call('HGET', KEYS[number], ARGV[1])
    if outcome and string.sub(outcome, 1, 1) == '{' and cjson.decode(outcome).code == 'internal' then
        redis.call('HDEL', KEYS[number], ARGV[1])
    end
end
return redis.call('XADD', KEYS[1], '*', 'command', ARGV[2])
