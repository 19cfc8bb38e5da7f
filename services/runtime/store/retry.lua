-- Queues a dead letter's command again, and removes its outcome if that is `internal`.
--
-- KEYS: the command stream, then the table's idempotency record. ARGV: command id, command.
-- Any other outcome stays: the command had its effect, and a retry returns the same outcome.
-- Returns the entry id, or nil if the stream does not exist. Then nothing has changed.

local entry_id = redis.call('XADD', KEYS[1], 'NOMKSTREAM', '*', 'command', ARGV[2])
if not entry_id then
    return nil
end
for number = 2, #KEYS do
    local outcome = redis.call('HGET', KEYS[number], ARGV[1])
    if outcome and string.sub(outcome, 1, 1) == '{' and cjson.decode(outcome).code == 'internal' then
        redis.call('HDEL', KEYS[number], ARGV[1])
    end
end
return entry_id
