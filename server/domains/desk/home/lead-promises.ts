import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { NoticeDefinition, NoticeFacts } from '#core/declared.ts'
import { idFloor } from '#core/ids.ts'
import { clearNotice, raiseNotice, restateNotice } from '#domains/platform/notifications/notices.ts'
import { homeNotices } from './notices.ts'
import { mostCounted } from './scopes.ts'
import { bordersOf, longestDays, unansweredLeads } from './unanswered-leads.ts'

/** Where so many wait, members do not answer here: of those that come on top of them a notice is raised once a day. */
const pauseMs = 24 * 3_600_000

/**
 * Raises notices of leads whose first answer became due soon or late since this was last done, and takes back and corrects those of leads that
 * no longer wait. Of each owner one notice stands for all; for admins that of leads without an owner, or whose owner is no member any more.
 */
export const raiseLeadNotices = async (db: Db, orgId: string, now: Date): Promise<void> => {
  const { response_target_minutes: target } = await db
    .selectFrom('orgs')
    .select('response_target_minutes')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const { oldest, due } = bordersOf(now, target)
  const [from, late, soon] = [idFloor(oldest), idFloor(due), idFloor(new Date(due.getTime() + soonMs(target)))]
  const told = await lockTold(db, orgId, { from, now })
  await settleAll(db, orgId, now, {
    late: await findWaits(db, orgId, from, late),
    newlyLate: await findWaits(db, orgId, later(told.late_to, from), late),
    soon: await findWaits(db, orgId, late, soon),
    newlySoon: await findWaits(db, orgId, later(told.soon_to, late), soon),
  })
  await db
    .updateTable('told_lead_waits')
    // A target that became longer raises no notice again.
    .set({ late_to: later(told.late_to, late), soon_to: later(told.soon_to, soon), checked_at: now })
    .where('org_id', '=', orgId)
    .execute()
}

/** Takes back and corrects notices of leads that no longer wait, and raises none. */
export const correctLeadNotices = async (db: Db, orgId: string): Promise<void> => {
  // Most of the time none stands, and no more is looked at.
  const standing = await db
    .selectFrom('notices')
    .select('id')
    .where('org_id', '=', orgId)
    .where('kind', 'in', kinds)
    .limit(1)
    .execute()
  if (standing.length === 0) return
  const now = new Date()
  const from = idFloor(new Date(now.getTime() - longestDays * 86_400_000))
  const told = await lockTold(db, orgId, { from, now })
  await settleAll(db, orgId, now, {
    ...{ late: await findWaits(db, orgId, from, told.late_to), newlyLate: new Map() },
    ...{ soon: await findWaits(db, orgId, told.late_to, told.soon_to), newlySoon: new Map() },
  })
}

const kinds = [homeNotices.leads_late.kind, homeNotices.leads_due_soon.kind]

/** As long before an answer is due it is due soon: a quarter of the time for it, and no more than an hour. */
const soonMs = (targetMinutes: number): number => Math.min(60, Math.max(1, Math.floor(targetMinutes / 4))) * 60_000

/** Ids in their order are times. */
const later = (one: string, other: string): string => (one > other ? one : other)

/** Locked: one at a time raises notices of a workspace. */
const lockTold = async (
  db: Db,
  orgId: string,
  { from, now }: { readonly from: string; readonly now: Date },
): Promise<{ readonly late_to: string; readonly soon_to: string }> => {
  await db
    .insertInto('told_lead_waits')
    .values({ org_id: orgId, late_to: from, soon_to: from, checked_at: now })
    .onConflict((conflict) => conflict.column('org_id').doNothing())
    .execute()
  return db
    .selectFrom('told_lead_waits')
    .select(['late_to', 'soon_to'])
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Of an owner: how many wait, up to 100, and which one longest. */
interface Wait {
  readonly count: number
  readonly lead_id: string
  readonly name: string | null
}

/** By owner; null: without one. */
type Waits = ReadonlyMap<string | null, Wait>

const findWaits = async (db: Db, orgId: string, from: string, before: string): Promise<Waits> => {
  if (from >= before) return new Map()
  const { rows } = await sql<Wait & { owner_id: string | null }>`
    select g.owner_id, g.count, l.id as lead_id, coalesce(l.full_name, l.email, l.phone) as name
    from (
      select m.id as owner_id, least(count(*), ${mostCounted})::int as count, (array_agg(w.id order by w.id))[1] as lead_id
      from (${unansweredLeads(orgId, { memberId: null, from, before })}) w
      left join members m on m.org_id = ${orgId} and m.id = w.owner_id
      group by m.id) g
    join leads l on l.org_id = ${orgId} and l.id = g.lead_id`.execute(db)
  return new Map(rows.map(({ owner_id, ...wait }) => [owner_id, wait]))
}

interface AllWaits {
  readonly late: Waits
  readonly newlyLate: Waits
  readonly soon: Waits
  readonly newlySoon: Waits
}

const settleAll = async (db: Db, orgId: string, now: Date, { late, newlyLate, soon, newlySoon }: AllWaits): Promise<void> => {
  await settle(db, orgId, homeNotices.leads_late, { all: late, news: newlyLate, now, isTold: () => true })
  await settle(db, orgId, homeNotices.leads_due_soon, {
    ...{ all: soon, news: newlySoon, now },
    isTold: (ownerId) => (late.get(ownerId)?.count ?? 0) < mostCounted,
  })
}

interface Settling {
  readonly all: Waits
  /** Of which no notice was raised yet. */
  readonly news: Waits
  readonly now: Date
  isTold(ownerId: string | null): boolean
}

const settle = async (db: Db, orgId: string, notice: NoticeDefinition, { all, news, now, isTold }: Settling): Promise<void> => {
  const standing = await db
    .selectFrom('notices')
    .select(['subject_id', 'facts', 'at'])
    .where('org_id', '=', orgId)
    .where('kind', '=', notice.kind)
    .execute()
  // Of leads without an owner, it is about the workspace.
  const wanted = new Map([...all].map(([ownerId, wait]) => [ownerId ?? orgId, { ownerId, wait }]))
  for (const { subject_id: subjectId } of standing) if (!wanted.has(subjectId)) await clearNotice(db, orgId, notice, subjectId)
  for (const [subjectId, { ownerId, wait }] of wanted) {
    const stands = standing.find(({ subject_id: id }) => id === subjectId)
    const facts: NoticeFacts = { count: wait.count, name: wait.name, lead_id: wait.lead_id }
    const mayTell = wait.count < mostCounted || !stands || now.getTime() - stands.at.getTime() >= pauseMs
    if (news.has(ownerId) && mayTell && isTold(ownerId))
      await raiseNotice(db, orgId, {
        ...{ notice, subjectId, facts },
        // Each member has a notice of their own.
        ...(ownerId !== null && { personId: ownerId, least: 'member' }),
      })
    else if (stands && !isDeepStrictEqual(stands.facts, facts)) await restateNotice(db, orgId, { notice, subjectId, facts })
  }
}
