-- Appends a batch of decided commands to one shard.
--
-- KEYS: owner, commands, feed, outcomes, dead letters, tables, deadlines, expiries; then for each
--       table its stream and its idempotency record: accepted commands, newer and older rejections.
-- ARGV: owner token, group, number of tables, table ids; then nine values for each command: entry
--       id, number of its table (0: none), command id, base seq (-1: any), commit ("": none),
--       rejection ("": none), dead letter ("": none), deadline ("": unchanged, "0": none),
--       expiry (the same).
-- Returns "not owner", "behind", or for each command:
--   "done"      it has its outcome now;
--   "repeated"  it had an outcome already, which is published again;
--   "again"     it was decided on an old position, or follows such a command of its table;
--   "broken"    the table's stream refuses the commit because entries were deleted from it.
--
-- Commands are appended in stream order, so that a player's second action is never decided before
-- the first. "behind" means that an older command is still pending, because the engine it was
-- delivered to crashed or stalled. Nothing is appended: the older command must be decided first.
--
-- Rejections are forgotten, because anyone at a table can cause any number of them. They are kept in
-- two hashes. When the newer one is old or full, it becomes the older one. So a rejection is kept for
-- REJECTION_SECONDS at least, unless REJECTIONS_MAX others of its table follow, and a table never
-- has more than twice as many.
--
-- A table's stream is never trimmed and its entries are numbered without a gap, so its length is the
-- seq of the last commit.

local OWNER, COMMANDS, FEED, OUTCOMES, DEAD_LETTERS, TABLES, DEADLINES = 1, 2, 3, 4, 5, 6, 7
local EXPIRIES = 8
local FIXED_KEYS, TABLE_KEYS, FIELDS = 8, 4, 9
local REJECTION_SECONDS, REJECTIONS_MAX = 600, 200

if redis.call('GET', KEYS[OWNER]) ~= ARGV[1] then
    return {'not owner'}
end

local group, count = ARGV[2], tonumber(ARGV[3])
local first_entry = ARGV[4 + count]
-- Without a group nothing is pending: XPENDING returns an error, which has no first element.
local oldest = redis.pcall('XPENDING', KEYS[COMMANDS], group, '-', first_entry, 1)[1]
if oldest and oldest[1] ~= first_entry then
    return {'behind'}
end

local last_seq, is_stale, results, acknowledged = {}, {}, {}, {}

local function publish(id, table_id, seq, rejection)
    if rejection == '' then
        redis.call('XADD', KEYS[OUTCOMES], '*', 'command', id, 'table', table_id, 'seq', seq)
    else
        redis.call('XADD', KEYS[OUTCOMES], '*', 'command', id, 'table', table_id, 'rejection', rejection)
    end
end

local function republish(id, table_id, outcome)
    if string.sub(outcome, 1, 1) == '{' then
        publish(id, table_id, '', outcome)
    else
        publish(id, table_id, outcome, '')
    end
end

local function stored_outcome(accepted, newer, older, id)
    return redis.call('HGET', accepted, id) or redis.call('HGET', newer, id) or redis.call('HGET', older, id)
end

local function store_rejection(newer, older, id, rejection)
    local seconds_left = redis.call('TTL', newer)
    local is_old = seconds_left >= 0 and seconds_left <= REJECTION_SECONDS
    if is_old or redis.call('HLEN', newer) >= REJECTIONS_MAX then
        redis.call('RENAME', newer, older)
        redis.call('EXPIRE', older, REJECTION_SECONDS)
        seconds_left = -1
    end
    redis.call('HSET', newer, id, rejection)
    if seconds_left < 0 then
        redis.call('EXPIRE', newer, 2 * REJECTION_SECONDS)
    end
end

local function set_time(key, table_id, time)
    if time == '0' then
        redis.call('ZREM', key, table_id)
    elseif time ~= '' then
        redis.call('ZADD', key, time, table_id)
    end
end

local function append(number, id, base, commit, rejection, dead_letter, deadline, expiry)
    local table_id = ARGV[3 + number]
    local first = FIXED_KEYS + TABLE_KEYS * (number - 1)
    local stream, accepted, newer, older = KEYS[first + 1], KEYS[first + 2], KEYS[first + 3], KEYS[first + 4]
    if is_stale[number] then
        return 'again'
    end
    local outcome = stored_outcome(accepted, newer, older, id)
    if outcome then
        -- Later commands of this batch were decided on a commit that is not appended.
        is_stale[number] = commit ~= ''
        republish(id, table_id, outcome)
        return 'repeated'
    end
    last_seq[number] = last_seq[number] or redis.call('XLEN', stream)
    if base >= 0 and last_seq[number] ~= base then
        is_stale[number] = true
        return 'again'
    end
    if commit ~= '' then
        local seq = base + 1
        local added = redis.pcall('XADD', stream, seq .. '-0', 'commit', commit)
        if type(added) == 'table' then
            -- Any other error is about the server (out of memory, read-only), not the stream.
            if not (string.find(added.err, '^WRONGTYPE') or string.find(added.err, '^ERR')) then
                error(added)
            end
            is_stale[number] = true
            return 'broken'
        end
        redis.call('XADD', KEYS[FEED], '*', 'table', table_id, 'seq', seq, 'commit', commit)
        redis.call('HSET', KEYS[TABLES], table_id, seq)
        redis.call('HSET', accepted, id, seq)
        last_seq[number] = seq
        set_time(KEYS[DEADLINES], table_id, deadline)
        set_time(KEYS[EXPIRIES], table_id, expiry)
        publish(id, table_id, seq, '')
    else
        store_rejection(newer, older, id, rejection)
        publish(id, table_id, '', rejection)
    end
    if dead_letter ~= '' then
        redis.call('XADD', KEYS[DEAD_LETTERS], '*', 'dead_letter', dead_letter)
    end
    return 'done'
end

for first = 4 + count, #ARGV, FIELDS do
    local entry, number = ARGV[first], tonumber(ARGV[first + 1])
    local result
    if number == 0 then
        redis.call('XADD', KEYS[DEAD_LETTERS], '*', 'dead_letter', ARGV[first + 6])
        result = 'done'
    else
        result = append(
            number, ARGV[first + 2], tonumber(ARGV[first + 3]),
            ARGV[first + 4], ARGV[first + 5], ARGV[first + 6], ARGV[first + 7], ARGV[first + 8]
        )
    end
    if result ~= 'again' and result ~= 'broken' then
        acknowledged[#acknowledged + 1] = entry
    end
    results[#results + 1] = result
end

if #acknowledged > 0 then
    redis.call('XACK', KEYS[COMMANDS], group, unpack(acknowledged))
end
return results
