import { sql } from 'kysely'
import { type Cause, type Database, enterOrg, isDatabaseAway, outside } from '#db/connect.ts'
import type { Db, JobContext } from '../context.ts'
import { newId, nilId } from '../ids.ts'
import { makePollTimer } from '../jobs/poll-timer.ts'
import type { Log } from '../log.ts'
import type { AnyEvent } from './event.ts'
import { recordEvent } from './events.ts'
import { type AnyReaction, eventsOf } from './reaction.ts'
import { openReactions, passOver } from './readers.ts'
import { makeYields } from './yields.ts'

/** Events of one go: some 60 ms of work, so that the cursor is never held long. */
const eventsAtOnce = 1_000
/** What their facts take: some 5,000 imported records, of which one event names up to 1,000. No reader goes on while a transaction lasts. */
const bytesAtOnce = 128_000
/** How often one looks for what is due by the clock alone: what failed and is tried again. */
const idleMs = 2_000

export interface RunnerParts {
  readonly database: Database
  readonly log: Log
  readonly enqueueIn: JobContext['enqueueIn']
  readonly settings: Pick<JobContext['settings'], 'workflows'>
  readonly idleMs?: number
  /** How long it rests where nothing is to be tried again. Only where `wake` is called after everything that is written. */
  readonly restMs?: number
}

/** An event as the log has it. */
interface Row {
  readonly org_id: string
  readonly id: string
  readonly type: string
  readonly subject_id: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly at: string | Date
  readonly cause: Cause | null
}

interface Failing {
  readonly org_id: string
  readonly id: string
  readonly event_id: string
  readonly state: 'retrying' | 'stopped' | 'skipped' | 'passed'
  readonly tries: number
  readonly is_due: boolean
}

interface Place {
  readonly tx: string
  readonly id: string
}

interface Held extends Place {
  readonly horizon: string
  readonly failures: Failing[]
}

/**
 * Runs reactions until `stop`. A look after each `wake`, and one every `idleMs`, moves those on together for which nothing came that they want,
 * so that they cost next to nothing; each of the others runs by itself until it has caught up. `ran` hears of each that did something.
 */
export const followReactions = (
  parts: RunnerParts,
  reactions: readonly AnyReaction[],
  ran: (name: string) => void = () => {},
) => {
  const pollTimer = makePollTimer(parts.idleMs ?? idleMs)
  const running = new Map<string, Promise<void>>()
  const names = reactions.map(({ name }) => name)
  const stopped = new AbortController()
  const yields = makeYields(parts.database.db, stopped.signal)
  let stopping = false

  const catchUp = async (reaction: AnyReaction): Promise<void> => {
    const looksFirst = reaction.yields?.ownEvents !== undefined
    try {
      while (!stopping) {
        if (looksFirst) await yields(reaction)
        if (stopping) return
        const { seen, hasMore } = await go(parts, reaction, eventsAtOnce)
        if (seen > 0) ran(reaction.name)
        if (!hasMore) return
        if (!looksFirst) await yields(reaction)
      }
    } catch (error) {
      if (!isDatabaseAway(error)) parts.log.error({ err: error, reaction: reaction.name }, 'a reaction could not continue')
    } finally {
      running.delete(reaction.name)
    }
  }

  const look = async (): Promise<void> => {
    while (!stopping) {
      let waits = true
      try {
        const { rows } = await sql<{ waits: boolean; behind: string[] }>`
          select foyer.reactions_wait(${names}::text[]) as waits, array(select foyer.reactions_behind(${names}::text[])) as behind`.execute(
          parts.database.db,
        )
        const behind = rows[0]?.behind ?? []
        waits = behind.length > 0 || (rows[0]?.waits ?? true)
        const idle = reactions.filter(({ name }) => behind.includes(name) && !running.has(name))
        for (const reaction of await passOver(parts.database.db, idle)) running.set(reaction.name, catchUp(reaction))
      } catch (error) {
        if (!isDatabaseAway(error)) parts.log.error({ err: error }, 'the event log could not be read')
      }
      if (!stopping) await pollTimer.take(waits ? undefined : parts.restMs)
    }
  }
  const ended = look()

  return {
    /** Something may have happened. */
    wake: pollTimer.wake,
    async stop(): Promise<void> {
      stopping = true
      stopped.abort()
      pollTimer.wake()
      await ended
      await Promise.all(running.values())
    },
  }
}

/** One pass: the holder of the cursor's lock works on the reaction. Returns how many events it processed; 0 if another has it. */
export const runOnce = async (parts: RunnerParts, reaction: AnyReaction, most = eventsAtOnce): Promise<number> =>
  (await go(parts, reaction, most)).seen

/** How many events were gone over, wanted or not, and whether it was as many as one go takes. */
interface Gone {
  readonly seen: number
  readonly hasMore: boolean
}

const nothing: Gone = { seen: 0, hasMore: false }

const go = async (parts: RunnerParts, reaction: AnyReaction, most: number): Promise<Gone> => {
  const gone = await parts.database.transact(outside, async (db) => {
    const { rows } = await sql<Held>`select tx, id, horizon, failures from foyer.hold_reaction(${reaction.name})`.execute(db)
    const [held] = rows
    return held ? await goFrom(parts, reaction, db, held, most) : null
  })
  // Another worker has it, or it is new.
  if (gone === null) await openReactions(parts.database.db, [reaction])
  return gone ?? nothing
}

const goFrom = async (parts: RunnerParts, reaction: AnyReaction, db: Db, held: Held, most: number): Promise<Gone> => {
  const events = new Map(eventsOf(reaction).map((event) => [event.type, event]))
  const run: Run = { parts, reaction, db, events }
  // Organizations behind first: no other worker reads on under the cursor's lock, so an organization that caught up misses nothing.
  const behind = new Set(held.failures.filter(isBehind).map(({ org_id }) => org_id))
  for (const failing of held.failures)
    if (failing.is_due && (await catchUpOrg(run, failing, held, most)) && isBehind(failing)) behind.delete(failing.org_id)

  const orgs = reaction.orgs ? await reaction.orgs(db) : null
  if (orgs?.length === 0) return skipAll(run, held)
  const { rows } = await sql<Row & { place: number; is_wanted: boolean; tx: string; is_cut: boolean }>`
    select place, is_wanted, tx, org_id, id, type, subject_id, facts, at, cause, place < last as is_cut from (
      select *, max(place) over () as last, max(place) filter (where bytes <= ${bytesAtOnce} or nth = 1) over () as last_of_go from (
        select *, row_number() over (order by place) as nth,
          sum(coalesce(pg_column_size(facts), 0)) over (order by place rows unbounded preceding) as bytes
        from foyer.next_events(${held.tx}, ${held.id}::uuid,
          ${held.horizon}, ${most}, ${[...events.keys()]}::text[], ${orgs}::uuid[])) n) n
    where place <= last_of_go order by place`.execute(db)
  const last = rows.at(-1)
  if (!last) return nothing
  const followed = rows.filter(({ org_id, is_wanted }) => is_wanted && !behind.has(org_id))
  for (const [orgId, ofOrg] of Map.groupBy(followed, ({ org_id }) => org_id)) await runOrg(run, orgId, ofOrg)
  await moveTo(run, last)
  return { seen: last.place, hasMore: last.is_cut || last.place >= most }
}

const isBehind = ({ state }: Failing): boolean => state !== 'passed'

interface Run {
  readonly parts: RunnerParts
  readonly reaction: AnyReaction
  readonly db: Db
  readonly events: ReadonlyMap<string, AnyEvent>
}

const moveTo = ({ db, reaction }: Run, { tx, id }: Place) =>
  sql`select foyer.move_reader(${reaction.name}, ${tx}::xid8, ${id}::uuid)`.execute(db)

/** All consumers are idle: what is in the log by now was committed before the check. */
const skipAll = async (run: Run, held: Held): Promise<Gone> => {
  if (BigInt(held.horizon) > BigInt(held.tx)) await moveTo(run, { tx: held.horizon, id: nilId })
  return nothing
}

/** Answers whether the organization is up with the cursor again. */
const catchUpOrg = async (run: Run, failing: Failing, place: Place, most: number): Promise<boolean> => {
  const { db, events } = run
  const { rows } = await sql<{ missed: Row[] }>`
    select foyer.missed_events(${failing.org_id}::uuid, ${failing.event_id}::uuid, ${place.tx}, ${place.id}::uuid,
      ${failing.state === 'passed' ? 1 : most + 2}, ${[...events.keys()]}::text[]) as missed`.execute(db)
  const missed = (rows[0]?.missed ?? []).filter(({ id }) => failing.state !== 'skipped' || id !== failing.event_id)
  const now = missed.slice(0, most)
  const left = failing.state === 'passed' ? undefined : missed[most]
  await enterOrg(db, failing.org_id)
  // Gone first, so that it stands there anew where the same event fails again, or another.
  await sql`delete from reaction_failures where org_id = ${failing.org_id} and id = ${failing.id}`.execute(db)
  if (failing.state === 'passed') {
    const error = now.length === 0 ? null : await attempt(run, failing.org_id, now)
    if (error !== null && now[0])
      await keepFailure(run, failing.org_id, now[0], { tries: failing.tries + 1, error, state: 'passed' })
    return error === null
  }
  if (!(await runOrg(run, failing.org_id, now, failing.state === 'retrying' ? failing.tries : 0))) return false
  if (!left) return true
  await keepFailure(run, failing.org_id, left, { tries: 0, error: '', state: 'retrying', delaySeconds: 0 })
  return false
}

/** All at once; where that fails, one by one up to the one that fails. Answers whether nothing of the organization is left. */
const runOrg = async (run: Run, orgId: string, rows: readonly Row[], tried = 0): Promise<boolean> => {
  if (rows.length === 0) return true
  await enterOrg(run.db, orgId)
  if ((await attempt(run, orgId, rows)) === null) return true
  const { retries, delaySeconds, atLast } = run.reaction.failing
  for (const [index, row] of rows.entries()) {
    const error = await attempt(run, orgId, [row])
    if (error === null) continue
    const tries = (index === 0 ? tried : 0) + 1
    run.parts.log.warn({ reaction: run.reaction.name, org_id: orgId, event_id: row.id, attempt: tries }, 'a reaction failed')
    if (tries <= retries) {
      await keepFailure(run, orgId, row, { tries, error, state: 'retrying', delaySeconds: delaySeconds * 2 ** (tries - 1) })
      return false
    }
    if (atLast === 'stop') {
      await keepFailure(run, orgId, row, { tries, error, state: 'stopped' })
      return false
    }
    await keepFailure(run, orgId, row, { tries, error, state: 'passed' })
  }
  return true
}

const keepFailure = async (
  { db, reaction }: Run,
  orgId: string,
  { id }: Row,
  kept: { tries: number; error: string; state: Failing['state']; delaySeconds?: number },
): Promise<void> => {
  await sql`
    insert into reaction_failures (org_id, id, reaction, event_id, state, tries, tries_left, next_try_at, error)
    values (${orgId}, ${newId()}, ${reaction.name}, ${id}, ${kept.state}, ${kept.tries},
      ${kept.state === 'retrying' ? reaction.failing.retries + 1 - kept.tries : 0},
      ${kept.delaySeconds ?? null}::float8 * interval '1 second' + clock_timestamp(), ${kept.error})
    on conflict (reaction, event_id, org_id) do update set
      state = excluded.state, tries = excluded.tries, tries_left = excluded.tries_left, next_try_at = excluded.next_try_at, error = excluded.error`.execute(
    db,
  )
}

/** In a savepoint: what a failed try wrote is gone, and the others' work stays. Null, or what went wrong. */
const attempt = async ({ parts, reaction, db, events }: Run, orgId: string, rows: readonly Row[]): Promise<string | null> => {
  await sql`savepoint reacting`.execute(db)
  try {
    const happened = rows.map(({ id, type, subject_id, facts, at, cause }) => {
      const parsed = events.get(type)?.facts.safeParse(facts)
      const said = parsed?.success ? parsed.data : null
      return { id, type, subjectId: subject_id, at: new Date(at), facts: said, stored: facts, cause }
    })
    await reaction.run(happened as never, {
      db,
      org: { id: orgId },
      log: parts.log,
      settings: parts.settings,
      emit: (event, subjectId, given) => recordEvent(db, orgId, event, subjectId, given),
      enqueue: (order, data, start) => parts.enqueueIn(db, order, data, start),
    })
    await sql`release savepoint reacting`.execute(db)
    return null
  } catch (error) {
    // Trouble of the machine, not of an event: the whole go is left, and done anew.
    if (isDatabaseAway(error)) throw error
    await sql`rollback to savepoint reacting`.execute(db)
    return (error instanceof Error ? error.message : String(error)).slice(0, 2_000)
  }
}
