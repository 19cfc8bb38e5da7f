-- Reads one page of standings, best first, atomically.
--
-- KEYS: the generation's cursors, the ranking, the ratings. ARGV: offset, limit.
-- Returns the time the generation was last complete, the number of players ranked above the first of
-- the page, the total number of players; then name and rating of each player. Returns an empty list
-- if the generation is gone.

if redis.call('EXISTS', KEYS[1]) == 0 then
    return {}
end

local first, last = ARGV[1] + 0, ARGV[1] + ARGV[2] - 1
local ranked = redis.call('ZRANGE', KEYS[2], first, last, 'REV', 'WITHSCORES')
local better = 0
if ranked[2] then
    better = redis.call('ZCOUNT', KEYS[2], '(' .. ranked[2], '+inf')
end
local fresh = redis.call('HGET', KEYS[1], 'fresh') or '0'
local reply = {fresh, better, redis.call('ZCARD', KEYS[2])}
for index = 1, #ranked, 2 do
    reply[#reply + 1] = ranked[index]
    reply[#reply + 1] = redis.call('HGET', KEYS[3], ranked[index])
end
return reply
