import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { declared } from '#core/declared.ts'
import { recordEvent } from '#core/events/events.ts'
import { holdKinds, never } from '#core/held.ts'
import { choice, shape } from '#shapes'
import { clearNotice, raiseNotice } from '../notifications/notices.ts'
import { backgroundEvents } from './events.ts'
import { backgroundJobNotices } from './notices.ts'

/*
 * After a restore. What a backup holds as due may have left in the time that is lost with the restore: so all of that is held,
 * kind by kind, until an owner of the workspace releases it. Held means that its next try is `never`: nothing looks at it, nothing
 * counts it as late or failed. What is made after the restore cannot have left before, and leaves at once.
 */
export const HoldKind = choice('HeldWorkKind', holdKinds).describe(
  'mails: outgoing emails · messages: WhatsApp · webhooks: deliveries to other programs · payments: polling payment providers · syncs: calls, templates, files and addresses at other services · ai: AI drafts · workflows: runs that were under way',
)
export type HoldKind = z.output<typeof HoldKind>

/** What modules declare of a kind, with the jobs that a row stands for apart. */
const workOf = (kind: HoldKind) => {
  // Without the catalogue nothing would be held, and all of it would leave again.
  if (declared.held.size === 0) throw new Error('held work is asked for before the modules were put together')
  const work = [...declared.held.values()].filter((each) => each.kind === kind)
  const rows = work.flatMap((each) => each.rows ?? [])
  const jobs = work.flatMap((each) => (each.jobs ?? []).map(({ name }) => name))
  return { rows, jobs, allJobs: [...jobs, ...rows.flatMap(({ job }) => job?.name ?? [])] }
}

/** Holds all of one workspace that is due or waits to leave, of these kinds. */
export const hold = async (
  db: Db,
  orgId: string,
  { kinds, heldAt, stateOf }: { kinds: readonly HoldKind[]; heldAt: Date; stateOf: Date },
): Promise<void> => {
  if (kinds.length === 0) return
  const since = { held_at: heldAt, state_of: stateOf, released_at: null, released_by: null }
  await db
    .insertInto('holds')
    .values(kinds.map((kind) => ({ org_id: orgId, kind, ...since })))
    .onConflict((conflict) => conflict.columns(['org_id', 'kind']).doUpdateSet(since))
    .execute()
  for (const kind of kinds) await postpone(db, orgId, kind)
  await raiseNotice(db, orgId, {
    notice: backgroundJobNotices.held_after_restore,
    subjectId: orgId,
    facts: { count: (await findHeld(db, orgId)).held.reduce((sum, { count }) => sum + count, 0) },
  })
}

const postpone = async (db: Db, orgId: string, kind: HoldKind): Promise<void> => {
  const { rows, allJobs } = workOf(kind)
  for (const each of rows) await each.postpone(db, orgId)
  await sql`update jobs.job j set start_after = ${never}, keep_until = ${never}
    where j.data ->> 'orgId' = ${orgId} and j.state in ('created', 'retry') and j.name = any (${allJobs}::text[])`.execute(db)
}

/** Lets out what is held of a kind. Answers how much that was, and null when nothing of the kind is held any more. */
export const release = async (
  db: Db,
  orgId: string,
  kind: HoldKind,
  { now, personId }: { now: Date; personId: string | null },
): Promise<number | null> => {
  const held = await db
    .updateTable('holds')
    .set({ released_at: now, released_by: personId })
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('released_at', 'is', null)
    .returning('kind')
    .executeTakeFirst()
  if (!held) return null
  const count = (await countOf(db, orgId, kind)).count
  const { rows, allJobs } = workOf(kind)
  for (const each of rows) await each.release(db, orgId, now)
  await sql`update jobs.job j set start_after = now(), keep_until = now() + interval '14 days'
    where j.data ->> 'orgId' = ${orgId} and j.state in ('created', 'retry') and j.start_after >= ${never}
      and j.name = any (${allJobs}::text[])`.execute(db)
  await recordEvent(db, orgId, backgroundEvents.changed, orgId, {
    ...{ kind: 'hold', name: kind },
    ...{ before: { state: 'held' }, after: { state: 'waiting' } },
  })
  if ((await findHeld(db, orgId)).held.length === 0)
    await clearNotice(db, orgId, backgroundJobNotices.held_after_restore, orgId)
  return count
}

/** Whether this kind is held in a workspace: then nothing of it is begun for what was there before. */
export const isHeld = async (db: Db, orgId: string, kind: HoldKind): Promise<boolean> => {
  const row = await db
    .selectFrom('holds')
    .select('kind')
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('released_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export const Held = shape('HeldWork', {
  kind: HoldKind,
  count: z.int().describe('How many items are held. 0: only scheduled work is held'),
  oldest_at: z.iso.datetime().nullable().describe('When the oldest item was created'),
  newest_at: z.iso.datetime().nullable(),
})
export type Held = z.output<typeof Held>

/** What is held in a workspace, by kind; and of when the backup was. */
export const findHeld = async (db: Db, orgId: string): Promise<{ held: Held[]; heldAt: Date | null; stateOf: Date | null }> => {
  const rows = await db.selectFrom('holds').selectAll().where('org_id', '=', orgId).where('released_at', 'is', null).execute()
  const held: Held[] = []
  for (const kind of holdKinds) if (rows.some((row) => row.kind === kind)) held.push(await countOf(db, orgId, kind))
  return { held, heldAt: rows[0]?.held_at ?? null, stateOf: rows[0]?.state_of ?? null }
}

/** What is held of a kind, each with when it was made. */
const madeAt = (orgId: string, kind: HoldKind) => {
  const { rows, jobs } = workOf(kind)
  const ofJobs = sql`select j.created_on as at from jobs.job j where j.data ->> 'orgId' = ${orgId}
    and j.state in ('created', 'retry') and j.start_after >= ${never} and j.name = any (${jobs}::text[])`
  return sql.join([ofJobs, ...rows.map((each) => each.madeAt(orgId))], sql` union all `)
}

const countOf = async (db: Db, orgId: string, kind: HoldKind): Promise<Held> => {
  const { rows } = await sql<{ count: number; oldest: Date | null; newest: Date | null }>`
    select count(*)::int as count, min(at) as oldest, max(at) as newest from (${madeAt(orgId, kind)}) held`.execute(db)
  const [found] = rows
  return {
    kind,
    count: found?.count ?? 0,
    oldest_at: found?.oldest?.toISOString() ?? null,
    newest_at: found?.newest?.toISOString() ?? null,
  }
}
