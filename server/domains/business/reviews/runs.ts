import { type Selectable, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { Db, Enqueue } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { choice } from '#shapes'
import { reviewEvents } from './events.ts'
import { readReviewsReference } from './job-references.ts'

export const ReviewRunStatus = choice('ReviewRunStatus', ['queued', 'in_progress', 'waiting', 'completed', 'failed'])
export type ReviewRunStatus = z.output<typeof ReviewRunStatus>

const openStatuses: readonly ReviewRunStatus[] = ['queued', 'in_progress', 'waiting']

/** Of a pass. With more of them something is wrong with the whole list, and it proves nothing. */
export const mostUnread = 200

/** One look through all reviews of a location, from the first page to the last. */
export const Pass = z.object({
  /** Of the page that comes next; null: the first. */
  cursor: z.string().nullable(),
  /** As the first page counts; null before it. */
  total: z.int().nullable(),
  average: z.number().nullable(),
  /** Ids of reviews that are listed, cannot be read, and are not known here. */
  unread: z.array(z.string()).max(mostUnread).default([]),
  /** It began anew, or met something without an id: what it did not meet may be there all the same. */
  isCut: z.boolean(),
  /** New reviews that people were told of. */
  news: z.int(),
  pages: z.int(),
})
export type Pass = z.output<typeof Pass>

export const newPass: Pass = { cursor: null, total: null, average: null, unread: [], isCut: false, news: 0, pages: 0 }

type Row = Selectable<Tables['review_runs']>
export type ReviewRun = Omit<Row, 'status' | 'pass'> & { readonly status: ReviewRunStatus; readonly pass: Pass | null }

const asRun = (row: Row): ReviewRun => ({
  ...row,
  status: row.status as ReviewRunStatus,
  pass: row.pass === null ? null : Pass.parse(row.pass),
})

export const isOver = ({ status }: Pick<ReviewRun, 'status'>): boolean => !openStatuses.includes(status)

const runsOf = (db: Db, orgId: string) => db.selectFrom('review_runs').selectAll().where('org_id', '=', orgId)

export const findRun = async (db: Db, orgId: string, id: string): Promise<ReviewRun | undefined> => {
  const row = await runsOf(db, orgId).where('id', '=', id).executeTakeFirst()
  return row && asRun(row)
}

/** Locks it until the transaction ends; undefined where it is over. */
export const lockOpenRun = async (db: Db, orgId: string, id: string): Promise<ReviewRun | undefined> => {
  const row = await runsOf(db, orgId).where('id', '=', id).where('status', 'in', openStatuses).forUpdate().executeTakeFirst()
  return row && asRun(row)
}

/** The one of a connection that is open, locked. */
export const lockRunOf = async (db: Db, orgId: string, connectionId: string): Promise<ReviewRun | undefined> => {
  const query = runsOf(db, orgId).where('connection_id', '=', connectionId).where('status', 'in', openStatuses)
  const row = await query.forUpdate().executeTakeFirst()
  return row && asRun(row)
}

/** The newest of a connection. */
export const lastRunOf = async (db: Db, orgId: string, connectionId: string): Promise<ReviewRun | undefined> => {
  const row = await runsOf(db, orgId)
    .where('connection_id', '=', connectionId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && asRun(row)
}

export type RunPatch = Omit<Updateable<Tables['review_runs']>, 'org_id' | 'id' | 'pass' | 'step'> & {
  readonly pass?: Pass | null
  /** It went forward: what stood in the way is over. */
  readonly isStep?: boolean
}

/** Changes a run that the caller holds. */
export const changeRun = async (db: Db, run: Pick<ReviewRun, 'org_id' | 'id'>, patch: RunPatch): Promise<ReviewRun> => {
  const { pass, isStep, ...plain } = patch
  const row = await db
    .updateTable('review_runs')
    .set((set) => ({
      ...(isStep && { status: 'in_progress', reason: null, code: null, resumes_at: null, tries: 0, step: set('step', '+', 1) }),
      ...(isStep && { moved_at: sql<Date>`now()` }),
      ...plain,
      ...(pass !== undefined && { pass: pass === null ? null : JSON.stringify(pass) }),
    }))
    .where('org_id', '=', run.org_id)
    .where('id', '=', run.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return asRun(row)
}

interface Wish {
  readonly connectionId: string
  /** The locations to read; null: every one. */
  readonly wanted: readonly string[] | null
  readonly cause: 'person' | 'schedule'
  readonly personId: string | null
  readonly enqueue: Enqueue
}

/** Begins to read the reviews of a connection, or joins the run that does: of any number of callers at once, one begins it. */
export const startRun = async (db: Db, orgId: string, wish: Wish): Promise<ReviewRun> => {
  const { connectionId, wanted, cause, personId } = wish
  const id = newId()
  const values = { org_id: orgId, id, connection_id: connectionId, cause, started_by: personId }
  const added = await db
    .insertInto('review_runs')
    .values({ ...values, wanted: wanted && [...wanted] })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'connection_id'])
        .where(sql<boolean>`status in ('queued', 'in_progress', 'waiting')`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (!added) {
    const running = await lockRunOf(db, orgId, connectionId)
    return running ? join(db, running, wanted) : startRun(db, orgId, wish)
  }
  await wish.enqueue(readReviewsReference, { orgId, runId: id })
  await recordEvent(db, orgId, reviewEvents.synced, id, { change: 'started', code: null })
  return asRun(added)
}

/** What the other caller wants, too, is read by the same run. */
const join = async (db: Db, run: ReviewRun, wanted: readonly string[] | null): Promise<ReviewRun> => {
  if (run.wanted === null) return run
  // The list of locations is read again where all are wanted: it is a call or two.
  if (wanted === null) return changeRun(db, run, { wanted: null, listed: false })
  const missing = wanted.filter((id) => !run.wanted?.includes(id))
  if (missing.length === 0) return run
  return changeRun(db, run, { wanted: [...run.wanted, ...missing], todo: run.listed ? [...run.todo, ...missing] : run.todo })
}
