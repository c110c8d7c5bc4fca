import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { exportTypes } from '#ports/designs.ts'
import { sha256Of } from '#shapes/sha256.ts'
import { designEvents } from './events.ts'
import { designNotices } from './notices.ts'

/** Something that was asked of Canva, once: a new design, files of one, or a template to be filled. */
export type DesignJobRow = Selectable<Tables['design_jobs']>

export const openStates = ['queued', 'asking', 'running'] as const

export const ExportWish = z.object({ type: z.enum(exportTypes), pages: z.array(z.int().min(1)) })
export const FillWish = z.object({
  templateId: z.string(),
  title: z.string().nullable(),
  texts: z.record(z.string(), z.string()),
})

/** A run may take so long: several files of 200 MB. */
export const leaseMs = 15 * 60_000
/** What was not done a day after it was asked for fails: Canva keeps files no longer. */
export const longestMs = 24 * 3_600_000

/** How long until the next look, in seconds, by how many there were: at first the person waits for it. */
const gaps = [1, 2, 3, 5, 8, 13, 20, 30, 45, 60] as const
export const gapMs = (polls: number): number => (gaps[Math.min(polls, gaps.length - 1)] ?? 60) * 1_000

export interface NewDesignJob {
  readonly orgId: string
  readonly kind: 'create' | 'export' | 'fill'
  readonly connectionId: string
  readonly designId: string | null
  readonly wish: unknown
  readonly askedBy: string | null
  readonly personId: string
  readonly dealId: string | null
  readonly contactId: string | null
  readonly state: 'queued' | 'asking'
  readonly nextAt: Date
}

/**
 * Writes down what is to be asked, before it is. Where the same export is open, or the same Idempotency-Key came before, it answers that
 * one, and `isNew` is false.
 */
export const addDesignJob = async (
  db: Db,
  wanted: NewDesignJob,
): Promise<{ readonly row: DesignJobRow; readonly isNew: boolean }> => {
  const { orgId, kind, askedBy, designId } = wanted
  const wish = JSON.stringify(wanted.wish)
  const digest = sha256Of(Buffer.from(wish))
  const added = await db
    .insertInto('design_jobs')
    .values({
      ...{ org_id: orgId, id: newId(), kind, connection_id: wanted.connectionId, design_id: designId, wish },
      ...{ wish_digest: digest, asked_by: askedBy, person_id: wanted.personId, state: wanted.state },
      ...{ deal_id: wanted.dealId, contact_id: wanted.contactId, next_at: wanted.nextAt },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added) return { row: added, isNew: true }
  const row = await db
    .selectFrom('design_jobs')
    .selectAll()
    .where('org_id', '=', orgId)
    .where((is) =>
      is.or([
        ...(askedBy === null ? [] : [is('asked_by', '=', askedBy)]),
        is.and([
          ...[is('kind', '=', kind), is('design_id', '=', designId), is('wish_digest', '=', digest)],
          is('state', 'in', openStates),
        ]),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { row, isNew: false }
}

export const findDesignJob = (
  db: Db,
  orgId: string,
  id: string,
  kind: DesignJobRow['kind'],
): Promise<DesignJobRow | undefined> =>
  db
    .selectFrom('design_jobs')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()

/**
 * The right to work on an open job, while it lasts, in place of any run before: the same job of the queue again, or one whose time is
 * over. Undefined where another run works on it, or it has ended.
 */
export const leaseDesignJob = async (
  db: Db,
  orgId: string,
  id: string,
  by: string,
): Promise<(DesignJobRow & { readonly was_asking: boolean }) | undefined> => {
  const until = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})`
  const row = await db
    .updateTable('design_jobs')
    .set((set) => ({ run: set('run', '+', 1), leased_by: by, leased_until: until, next_at: until }))
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .where((is) =>
      is.or([is('leased_until', 'is', null), is('leased_until', '<', sql<Date>`clock_timestamp()`), is('leased_by', '=', by)]),
    )
    .returningAll()
    .executeTakeFirst()
  return row && { ...row, was_asking: row.state === 'asking' }
}

/** Changes a job for the run that has it. False where a newer run has it, or it has ended meanwhile: what this one found is too late. */
export const changeDesignJob = async (
  db: Db,
  { org_id: orgId, id, run }: Pick<DesignJobRow, 'org_id' | 'id' | 'run'>,
  change: Partial<
    Pick<DesignJobRow, 'state' | 'vendor_job_id' | 'reason' | 'polls' | 'misses' | 'leased_by' | 'leased_until' | 'next_at'>
  >,
): Promise<boolean> => {
  const changed = await db
    .updateTable('design_jobs')
    .set(change)
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', 'in', openStates)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Ends a job well, with the design that it is about. False as `changeDesignJob`. */
export const finishDesignJob = async (
  db: Db,
  { org_id: orgId, id, run }: Pick<DesignJobRow, 'org_id' | 'id' | 'run'>,
  designId: string,
  now: Date,
): Promise<boolean> => {
  const ended = await db
    .updateTable('design_jobs')
    .set({ state: 'done', design_id: designId, ended_at: now, reason: null, leased_by: null, leased_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', 'in', openStates)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  await clearNotice(db, orgId, designNotices.design_job_failed, id)
  await recordEvent(db, orgId, designEvents.changed, designId, { change: 'export' })
  return true
}

/** Ends an open job with the reason, whatever runs, and tells who asked for it. */
export const failDesignJob = async (
  db: Db,
  { org_id: orgId, id }: Pick<DesignJobRow, 'org_id' | 'id'>,
  code: string,
  now: Date,
  reason: string | null = null,
): Promise<void> => {
  const row = await db
    .updateTable('design_jobs')
    .set({ state: 'failed', code, reason: reason?.slice(0, 300) ?? null, ended_at: now, leased_by: null, leased_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .returningAll()
    .executeTakeFirst()
  if (!row) return
  await recordEvent(db, orgId, designEvents.changed, row.design_id ?? id, { change: 'export' })
  // Who made a design waited for the answer, and has it.
  if (row.kind === 'create' || row.person_id === null) return
  const design = row.design_id === null ? undefined : await titleOf(db, orgId, row.design_id)
  const facts = { kind: row.kind, code, title: design?.title ?? null, deal_id: row.deal_id }
  await raiseNotice(db, orgId, { notice: designNotices.design_job_failed, subjectId: id, personId: row.person_id, facts })
}

const titleOf = (db: Db, orgId: string, designId: string) =>
  db.selectFrom('designs').select('title').where('org_id', '=', orgId).where('id', '=', designId).executeTakeFirst()
