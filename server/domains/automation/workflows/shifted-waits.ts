import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { never } from '#core/held.ts'
import { joinedOrg } from '#core/joined-org.ts'
import type { Log } from '#core/log.ts'
import { type Database, isDatabaseAway } from '#db/connect.ts'
import { tzVersion } from '#shapes/zones.ts'
import type { Progress } from './progress.ts'
import { type Due, dueAgain } from './wait-times.ts'

/** Waits that are looked at in one transaction. */
const lot = 500

interface Parts {
  readonly database: Database
  readonly log: Log
}

/**
 * Works out anew when waits end that stand on a wall clock, where the rules of their zone may be others than when they began: 9:00 stays 9:00, whatever
 * a parliament decided meanwhile. In lots, past runs that a worker has: those are looked at the next time.
 */
export const moveShiftedWaits = async ({ database, log }: Parts, isStopping: () => boolean = () => false): Promise<void> => {
  try {
    const { rows } = await database.pool.query<{ id: string }>({
      name: 'orgs_with_waits_of_other_rules',
      text: 'select orgs_with_waits_of_other_rules as id from foyer.orgs_with_waits_of_other_rules($1)',
      values: [tzVersion],
    })
    for (const { id } of rows) {
      let after: string | null = null
      do {
        const from: string | null = after
        after = await database.inOrg(id, (db) => moveLot(db, id, from))
      } while (after !== null && !isStopping())
    }
  } catch (error) {
    if (!isDatabaseAway(error)) log.error({ err: error }, 'waits on wall clocks could not be worked out anew')
  }
}

interface WaitRow {
  readonly id: string
  readonly run_id: string
  readonly due_at: Date
  readonly clock: Omit<Due, 'at'>
}

/** Answers the wait after which the next lot begins; null where there is none. */
const moveLot = async (db: Db, orgId: string, after: string | null): Promise<string | null> => {
  const { rows: waits } = await sql<WaitRow>`
    select id, run_id, due_at, clock from workflow_waits
    where org_id = ${orgId} and state = 'open' and clock is not null and clock ->> 'tzVersion' <> ${tzVersion}
      ${after === null ? sql`` : sql`and id > ${after}`}
    order by id limit ${lot} for update skip locked`.execute(db)
  // After the waits, as everywhere: an answer locks its wait first.
  const { rows: runs } = await sql<{ id: string; progress: Progress }>`
    select id, progress from workflow_runs
    where org_id = ${orgId} and id = any (${waits.map(({ run_id }) => run_id)}::uuid[]) and lease is null and ended_at is null
    order by id for update skip locked`.execute(db)
  const free = new Set(runs.map(({ id }) => id))
  const moved = new Map(
    waits
      .filter(({ run_id }) => free.has(run_id))
      .map(({ id, due_at, clock }) => [id, dueAgain({ at: due_at, ...clock })] as const),
  )
  await writeWaits(db, orgId, moved)
  await writeRuns(db, orgId, runs, moved)
  return waits.length < lot ? null : (waits.at(-1)?.id ?? null)
}

const writeWaits = async (db: Db, orgId: string, moved: ReadonlyMap<string, Due>): Promise<void> => {
  const rows = [...moved].map(([id, { at, ...clock }]) => ({ id, due_at: at, clock }))
  if (rows.length === 0) return
  await sql`
    update workflow_waits w set due_at = g.due_at, clock = g.clock
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, due_at timestamptz, clock jsonb)
    where w.org_id = ${joinedOrg(orgId)} and w.id = g.id`.execute(db)
}

/** What is due already, paused, held or put aside stays so: it looks at its threads when it goes on. */
const writeRuns = async (
  db: Db,
  orgId: string,
  runs: readonly { readonly id: string; readonly progress: Progress }[],
  moved: ReadonlyMap<string, Due>,
): Promise<void> => {
  const rows = runs.map(({ id, progress }) => {
    const threads = progress.threads.map((thread) => {
      const due = thread.wait === undefined ? undefined : moved.get(thread.wait)
      return due ? { ...thread, dueAt: due.at.toISOString() } : thread
    })
    const times = threads.flatMap(({ dueAt }) => (dueAt === undefined ? [] : [dueAt]))
    return { id, progress: { ...progress, threads }, due_at: times.toSorted()[0] ?? null }
  })
  if (rows.length === 0) return
  await sql`
    update workflow_runs r set progress = g.progress,
      due_at = case when r.state = 'waiting' and r.due_at > now() and r.due_at < ${never} then g.due_at else r.due_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, progress jsonb, due_at timestamptz)
    where r.org_id = ${joinedOrg(orgId)} and r.id = g.id`.execute(db)
}
