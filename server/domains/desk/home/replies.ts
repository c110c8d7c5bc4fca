import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Channel } from '#domains/conversations/inbox/messages.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { ContactReference, MemberReference, Reference, shape } from '#shapes'
import { mostCounted, ofMember, rowOf } from './scopes.ts'
import { findUnansweredLeads, type UnansweredLead } from './unanswered-leads.ts'

/** A contact who waits for an answer: to a message, to the request that opened a deal, or to a lead. */
export const WaitingReply = shape('WaitingReply', {
  kind: z
    .enum(['conversation', 'deal', 'lead'])
    .describe('`deal` and `lead`: the first answer to a contact who has written no message; each contact is in the list once'),
  contact: ContactReference.nullable(),
  deal: Reference.nullable(),
  lead: shape('UnansweredLead', {
    id: z.uuid(),
    source: z.string(),
    email: z.string().nullable().describe('Of its contact, else as it came'),
    phone: z.string().nullable().describe('In E.164'),
    has_conversation: z.boolean().describe('There is a conversation with its contact, who does not wait there'),
  }).nullable(),
  channel: Channel.nullable(),
  preview: z.string().nullable().describe('The latest message, or how the text of a lead begins'),
  is_unverified: z.boolean().describe('The sender of the message is not verified: website chat or a form'),
  owner: MemberReference.nullable(),
  waiting_since: z.iso.datetime(),
  due_at: z.iso.datetime().describe('The target for answers runs out'),
})

export const WaitingReplies = z.object({
  target_minutes: z.int(),
  count: z.int().describe('Counted up to 100'),
  late: z.int().describe('Of those counted, past their target'),
  rows: z.array(WaitingReply),
})

/** Enough for the first screen, and the space beside two other lists. */
const shown = 8
/** Leads leave so many rows to messages and deals that wait: a hundred old leads on which no member works here would hide each of them. */
const shownBesideLeads = 4
/**
 * Of unassigned conversations, so many of those that wait longest are looked at for a deal that is the member's, or unassigned too:
 * a read by key each, 4 µs.
 */
const unassignedRead = 500

interface WaitingRow {
  readonly kind: 'conversation' | 'deal' | 'lead'
  readonly contact_id: string | null
  readonly full_name: string | null
  readonly deal_id: string | null
  readonly deal_name: string | null
  readonly channel: z.output<typeof Channel> | null
  readonly preview: string | null
  readonly is_unverified: boolean
  readonly owner_id: string | null
  readonly owner_name: string | null
  readonly since: Date
  readonly due_at: Date
  readonly lead?: UnansweredLead
}

/** The shortest time left first; of a member, with those that are unassigned. Each contact once. */
export const findWaitingReplies = async (
  db: Db,
  orgId: string,
  memberId: string | null,
  now: Date,
): Promise<z.output<typeof WaitingReplies>> => {
  const { response_target_minutes: target } = await db
    .selectFrom('orgs')
    .select('response_target_minutes')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const conversations = await findConversations(db, orgId, memberId, { target, now })
  const writing = new Set(conversations.map(({ contact_id: id }) => id))
  // Who has written and has a deal waits once, for the answer that is due first.
  const deals = (await findFirstAnswers(db, orgId, memberId)).filter(({ contact_id: id }) => id === null || !writing.has(id))
  const others = byTimeLeft([...conversations, ...deals])
  const leads = (await findUnansweredLeads(db, orgId, memberId, { now, target })).map((lead) => rowOfLead(lead, target))
  const all = byTimeLeft([...others, ...leads]).slice(0, mostCounted)
  const first = others.slice(0, shownBesideLeads)
  const rest = byTimeLeft([...others.slice(shownBesideLeads), ...leads]).slice(0, shown - first.length)
  return {
    target_minutes: target,
    count: all.length,
    late: all.filter(({ due_at: at }) => at < now).length,
    rows: byTimeLeft([...first, ...rest]).map(sentRow),
  }
}

const byTimeLeft = (rows: readonly WaitingRow[]): WaitingRow[] =>
  rows.toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())

const rowOfLead = (lead: UnansweredLead, targetMinutes: number): WaitingRow => ({
  ...{ kind: 'lead', contact_id: lead.contact_id, full_name: lead.name, deal_id: null, deal_name: null, channel: null },
  ...{ preview: lead.note, is_unverified: false, owner_id: lead.owner_id, owner_name: lead.owner_name, lead },
  ...{ since: lead.received_at, due_at: new Date(lead.received_at.getTime() + targetMinutes * 60_000) },
})

const findConversations = async (
  db: Db,
  orgId: string,
  memberId: string | null,
  { target, now }: { target: number; now: Date },
): Promise<WaitingRow[]> => {
  const waiting = ofMember(
    memberId,
    sql`assigned_to`,
    (which, first) => sql`
      select id, deal_id, assigned_to, waiting_since from conversations
      where org_id = ${orgId} and waiting_since is not null and ${which} and (snoozed_until is null or snoozed_until <= ${now})
      order by ${first} waiting_since, id limit ${unassignedRead}`,
  )
  const { rows } = await sql<WaitingRow>`
    select 'conversation' as kind, c.id as contact_id, p.full_name, d.id as deal_id, d.name as deal_name, c.channel, c.last_preview as preview,
      c.last_is_unverified as is_unverified, w.owner_id, o.name as owner_name, c.waiting_since as since,
      c.waiting_since + make_interval(mins => ${target}) as due_at
    from (
      select w.id, w.waiting_since, coalesce(w.assigned_to, d.assigned_to) as owner_id
      from (${waiting}) w
      left join ${rowOf('deals', orgId, sql`w.deal_id`)} d on true
      where ${memberId}::uuid is null or coalesce(w.assigned_to, d.assigned_to, ${memberId}) = ${memberId}
      order by w.waiting_since, w.id limit ${mostCounted}) w
    join ${rowOf('conversations', orgId, sql`w.id`)} c on true
    join ${rowOf('contacts', orgId, sql`w.id`)} p on p.deleted_at is null
    left join ${rowOf('deals', orgId, sql`c.deal_id`)} d on d.deleted_at is null
    left join directory.people o on o.id = w.owner_id`.execute(db)
  return rows
}

const findFirstAnswers = async (db: Db, orgId: string, memberId: string | null): Promise<WaitingRow[]> => {
  const waiting = ofMember(
    memberId,
    sql`assigned_to`,
    (which, first) => sql`
      select id, response_due_at from deals
      where org_id = ${orgId} and state = 'open' and responded_at is null and response_due_at is not null and ${which}
      order by ${first} response_due_at limit ${mostCounted}`,
  )
  const { rows } = await sql<WaitingRow>`
    select 'deal' as kind, r.id as contact_id, r.full_name, d.id as deal_id, d.name as deal_name, null as channel, null as preview,
      false as is_unverified, d.assigned_to as owner_id, o.name as owner_name, d.created_at as since, d.response_due_at as due_at
    from (${waiting}) w
    join ${rowOf('deals', orgId, sql`w.id`)} d on d.deleted_at is null
    left join ${rowOf('contacts', orgId, sql`d.contact_id`)} c on true
    left join ${rowOf('contacts', orgId, rootId('c'))} r on true
    left join directory.people o on o.id = d.assigned_to
    where r.deleted_at is null`.execute(db)
  return rows
}

const sentRow = (row: WaitingRow): z.input<typeof WaitingReply> => ({
  kind: row.kind,
  contact: row.contact_id === null ? null : { id: row.contact_id, name: row.full_name },
  deal: row.deal_id === null ? null : { id: row.deal_id, name: row.deal_name ?? '' },
  lead: row.lead ? sentLead(row.lead) : null,
  channel: row.channel,
  preview: row.preview,
  is_unverified: row.is_unverified,
  owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name },
  waiting_since: row.since.toISOString(),
  due_at: row.due_at.toISOString(),
})

const sentLead = ({ id, source, email, phone, has_thread }: UnansweredLead): z.input<typeof WaitingReply>['lead'] => ({
  ...{ id, source, email, phone, has_conversation: has_thread },
})
