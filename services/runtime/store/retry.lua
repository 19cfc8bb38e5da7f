-- Queues a dead letter's command again, and removes its outcome if that is `internal`.
--
-- KEYS: the table's idempotency record, the shard's commands. ARGV: command id, command.
-- Any other outcome stays: the command had its effect, and a retry returns the same outcome.

local outcome = redis.call('HGET', KEYS[1], ARGV[1])
if outcome and string.sub(outcome, 1, 1) == '{' and cjson.decode(outcome).code == 'internal' then
    redis.call('HDEL', KEYS[1], ARGV[1])
end
return redis.call('XADD', KEYS[2], '*', 'command', ARGV[2])
