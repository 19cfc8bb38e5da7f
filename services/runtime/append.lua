-- Appends a batch of decisions to one shard, atomically for each command.
--
-- KEYS: owner, commands, feed, outcomes, dead, games, deadlines; then for each game its stream and
--       its seen.
-- ARGV: owner token, group, number of games, the games' ids; then for each command eight values:
--       entry id, game number (0: none), command id, base version (-1: any), commit ("" for none),
--       rejection ("" for none), dead letter ("" for none), deadline ("" as it was, "0" for none).
-- Answers, one for each command: "done", "repeated", "again" or "broken"; or "not owner" or "behind"
-- alone.
--
-- Commands are answered in the order of their stream, so that nobody's second step is decided before
-- the first. "behind": an older command than the first of these is pending, because the engine that
-- it was delivered to died, slept, or lost the way. Nothing was appended; the older ones come first.
--
-- A game's stream is never trimmed and its entries are numbered without a gap, so its length is
-- its version. A command whose base is another version was decided on an old state: "again", and
-- so is every later command of that game in the batch. Where somebody deleted entries all the same,
-- the server refuses the next one: "broken", and the other games go on.

local OWNER, COMMANDS, FEED, OUTCOMES, DEAD, GAMES, DEADLINES = 1, 2, 3, 4, 5, 6, 7
local FIXED_KEYS, FIELDS = 7, 8

if redis.call('GET', KEYS[OWNER]) ~= ARGV[1] then
    return {'not owner'}
end

local group, count = ARGV[2], tonumber(ARGV[3])
local first_entry = ARGV[4 + count]
-- Without its group, a stream has nothing pending.
local oldest = redis.pcall('XPENDING', KEYS[COMMANDS], group, '-', first_entry, 1)[1]
if oldest and oldest[1] ~= first_entry then
    return {'behind'}
end

local version, lost, answers, acknowledged = {}, {}, {}, {}

local function tell(id, game, seq, rejection)
    if rejection == '' then
        redis.call('XADD', KEYS[OUTCOMES], '*', 'command', id, 'game', game, 'seq', seq)
    else
        redis.call('XADD', KEYS[OUTCOMES], '*', 'command', id, 'game', game, 'rejection', rejection)
    end
end

local function repeated(id, game, outcome)
    if string.sub(outcome, 1, 1) == '{' then
        tell(id, game, '', outcome)
    else
        tell(id, game, outcome, '')
    end
end

local function append(number, id, base, commit, rejection, dead, deadline)
    local game = ARGV[3 + number]
    local stream, seen = KEYS[FIXED_KEYS + 2 * number - 1], KEYS[FIXED_KEYS + 2 * number]
    if lost[number] then
        return 'again'
    end
    local outcome = redis.call('HGET', seen, id)
    if outcome then
        -- What was decided after it in this batch may stand on a commit that is not made.
        lost[number] = commit ~= ''
        repeated(id, game, outcome)
        return 'repeated'
    end
    version[number] = version[number] or redis.call('XLEN', stream)
    if base >= 0 and version[number] ~= base then
        lost[number] = true
        return 'again'
    end
    if commit ~= '' then
        local seq = base + 1
        local added = redis.pcall('XADD', stream, seq .. '-0', 'commit', commit)
        if type(added) == 'table' then
            -- A full server, or one that can't write, says nothing about the stream.
            if not (string.find(added.err, '^WRONGTYPE') or string.find(added.err, '^ERR')) then
                error(added)
            end
            lost[number] = true
            return 'broken'
        end
        redis.call('XADD', KEYS[FEED], '*', 'game', game, 'seq', seq, 'commit', commit)
        redis.call('HSET', KEYS[GAMES], game, seq)
        redis.call('HSET', seen, id, seq)
        version[number] = seq
        if deadline == '0' then
            redis.call('ZREM', KEYS[DEADLINES], game)
        elseif deadline ~= '' then
            redis.call('ZADD', KEYS[DEADLINES], deadline, game)
        end
        tell(id, game, seq, '')
    else
        redis.call('HSET', seen, id, rejection)
        tell(id, game, '', rejection)
    end
    if dead ~= '' then
        redis.call('XADD', KEYS[DEAD], '*', 'letter', dead)
    end
    return 'done'
end

for first = 4 + count, #ARGV, FIELDS do
    local entry, number = ARGV[first], tonumber(ARGV[first + 1])
    local answer
    if number == 0 then
        redis.call('XADD', KEYS[DEAD], '*', 'letter', ARGV[first + 6])
        answer = 'done'
    else
        answer = append(
            number, ARGV[first + 2], tonumber(ARGV[first + 3]),
            ARGV[first + 4], ARGV[first + 5], ARGV[first + 6], ARGV[first + 7]
        )
    end
    if answer ~= 'again' and answer ~= 'broken' then
        acknowledged[#acknowledged + 1] = entry
    end
    answers[#answers + 1] = answer
end

if #acknowledged > 0 then
    redis.call('XACK', KEYS[COMMANDS], group, unpack(acknowledged))
end
return answers
