-- Writes to one generation of a read model: rows, and how far it has come, together or not at all.
--
-- KEYS: the generation's cursors; then every key that is written.
-- ARGV: the revision that the writer believes in; how many fields of the cursors are set; their
--       names and values; then for each write: its command, the number of its key, the number of
--       its arguments, its arguments.
-- Answers: "done"; "changed" when the generation has another revision, because somebody else wrote
--       to it, or is gone; "sealed" when a new generation is about to take its place.
--
-- The cursors are written first: where the server is full, that is refused, and nothing was written.

local CURSORS = 1

if redis.call('HGET', KEYS[CURSORS], 'revision') ~= ARGV[1] then
    return 'changed'
end
if redis.call('HEXISTS', KEYS[CURSORS], 'sealed') == 1 then
    return 'sealed'
end

local fields = tonumber(ARGV[2])
redis.call('HSET', KEYS[CURSORS], 'revision', ARGV[1] + 1, unpack(ARGV, 3, 2 + 2 * fields))
local at = 3 + 2 * fields
while at <= #ARGV do
    local count = tonumber(ARGV[at + 2])
    redis.call(ARGV[at], KEYS[tonumber(ARGV[at + 1])], unpack(ARGV, at + 3, at + 2 + count))
    at = at + 3 + count
end
return 'done'
