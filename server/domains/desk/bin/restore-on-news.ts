import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { reaction } from '#core/events/reaction.ts'
import { messageEvents } from '#domains/conversations/inbox/events.ts'
import { callEvents } from '#domains/conversations/voice/events.ts'
import { contactEvents } from '#domains/crm/identities/events.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { bookingEvents } from '#domains/meetings/booking/events.ts'
import { takeFromBin } from './bin-records.ts'

/** What was accepted is never hidden: a contact in the bin comes back when there is something new of it. */
export const restoreOnNews = reaction({
  name: 'restore-on-news',
  summary:
    'Restore a deleted contact when a lead, message, call or booking of it comes, or it is merged with one that is not deleted',
  on: [leadEvents.received, messageEvents.received, callEvents.ended, bookingEvents.created, contactEvents.merged],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },

  async run(events, { db, org }) {
    const people = [...(await withNews(db, org.id, events)), ...(await mergedWithLive(db, org.id, events))]
    if (people.length > 0) await takeFromBin(db, org.id, 'contact', people)
  },
})

type Events = readonly { readonly type: string; readonly stored: Readonly<Record<string, unknown>>; readonly at: Date }[]

/** What came before the contact was deleted was seen by who deleted it. */
const withNews = async (db: Db, orgId: string, events: Events): Promise<string[]> => {
  const news = events.flatMap(({ stored, at }) => {
    const id = idIn(stored, 'contact_id') ?? idIn(stored.booking, 'contact_id')
    return id === null ? [] : { id, at: at.toISOString() }
  })
  if (news.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct r.id from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as n (id uuid, at timestamptz)
    join contacts c on c.org_id = ${orgId} and c.id = n.id
    join contacts r on r.org_id = ${orgId} and r.id = ${rootId('c')}
    where r.deleted_at < n.at + interval '1 millisecond' and r.removed_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Who stands for a contact that is not deleted is not deleted either, and what went into the bin with the other one comes back. */
const mergedWithLive = async (db: Db, orgId: string, events: Events): Promise<string[]> => {
  const targets = events.flatMap(({ type, stored }) =>
    type === contactEvents.merged.type && stored.is_undone !== true ? (idIn(stored, 'target_id') ?? []) : [],
  )
  if (targets.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select r.id from contacts r
    where r.org_id = ${orgId} and r.id = any(${targets}::uuid[]) and r.removed_at is null and (
      select bool_or(m.deleted_at is null) and bool_or(m.deleted_at is not null) from contacts m
      where m.org_id = r.org_id and (m.id = r.id or m.root_id = r.id))`.execute(db)
  return rows.map(({ id }) => id)
}

const idIn = (facts: unknown, name: 'contact_id' | 'target_id'): string | null => {
  const id = typeof facts === 'object' && facts !== null ? (facts as Readonly<Record<string, unknown>>)[name] : null
  return typeof id === 'string' ? id : null
}
