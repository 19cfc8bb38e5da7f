-- Replaces the metadata of a table and its entries in the index.
--
-- KEYS: metadata by table, index. ARGV: table id, new metadata ("" erases it), the metadata that the
-- caller read, the number of its index entries, those entries, then the new ones.
-- Returns 0 and changes nothing if the metadata is not what the caller read.

local table_id, metadata, expected, former = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

if (redis.call('HGET', KEYS[1], table_id) or '') ~= expected then
    return 0
end
for index = 5, 4 + former do
    redis.call('ZREM', KEYS[2], ARGV[index])
end
for index = 5 + former, #ARGV do
    redis.call('ZADD', KEYS[2], 0, ARGV[index])
end
if metadata == '' then
    redis.call('HDEL', KEYS[1], table_id)
else
    redis.call('HSET', KEYS[1], table_id, metadata)
end
return 1
