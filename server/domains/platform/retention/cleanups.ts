import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db, Enqueue } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Within } from '#core/within.ts'
import type { Tables } from '#db/tables.ts'
import { choice, MemberReference, shape } from '#shapes'
import { type Cleanable, type CleanupKind, cleaning, cleanupKinds } from './cleanables.ts'
import { retentionErrors } from './errors.ts'

type Removed = Readonly<Record<CleanupKind, number>>

/** Without a lot for so long its process is gone, and its job had its tries: another cleanup may begin. */
const silentMs = 15 * 60_000

const CleanupCount = shape('CleanupCount', {
  kind: choice('CleanupKind', cleanupKinds),
  count: z.int(),
  oldest_at: z.iso.datetime().nullable(),
  kept_days: z.int().nullable().describe('Null where each has its own end, or the workspace sets it'),
})

export { CleanupCount }

export const RemovedCounts = z.object(
  Object.fromEntries(cleanupKinds.map((kind) => [kind, z.int()])) as Record<CleanupKind, z.ZodInt>,
)

export const Cleanup = shape('Cleanup', {
  id: z.uuid(),
  state: choice('CleanupState', ['running', 'done', 'stopped']),
  planned: RemovedCounts.describe('What was counted at the start'),
  removed: RemovedCounts,
  started_at: z.iso.datetime(),
  started_by: MemberReference.nullable(),
  ended_at: z.iso.datetime().nullable(),
})

interface Cleaning {
  readonly within: Within
  readonly enqueue: Enqueue
  readonly now: Date
}

const cleanablesOf = async (db: Db, orgId: string, { within, enqueue, now }: Cleaning): Promise<readonly Cleanable[]> => {
  const all = (await within(db, orgId, cleaning, { now, enqueue })).flat()
  return cleanupKinds.map((kind) => {
    const found = all.filter((each) => each.kind === kind)
    if (found.length !== 1) throw new Error(`${found.length} modules clean up ${kind}`)
    return found[0] as Cleanable
  })
}

/** What would go at this moment, by kind. */
export const countCleanup = async (db: Db, orgId: string, cleaningOf: Cleaning): Promise<z.input<typeof CleanupCount>[]> => {
  const counted: z.input<typeof CleanupCount>[] = []
  for (const each of await cleanablesOf(db, orgId, cleaningOf)) {
    const { rows, oldest } = await each.count(db)
    counted.push({ kind: each.kind, count: rows, oldest_at: oldest?.toISOString() ?? null, kept_days: each.keptDays })
  }
  return counted
}

export const countsOf = (counted: readonly z.input<typeof CleanupCount>[]): Removed =>
  Object.fromEntries(counted.map(({ kind, count }) => [kind, count])) as Removed

export const noneRemoved = Object.fromEntries(cleanupKinds.map((kind) => [kind, 0])) as Removed

type CleanupRow = Selectable<Tables['cleanups']>

/** One at a time in a workspace: throws `cleanup_running` while another one goes on. */
export const startCleanup = async (
  db: Db,
  orgId: string,
  {
    id,
    personId,
    planned,
    now,
  }: { readonly id: string; readonly personId: string; readonly planned: Removed; readonly now: Date },
): Promise<void> => {
  await sql`
    update cleanups set state = 'stopped', ended_at = ${now}
    where org_id = ${orgId} and state = 'running' and moved_at < ${new Date(now.getTime() - silentMs)}`.execute(db)
  const started = await db
    .insertInto('cleanups')
    .values({
      ...{ org_id: orgId, id, started_by: personId, cutoff_at: now, started_at: now, moved_at: now },
      ...{ planned: JSON.stringify(planned), removed: JSON.stringify(noneRemoved) },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!started) throw new Failure(retentionErrors.cleanup_running)
}

/** Removes the next lot of a cleanup, as of its beginning. Answers what was removed so far; `isOver` once nothing is left. */
export const removeLot = async (
  db: Db,
  orgId: string,
  id: string,
  { now, ...parts }: Cleaning,
): Promise<{ readonly removed: Removed; readonly isOver: boolean }> => {
  // Another process that goes on with it waits here, and begins where this lot ends.
  const row = await db
    .selectFrom('cleanups')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return { removed: noneRemoved, isOver: true }
  const removed = { ...(row.removed as unknown as Removed) }
  if (row.state !== 'running') return { removed, isOver: true }
  const cleanables = await cleanablesOf(db, orgId, { ...parts, now: row.cutoff_at })
  let place = row.place
  for (let each = cleanables[place]; each; each = cleanables[place]) {
    const lot = await each.remove(db)
    if (lot > 0) {
      removed[each.kind] += lot
      await moveCleanup(db, row, { removed, place, now })
      return { removed, isOver: false }
    }
    place += 1
  }
  await moveCleanup(db, row, { removed, place, now, isOver: true })
  return { removed, isOver: true }
}

const moveCleanup = async (
  db: Db,
  { org_id: orgId, id }: CleanupRow,
  { removed, place, now, isOver = false }: { removed: Removed; place: number; now: Date; isOver?: boolean },
): Promise<void> => {
  await db
    .updateTable('cleanups')
    .set({ removed: JSON.stringify(removed), place, moved_at: now, ...(isOver && { state: 'done', ended_at: now }) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

/** The newest; null where there was none. */
export const findLastCleanup = async (db: Db, orgId: string): Promise<z.input<typeof Cleanup> | null> => {
  const row = await db
    .selectFrom('cleanups')
    .leftJoin('directory.people', 'directory.people.id', 'cleanups.started_by')
    .selectAll('cleanups')
    .select('directory.people.name as starter')
    .where('cleanups.org_id', '=', orgId)
    .orderBy('cleanups.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...{ id: row.id, state: row.state as 'running' | 'done' | 'stopped', started_at: row.started_at.toISOString() },
    ...{ planned: row.planned as unknown as Removed, removed: row.removed as unknown as Removed },
    started_by: row.started_by === null ? null : { id: row.started_by, name: row.starter },
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}
