-- Writes rows and cursors of one generation of a read model, atomically.
--
-- KEYS: the generation's cursors; then every key to write.
-- ARGV: the expected revision; the number of cursor fields to set; their names and values; then for
--       each write: its command, the number of its key, the number of its arguments, its arguments.
-- Returns "done"; "changed" if the generation has another revision, because another projector wrote
-- to it, or is gone; "sealed" if a new generation is about to replace it.
--
-- The cursors are written first: a full server refuses that write, and then nothing is written.

local CURSORS = 1

if redis.call('HGET', KEYS[CURSORS], 'revision') ~= ARGV[1] then
    return 'changed'
end
if redis.call('HEXISTS', KEYS[CURSORS], 'sealed') == 1 then
    return 'sealed'
end

local fields = tonumber(ARGV[2])
redis.call('HSET', KEYS[CURSORS], 'revision', ARGV[1] + 1, unpack(ARGV, 3, 2 + 2 * fields))
local index = 3 + 2 * fields
while index <= #ARGV do
    local count = tonumber(ARGV[index + 2])
    redis.call(ARGV[index], KEYS[tonumber(ARGV[index + 1])], unpack(ARGV, index + 3, index + 2 + count))
    index = index + 3 + count
end
return 'done'
