-- Reads one page of a game's standings, best first, in one moment.
--
-- KEYS: the generation's cursors, the game's ranking, the ratings. ARGV: the game, how many to skip,
-- how many at most.
-- Answers with when the generation was last known to be complete, how many players are better than
-- the first of the page, how many there are; then for each player name and rating. With nothing
-- when the generation is gone.

if redis.call('EXISTS', KEYS[1]) == 0 then
    return {}
end

local first, last = ARGV[2] + 0, ARGV[2] + ARGV[3] - 1
local found = redis.call('ZRANGE', KEYS[2], first, last, 'REV', 'WITHSCORES')
local better = 0
if found[2] then
    better = redis.call('ZCOUNT', KEYS[2], '(' .. found[2], '+inf')
end
local fresh = redis.call('HGET', KEYS[1], 'fresh') or '0'
local answer = {fresh, better, redis.call('ZCARD', KEYS[2])}
for at = 1, #found, 2 do
    answer[#answer + 1] = found[at]
    answer[#answer + 1] = redis.call('HGET', KEYS[3], ARGV[1] .. '|' .. found[at])
end
return answer
