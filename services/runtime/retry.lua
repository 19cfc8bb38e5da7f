-- Queues a command again whose outcome was that the engine failed on it.
--
-- KEYS: the game's seen, the shard's commands. ARGV: command id, command.
-- Any other outcome stays: the command has had its effect, and is answered with it once more.

local outcome = redis.call('HGET', KEYS[1], ARGV[1])
if outcome and string.sub(outcome, 1, 1) == '{' and cjson.decode(outcome).code == 'internal' then
    redis.call('HDEL', KEYS[1], ARGV[1])
end
return redis.call('XADD', KEYS[2], '*', 'command', ARGV[2])
