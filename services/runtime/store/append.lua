-- Appends a batch of decided commands of one stream, then publishes what it appended.
--
-- KEYS: owner, commands, feed, outcomes, dead letters, tables, deadlines, expiries; then for each
--       table its stream and its idempotency record: accepted commands, newer and older rejections.
-- ARGV: owner token, group, number of tables, table ids; then ten values for each command: entry
--       id, number of its table (0: none), command id, head it was decided on ("": any), commit
--       ("": none), hash of the commit, rejection ("": none), dead letter ("": none), deadline
--       ("": unchanged, "0": none), expiry (the same).
-- Returns "not owner", "behind", "no stream", or for each command:
--   "done"      it has its outcome now;
--   "repeated"  it had an outcome already, which is published again;
--   "again"     it was decided on an old position, or follows such a command of its table;
--   "broken"    the table's stream does not end at its head, because entries were deleted from it;
--   "archived"  the table has left this server and accepts no commits.
--
-- A table's head is the seq and the hash of its last commit, "7:<hash>". A command decided on another
-- head is refused even if the seq is the same: the history it was decided on does not exist here.
--
-- Commands are appended in stream order, so that a player's second action is never decided before
-- the first. "behind" means that an older command is still pending, because the engine it was
-- delivered to crashed or stalled. Nothing is appended: the older command must be decided first. "no
-- stream" means that the stream has another name now, or is drained: nobody can say what is pending.
--
-- Rejections are forgotten, because anyone at a table can cause any number of them. They are kept in
-- two hashes. When the newer one is old or full, it becomes the older one. So a rejection is kept for
-- REJECTION_SECONDS at least, unless REJECTIONS_MAX others of its table follow, and a table never
-- has more than twice as many.
--
-- A table's stream is never trimmed and its entries are numbered without a gap, so its length is the
-- seq of the last commit.
--
-- Appending and publishing are apart: everything that makes an outcome final comes before anything
-- that tells others. A commit in the feed is the outcome of its command; the outcome stream has the
-- rejections and what is published again.

local OWNER, COMMANDS, FEED, OUTCOMES, DEAD_LETTERS, TABLES, DEADLINES = 1, 2, 3, 4, 5, 6, 7
local EXPIRIES = 8
local FIXED_KEYS, TABLE_KEYS, FIELDS = 8, 4, 10
local REJECTION_SECONDS, REJECTIONS_MAX = 600, 200
local NO_COMMITS, ARCHIVED = '0:', 'archived'

if redis.call('GET', KEYS[OWNER]) ~= ARGV[1] then
    return {'not owner'}
end

local group, count = ARGV[2], tonumber(ARGV[3])
local first_entry = ARGV[4 + count]
-- Without a group nothing is pending: XPENDING returns an error, which has no first element.
local pending = redis.pcall('XPENDING', KEYS[COMMANDS], group, '-', first_entry, 1)
if pending.err and redis.call('EXISTS', KEYS[COMMANDS]) == 0 then
    return {'no stream'}
end
local oldest = pending[1]
if oldest and oldest[1] ~= first_entry then
    return {'behind'}
end

-- Appending

local heads, is_stale = {}, {}

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

local function seq_of(head)
    return tonumber(string.match(head, '^%d+'))
end

-- Returns the head, or nil if the stream does not end where the head says.
local function stored_head(table_id, stream)
    local head = redis.call('HGET', KEYS[TABLES], table_id) or NO_COMMITS
    if string.sub(head, 1, #ARCHIVED) == ARCHIVED then
        return ARCHIVED
    end
    return redis.call('XLEN', stream) == seq_of(head) and head or nil
end

-- A head without a hash was written by an older release.
local function is_at(head, base)
    return head == base or (head ~= nil and not string.find(head, ':') and tonumber(head) == seq_of(base))
end

-- Appends a commit. Returns false if the stream refuses it.
local function append_commit(number, table_id, stream, command)
    local seq = seq_of(command.base) + 1
    local added = redis.pcall('XADD', stream, seq .. '-0', 'commit', command.commit)
    if type(added) == 'table' then
        -- Any other error is about the server (out of memory, read-only), not the stream.
        if not (string.find(added.err, '^WRONGTYPE') or string.find(added.err, '^ERR')) then
            error(added)
        end
        return false
    end
    heads[number] = seq .. ':' .. command.hash
    redis.call('HSET', KEYS[TABLES], table_id, heads[number])
    set_time(KEYS[DEADLINES], table_id, command.deadline)
    set_time(KEYS[EXPIRIES], table_id, command.expiry)
    command.seq = seq
    return true
end

local function append(command)
    local number = command.number
    local table_id = ARGV[3 + number]
    local first = FIXED_KEYS + TABLE_KEYS * (number - 1)
    local stream, accepted, newer, older = KEYS[first + 1], KEYS[first + 2], KEYS[first + 3], KEYS[first + 4]
    command.table_id = table_id
    if is_stale[number] then
        return 'again'
    end
    command.stored = stored_outcome(accepted, newer, older, command.id)
    if command.stored then
        -- Later commands of this batch were decided on a commit that is not appended.
        is_stale[number] = command.commit ~= ''
        return 'repeated'
    end
    heads[number] = heads[number] or stored_head(table_id, stream)
    if command.base ~= '' and not is_at(heads[number], command.base) then
        is_stale[number] = true
        if heads[number] == ARCHIVED then
            return 'archived'
        end
        return heads[number] and 'again' or 'broken'
    end
    if command.commit == '' then
        store_rejection(newer, older, command.id, command.rejection)
    elseif append_commit(number, table_id, stream, command) then
        redis.call('HSET', accepted, command.id, command.seq)
    else
        is_stale[number] = true
        return 'broken'
    end
    return 'done'
end

-- Publishing

local function publish_rejection(id, table_id, rejection)
    redis.call('XADD', KEYS[OUTCOMES], '*', 'command', id, 'table', table_id, 'rejection', rejection)
end

local function publish_again(id, table_id, outcome)
    if string.sub(outcome, 1, 1) == '{' then
        publish_rejection(id, table_id, outcome)
    else
        redis.call('XADD', KEYS[OUTCOMES], '*', 'command', id, 'table', table_id, 'seq', outcome)
    end
end

local function publish_commit(id, table_id, seq, commit)
    redis.call('XADD', KEYS[FEED], '*', 'table', table_id, 'seq', seq, 'command', id, 'commit', commit)
end

local function publish(command)
    local id, table_id = command.id, command.table_id
    if command.stored then
        publish_again(id, table_id, command.stored)
    elseif command.seq then
        publish_commit(id, table_id, command.seq, command.commit)
    elseif command.number > 0 then
        publish_rejection(id, table_id, command.rejection)
    end
    if command.dead_letter ~= '' and not command.stored then
        redis.call('XADD', KEYS[DEAD_LETTERS], '*', 'dead_letter', command.dead_letter)
    end
end

local results, appended, acknowledged = {}, {}, {}
for first = 4 + count, #ARGV, FIELDS do
    local command = {
        number = tonumber(ARGV[first + 1]), id = ARGV[first + 2], base = ARGV[first + 3],
        commit = ARGV[first + 4], hash = ARGV[first + 5], rejection = ARGV[first + 6],
        dead_letter = ARGV[first + 7], deadline = ARGV[first + 8], expiry = ARGV[first + 9]
    }
    local result = command.number == 0 and 'done' or append(command)
    results[#results + 1] = result
    if result == 'done' or result == 'repeated' then
        appended[#appended + 1] = command
        acknowledged[#acknowledged + 1] = ARGV[first]
    end
end
for _, command in ipairs(appended) do
    publish(command)
end
if #acknowledged > 0 then
    redis.call('XACK', KEYS[COMMANDS], group, unpack(acknowledged))
end
return results
