import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Channel } from '#domains/conversations/inbox/messages.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { ContactReference, MemberReference, Reference, shape } from '#shapes'
import { mostCounted, ofMember, rowOf } from './scopes.ts'
import { findUnansweredLeads } from './unanswered-leads.ts'

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

interface Waiting {
  readonly kind: 'conversation' | 'deal' | 'lead'
  readonly contact_id: string | null
  readonly deal_id: string | null
  readonly lead_id: string | null
  readonly owner_id: string | null
  readonly since: Date
  readonly due_at: Date
}

/** The shortest time left first; of a member, with those that are unassigned. Each contact once. What stands in a row is read of those that are shown. */
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
  const leads = (await findUnansweredLeads(db, orgId, memberId, { now, target })).map(
    ({ id, received_at: since, ...lead }): Waiting => ({
      ...{ kind: 'lead', ...lead, deal_id: null, lead_id: id },
      ...{ since, due_at: new Date(since.getTime() + target * 60_000) },
    }),
  )
  const all = byTimeLeft([...others, ...leads]).slice(0, mostCounted)
  const first = others.slice(0, shownBesideLeads)
  const rest = byTimeLeft([...others.slice(shownBesideLeads), ...leads]).slice(0, shown - first.length)
  return {
    target_minutes: target,
    count: all.length,
    late: all.filter(({ due_at: at }) => at < now).length,
    rows: await showWaiting(db, orgId, byTimeLeft([...first, ...rest])),
  }
}

const byTimeLeft = (rows: readonly Waiting[]): Waiting[] => rows.toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())

const findConversations = async (
  db: Db,
  orgId: string,
  memberId: string | null,
  { target, now }: { target: number; now: Date },
): Promise<Waiting[]> => {
  const waiting = ofMember(
    memberId,
    sql`assigned_to`,
    (which, first) => sql`
      select id, deal_id, assigned_to, waiting_since from conversations
      where org_id = ${orgId} and waiting_since is not null and ${which} and (snoozed_until is null or snoozed_until <= ${now})
      order by ${first} waiting_since, id limit ${unassignedRead}`,
  )
  const { rows } = await sql<Waiting>`
    select 'conversation' as kind, w.id as contact_id, w.deal_id, null as lead_id, w.owner_id, w.waiting_since as since,
      w.waiting_since + make_interval(mins => ${target}) as due_at
    from (
      select w.id, w.deal_id, w.waiting_since, coalesce(w.assigned_to, d.assigned_to) as owner_id
      from (${waiting}) w
      left join ${rowOf('deals', orgId, sql`w.deal_id`)} d on true
      where ${memberId}::uuid is null or coalesce(w.assigned_to, d.assigned_to, ${memberId}) = ${memberId}
      order by w.waiting_since, w.id limit ${mostCounted}) w
    join ${rowOf('contacts', orgId, sql`w.id`)} p on p.deleted_at is null`.execute(db)
  return rows
}

const findFirstAnswers = async (db: Db, orgId: string, memberId: string | null): Promise<Waiting[]> => {
  const waiting = ofMember(
    memberId,
    sql`assigned_to`,
    (which, first) => sql`
      select id, response_due_at from deals
      where org_id = ${orgId} and state = 'open' and responded_at is null and response_due_at is not null and ${which}
      order by ${first} response_due_at limit ${mostCounted}`,
  )
  const { rows } = await sql<Waiting>`
    select 'deal' as kind, r.id as contact_id, d.id as deal_id, null as lead_id, d.assigned_to as owner_id, d.created_at as since,
      d.response_due_at as due_at
    from (select id from (${waiting}) w order by response_due_at limit ${mostCounted}) w
    join ${rowOf('deals', orgId, sql`w.id`)} d on d.deleted_at is null
    left join ${rowOf('contacts', orgId, sql`d.contact_id`)} c on true
    left join ${rowOf('contacts', orgId, rootId('c'))} r on true
    where r.deleted_at is null`.execute(db)
  return rows
}

interface Details {
  /** From 1. */
  readonly place: number
  readonly full_name: string | null
  readonly deal_id: string | null
  readonly deal_name: string | null
  readonly channel: z.output<typeof Channel> | null
  readonly preview: string | null
  readonly is_unverified: boolean | null
  readonly has_conversation: boolean
  readonly owner_name: string | null
  readonly source: string | null
  readonly lead_name: string | null
  readonly lead_note: string | null
  readonly email: string | null
  readonly phone: string | null
}

const showWaiting = async (db: Db, orgId: string, waiting: readonly Waiting[]): Promise<z.output<typeof WaitingReply>[]> => {
  const ids = (of: 'contact_id' | 'deal_id' | 'lead_id' | 'owner_id') => sql`${waiting.map((row) => row[of])}::uuid[]`
  const { rows } = await sql<Details>`
    select g.place::int as place, p.full_name, d.id as deal_id, d.name as deal_name, v.channel, v.last_preview as preview,
      v.last_is_unverified as is_unverified, v.id is not null as has_conversation, o.name as owner_name, l.source,
      coalesce(l.full_name, p.full_name, l.email, l.phone) as lead_name, left(l.note, 200) as lead_note,
      coalesce(p.email, l.email) as email, coalesce(p.phone, l.phone_e164) as phone
    from unnest(${ids('contact_id')}, ${ids('deal_id')}, ${ids('lead_id')}, ${ids('owner_id')})
      with ordinality as g (contact_id, deal_id, lead_id, owner_id, place)
    left join ${rowOf('contacts', orgId, sql`g.contact_id`)} p on true
    left join ${rowOf('deals', orgId, sql`g.deal_id`)} d on d.deleted_at is null
    left join ${rowOf('conversations', orgId, sql`g.contact_id`)} v on true
    left join ${rowOf('leads', orgId, sql`g.lead_id`)} l on true
    left join directory.people o on o.id = g.owner_id`.execute(db)
  const details = new Map(rows.map((row) => [row.place, row]))
  return waiting.flatMap((row, n) => {
    const found = details.get(n + 1)
    return found ? shownRow(row, found) : []
  })
}

const shownRow = (row: Waiting, found: Details): z.output<typeof WaitingReply> => {
  const isWritten = row.kind === 'conversation'
  const name = row.kind === 'lead' ? found.lead_name : found.full_name
  return {
    kind: row.kind,
    contact: row.contact_id === null ? null : { id: row.contact_id, name },
    deal: found.deal_id === null ? null : { id: found.deal_id, name: found.deal_name ?? '' },
    lead: row.lead_id === null ? null : leadOf(row.lead_id, found),
    channel: isWritten ? found.channel : null,
    preview: isWritten ? found.preview : found.lead_note,
    is_unverified: isWritten && found.is_unverified === true,
    owner: row.owner_id === null ? null : { id: row.owner_id, name: found.owner_name },
    waiting_since: row.since.toISOString(),
    due_at: row.due_at.toISOString(),
  }
}

const leadOf = (id: string, found: Details): z.output<typeof WaitingReply>['lead'] => ({
  ...{ id, source: found.source ?? '', email: found.email, phone: found.phone, has_conversation: found.has_conversation },
})
