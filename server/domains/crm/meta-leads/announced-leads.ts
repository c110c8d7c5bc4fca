import { type Selectable, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { AdLead } from '#ports/lead-ads.ts'
import { minutesAfter, type PageRow } from './pages.ts'

/** A lead at Meta that is known here: announced, found by the poll, or made for a trial. */
export type AnnouncedLead = Selectable<Tables['meta_leads']>

/** How long it is tried to fetch one. */
const triedMinutes = 3 * 24 * 60

export const triesEnd = (now: Date): Date => minutesAfter(now, triedMinutes)

/** Minutes between two tries; then the last. */
const gaps = [0.5, 1, 2, 5, 10, 30, 60, 120, 240, 480, 720]

/** When the next try is due, after so many that failed. */
export const nextTryAfter = (tries: number, now: Date, until: Date): Date => {
  const next = minutesAfter(now, gaps[Math.min(tries - 1, gaps.length - 1)] ?? 0)
  return next > until ? until : next
}

/** An announcement, and whose page it is about. */
export interface Announcement {
  readonly page: PageRow
  readonly leadId: string
  readonly formId: string
  readonly createdAt: Date
}

/** Records what notifications told, each lead once however often it was told. Answers the sources with something to fetch. */
export const recordAnnounced = async (
  db: Db,
  orgId: string,
  announced: readonly Announcement[],
  now: Date,
): Promise<readonly string[]> => {
  const once = [...new Map(announced.map((each) => [`${each.page.source_id} ${each.leadId}`, each])).values()]
  if (once.length === 0) return []
  const { rows } = await sql<{ source_id: string; state: string }>`
    insert into meta_leads (org_id, id, source_id, lead_id, form_id, created_at, announced_at, next_try_at, try_until)
    select ${orgId}, a.id, a.source_id, a.lead_id, a.form_id, a.created_at, ${now}, ${now}, ${triesEnd(now)}
    from unnest(${once.map(() => newId())}::uuid[], ${once.map(({ page }) => page.source_id)}::uuid[],
      ${once.map(({ leadId }) => leadId)}::text[], ${once.map(({ formId }) => formId)}::text[],
      ${once.map(({ createdAt }) => createdAt)}::timestamptz[]) as a (id, source_id, lead_id, form_id, created_at)
    order by a.source_id, a.lead_id
    on conflict (org_id, source_id, lead_id) do update
      set announced_at = coalesce(meta_leads.announced_at, excluded.announced_at),
          next_try_at = case when meta_leads.announced_at is null then least(meta_leads.next_try_at, excluded.next_try_at)
                        else meta_leads.next_try_at end
    returning source_id, state`.execute(db)
  return [...new Set(rows.flatMap(({ source_id, state }) => (state === 'waiting' ? [source_id] : [])))]
}

/** Records a lead that the poll found. Answers it locked; null where nothing is left to do. */
export const recordFound = async (db: Db, page: PageRow, lead: AdLead, formId: string, now: Date) => {
  const { org_id, source_id } = page
  await db
    .insertInto('meta_leads')
    .values({
      ...{ org_id, id: newId(), source_id, lead_id: lead.id, form_id: formId, created_at: lead.createdAt },
      ...{ found_at: now, next_try_at: now, try_until: triesEnd(now) },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'source_id', 'lead_id'])
        .doUpdateSet({ found_at: sql`coalesce(meta_leads.found_at, ${now})` }),
    )
    .execute()
  return lockOpen(db, page, lead.id)
}

/** A trial that was asked for here: no notification is waited for. */
export const recordTrial = async (db: Db, page: PageRow, lead: { id: string; formId: string }, now: Date): Promise<void> => {
  const { org_id, source_id } = page
  await db
    .insertInto('meta_leads')
    .values({
      ...{ org_id, id: newId(), source_id, lead_id: lead.id, form_id: lead.formId, created_at: now, is_trial: true },
      ...{ next_try_at: minutesAfter(now, 0.5), try_until: triesEnd(now) },
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'source_id', 'lead_id']).doUpdateSet({ is_trial: true }))
    .execute()
}

/** One that is to be taken, locked until the transaction ends; undefined where that was done already. */
export const lockOpen = (
  db: Db,
  { org_id, source_id }: Pick<PageRow, 'org_id' | 'source_id'>,
  leadId: string,
): Promise<AnnouncedLead | undefined> =>
  db
    .selectFrom('meta_leads')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('source_id', '=', source_id)
    .where('lead_id', '=', leadId)
    .where('state', 'in', ['waiting', 'failed'])
    .forUpdate()
    .executeTakeFirst()

/** Of some of Meta's ids, those of leads that need nothing more. */
export const settledAmong = async (db: Db, page: PageRow, leadIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (leadIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('meta_leads')
    .select('lead_id')
    .where('org_id', '=', page.org_id)
    .where('source_id', '=', page.source_id)
    .where('lead_id', 'in', [...leadIds])
    .where('state', 'not in', ['waiting', 'failed'])
    .execute()
  return new Set(rows.map((row) => row.lead_id))
}

/** Those that are due, in the order in which they were told. */
export const findDue = (db: Db, page: PageRow, now: Date, most: number): Promise<AnnouncedLead[]> =>
  db
    .selectFrom('meta_leads')
    .selectAll()
    .where('org_id', '=', page.org_id)
    .where('source_id', '=', page.source_id)
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', now)
    .orderBy('id')
    .limit(most)
    .execute()

export const settle = async (
  db: Db,
  { org_id, id }: Pick<AnnouncedLead, 'org_id' | 'id'>,
  settled: {
    readonly state: 'taken' | 'rejected' | 'test' | 'failed'
    readonly deliveryId: string
    readonly reason: string | null
  },
  now: Date,
): Promise<void> => {
  const { state, deliveryId, reason } = settled
  await db
    .updateTable('meta_leads')
    .set({ state, delivery_id: deliveryId, reason, settled_at: now })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .execute()
}

export const postpone = async (db: Db, lead: AnnouncedLead, reason: string, now: Date): Promise<void> => {
  const tries = lead.tries + 1
  await db
    .updateTable('meta_leads')
    .set({ tries, reason, next_try_at: nextTryAfter(tries, now, lead.try_until) })
    .where('org_id', '=', lead.org_id)
    .where('id', '=', lead.id)
    .where('state', '=', 'waiting')
    .execute()
}

/** All that wait, and with `isAll` those that failed, are due at once and tried for three days more. Answers how many. */
export const tryAgain = async (
  db: Db,
  { org_id, source_id }: Pick<PageRow, 'org_id' | 'source_id'>,
  now: Date,
  { isAll }: { readonly isAll: boolean },
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('meta_leads')
    .set({ state: 'waiting', tries: 0, next_try_at: now, try_until: triesEnd(now), settled_at: null })
    .where('org_id', '=', org_id)
    .where('source_id', '=', source_id)
    .where('state', 'in', isAll ? ['waiting', 'failed'] : ['waiting'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
