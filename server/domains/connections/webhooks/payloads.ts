import type { Db } from '#core/context.ts'
import type { ToldData, ToldType } from '#core/events/events.ts'
import { invoiceLabel } from '#domains/business/invoices/invoices.ts'
import { contentOf } from '#domains/conversations/inbox/messages.ts'
import { tellDeals } from '#domains/crm/deals/deals.ts'
import { companyOf } from '#domains/crm/leads/leads.ts'

/** An event that somebody is to be told of. */
export interface Happening {
  readonly eventId: string
  readonly type: ToldType
  readonly subjectId: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** The body of a webhook, by Standard Webhooks. */
export const bodyOf = (type: string, at: Date, data: object): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })

type Reader<Type extends ToldType> = (
  db: Db,
  orgId: string,
  events: readonly Happening[],
) => Promise<(event: Happening) => ToldData<Type> | undefined>

/**
 * What each event tells, by its id, as things stand when it is told. An event whose subject is gone by now has nothing to
 * tell, and neither has a lead that was invented for the demo.
 */
export const tell = async (db: Db, orgId: string, events: readonly Happening[]): Promise<Map<string, string>> => {
  const bodies = new Map<string, string>()
  for (const type of new Set(events.map((event) => event.type))) {
    const ofType = events.filter((event) => event.type === type)
    const read = await readers[type](db, orgId, ofType)
    for (const event of ofType) {
      const data = read(event)
      if (data) bodies.set(event.eventId, bodyOf(type, event.at, data))
    }
  }
  return bodies
}

const subjectsOf = (events: readonly Happening[]): string[] => [...new Set(events.map(({ subjectId }) => subjectId))]

/** What an event tells of the row that it is about; nothing of one that is gone. */
const ofSubject = <Row extends { readonly id: string }, Data>(
  rows: readonly Row[],
  tellOf: (row: Row, event: Happening) => Data,
): ((event: Happening) => Data | undefined) => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (event) => {
    const row = byId.get(event.subjectId)
    return row && tellOf(row, event)
  }
}

const readLeads: Reader<'lead.received'> = async (db, orgId, events) => {
  const rows = await db
    .selectFrom('leads')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', subjectsOf(events))
    .where('via', '<>', 'demo')
    .execute()
  return ofSubject(rows, (lead) => ({
    id: lead.id,
    contact_id: lead.contact_id,
    external_id: lead.external_id,
    source: lead.source,
    name: lead.full_name,
    email: lead.email,
    phone: lead.phone,
    phone_e164: lead.phone_e164,
    company: companyOf(lead.metadata),
    title: lead.job_title,
    note: lead.note,
    linkedin_url: lead.linkedin_url,
    via: lead.via,
    received_at: lead.received_at.toISOString(),
  }))
}

const readMessages: Reader<'message.received'> = async (db, orgId, events) => {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.org_id', '=', 'messages.org_id').onRef('contacts.id', '=', 'messages.contact_id'),
    )
    .select(['messages.id', 'messages.deal_id', 'messages.channel', 'messages.kind', 'messages.body', 'messages.at'])
    .select('messages.content')
    .select(['contacts.id as contact_id', 'contacts.root_id', 'contacts.full_name'])
    .where('messages.org_id', '=', orgId)
    .where('messages.id', 'in', subjectsOf(events))
    .execute()
  return ofSubject(rows, (message) => ({
    id: message.id,
    contact_id: message.root_id ?? message.contact_id,
    deal_id: message.deal_id,
    channel: message.channel,
    kind: message.kind,
    text: message.body,
    name: message.full_name,
    referral: contentOf(message).referral ?? null,
    at: message.at.toISOString(),
  }))
}

const readContacts: Reader<'contact.changed'> = async (db, orgId, events) => {
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', subjectsOf(events))
    .execute()
  return ofSubject(rows, (contact) => ({
    id: contact.id,
    name: contact.full_name,
    email: contact.email,
    phone: contact.phone,
    company: contact.company,
    title: contact.job_title,
    linkedin_url: contact.linkedin_url,
  }))
}

const readMerges: Reader<'contact.merged'> = async (db, orgId, events) => {
  const rows = await db
    .selectFrom('contact_merges')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', subjectsOf(events))
    .execute()
  return ofSubject(rows, (merge, { payload }) => ({
    id: merge.id,
    source_id: merge.source_id,
    target_id: merge.target_id,
    cause: merge.cause,
    reason: merge.reason,
    is_undone: payload.is_undone === true,
  }))
}

/** Whoever has left is told of all the same, with the role that the event kept. */
const readMembers: Reader<'member.joined' | 'member.changed' | 'member.left'> = async (db, orgId, events) => {
  const rows = await db
    .selectFrom('directory.people')
    .leftJoin('members', (join) => join.onRef('members.id', '=', 'directory.people.id').on('members.org_id', '=', orgId))
    .select(['directory.people.id', 'directory.people.name', 'directory.people.email', 'members.role'])
    .where('directory.people.id', 'in', subjectsOf(events))
    .execute()
  return ofSubject(rows, ({ id, name, email, role }, { payload }) => ({
    ...{ id, name, email },
    role: typeof payload.role === 'string' ? payload.role : role,
  }))
}

const readKeys: Reader<'key.changed'> = async (db, orgId, events) => {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'hint'])
    .where('org_id', '=', orgId)
    .where('id', 'in', subjectsOf(events))
    .execute()
  return ofSubject(rows, (key, { payload }) => ({
    ...key,
    change: typeof payload.change === 'string' ? payload.change : 'changed',
  }))
}

/** As it was when it happened: a connection that fails and works again within a moment has two things to tell. */
const readConnections: Reader<'connection.connected' | 'connection.failed' | 'connection.disconnected'> =
  async () =>
  ({ subjectId, type, payload }) => ({
    id: subjectId,
    provider: String(payload.provider),
    mode: String(payload.mode),
    status: typeof payload.status === 'string' ? payload.status : type.slice('connection.'.length),
    reason: typeof payload.reason === 'string' ? payload.reason : null,
  })

const readPayments: Reader<'payment.received'> = async (db, orgId, events) => {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('invoices', (join) => join.on('invoices.org_id', '=', orgId).onRef('invoices.id', '=', 'payments.invoice_id'))
    .selectAll('payments')
    .select('invoices.number')
    .where('payments.org_id', '=', orgId)
    .where('payments.id', 'in', subjectsOf(events))
    .execute()
  return ofSubject(rows, (payment) => ({
    id: payment.id,
    invoice_id: payment.invoice_id,
    invoice: payment.number === null ? '' : invoiceLabel(payment.number),
    amount_minor: payment.amount_minor,
    currency: payment.currency,
    provider: payment.provider,
    provider_payment_id: payment.provider_payment_id,
    is_live: payment.is_live,
    received_at: payment.received_at.toISOString(),
  }))
}

/** As they stand now: who is told late is told what is. */
const readDeals: Reader<'deal.created' | 'deal.changed' | 'deal.closed'> = async (db, orgId, events) => {
  return ofSubject(await tellDeals(db, orgId, subjectsOf(events)), (deal) => deal)
}

/** As it stands now: of a call there is one end. */
const readCalls: Reader<'call.ended'> = async (db, orgId, events) => {
  const rows = await db
    .selectFrom('calls')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', subjectsOf(events))
    .execute()
  return ofSubject(rows, (call) => ({
    ...{ id: call.id, direction: call.direction, state: call.state, is_missed: call.is_missed },
    ...{ from_number: call.from_number, to_number: call.to_number, refused_because: call.refused_because },
    ...{ contact_id: call.contact_id, deal_id: call.deal_id, person_id: call.person_id, duration_s: call.duration_s },
    started_at: call.started_at.toISOString(),
    answered_at: call.answered_at?.toISOString() ?? null,
    ended_at: call.ended_at?.toISOString() ?? null,
  }))
}

const readers: { readonly [Type in ToldType]: Reader<Type> } = {
  'lead.received': readLeads,
  'contact.changed': readContacts,
  'contact.merged': readMerges,
  'message.received': readMessages,
  'member.joined': readMembers,
  'member.changed': readMembers,
  'member.left': readMembers,
  'key.changed': readKeys,
  'call.ended': readCalls,
  'connection.connected': readConnections,
  'connection.failed': readConnections,
  'connection.disconnected': readConnections,
  'payment.received': readPayments,
  'deal.created': readDeals,
  'deal.changed': readDeals,
  'deal.closed': readDeals,
}
