-- Reads one page of tables, newest first, with their rows, in one moment.
--
-- KEYS: the generation's cursors, its index, its rows.
-- ARGV: how many at most; then for each list where to begin and where to end, as ZRANGE BYLEX REV
--       wants them.
-- Answers with when the generation was last known to be complete, then rows; with nothing when
-- the generation is gone. Of each list there may be a whole page: the caller merges them.

if redis.call('EXISTS', KEYS[1]) == 0 then
    return {}
end

local answer = {redis.call('HGET', KEYS[1], 'fresh') or '0'}
for first = 2, #ARGV, 2 do
    local entries = redis.call(
        'ZRANGE', KEYS[2], ARGV[first], ARGV[first + 1], 'BYLEX', 'REV', 'LIMIT', 0, ARGV[1]
    )
    for _, entry in ipairs(entries) do
        answer[#answer + 1] = redis.call('HGET', KEYS[3], string.match(entry, '%.([%w_-]+)$'))
    end
end
return answer
