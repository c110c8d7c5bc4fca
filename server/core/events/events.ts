import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../context.ts'
import { newId } from '../ids.ts'

const Member = z.object({
  id: z.uuid().describe('The person'),
  name: z.string(),
  email: z.string(),
  role: z.string().describe('owner, admin or member; of somebody who left, the last one, where it is known').nullable(),
})

const Connection = z.object({
  id: z.uuid().describe('The connection'),
  provider: z.string().describe('stripe, razorpay, google …'),
  mode: z.string().describe('live, test or sandbox'),
  status: z.string().describe('connected, needs_reauth, error or disconnected'),
  reason: z.string().nullable().describe('Why it needs somebody'),
})

const Deal = z.object({
  id: z.uuid().describe('The deal'),
  contact_id: z.uuid().describe('The person; the root of their records'),
  name: z.string(),
  kind: z.string().describe('How it began: prd, web_chat, whatsapp, voice, lead or manual'),
  state: z.string().describe('open, won, lost or linked'),
  status: z.string().describe('The slug of its stage'),
  stage: z.string().describe('The name of its stage'),
  value_minor: z.int().nullable().describe('In the smallest unit of the currency'),
  currency: z.string().nullable().describe('ISO 4217'),
  assigned_to: z.uuid().nullable(),
  lost_reason: z.string().nullable(),
  created_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable(),
})

/**
 * Everything that can happen. `told` ones are offered to outgoing webhooks, with `data` as documented; the rest only wake
 * live pages, and may change.
 */
export const eventTypes = {
  'lead.received': {
    about: 'A lead was taken, through the API, a file or a replay.',
    told: true,
    data: z.object({
      id: z.uuid().describe('The lead'),
      contact_id: z.uuid().describe('The person behind it'),
      external_id: z.string().nullable(),
      source: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable().describe('As received'),
      phone: z.string().nullable().describe('As received'),
      phone_e164: z.string().nullable().describe('The same in E.164, where it could be read'),
      company: z.string().nullable(),
      title: z.string().nullable(),
      note: z.string().nullable(),
      linkedin_url: z.string().nullable(),
      via: z.string().describe('api, upload or replay'),
      received_at: z.iso.datetime(),
    }),
  },
  'contact.changed': {
    about: 'A contact was created or changed, other than by a lead.',
    told: true,
    data: z.object({
      id: z.uuid().describe('The contact'),
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable().describe('E.164'),
      company: z.string().nullable(),
      title: z.string().nullable(),
      linkedin_url: z.string().nullable(),
    }),
  },
  'contact.merged': {
    about: 'Two contacts were found to be one person, or a merge was taken back.',
    told: true,
    data: z.object({
      id: z.uuid().describe('The merge'),
      source_id: z.uuid().describe('The contact that is now shown as the other one; or, undone, for itself again'),
      target_id: z.uuid().describe('The contact that stands for the person'),
      cause: z.string().describe('person, link, same_email, same_phone, same_whatsapp or number_changed'),
      reason: z.string().nullable(),
      is_undone: z.boolean(),
    }),
  },
  'member.joined': { about: 'Somebody became a member of the workspace.', told: true, data: Member },
  'member.changed': { about: 'The role of a member changed.', told: true, data: Member },
  'member.left': { about: 'A member was removed, or left.', told: true, data: Member },
  'key.changed': {
    about: 'An API key was made, changed, rolled or revoked.',
    told: true,
    data: z.object({
      id: z.uuid().describe('The key'),
      name: z.string(),
      hint: z.string().describe('Its last four characters'),
      change: z.string().describe('made, changed, rolled or revoked'),
    }),
  },
  'connection.connected': {
    about: 'An account at another service was connected, or works again.',
    told: true,
    data: Connection,
  },
  'connection.failed': { about: 'A connection needs somebody: its credentials are refused.', told: true, data: Connection },
  'connection.disconnected': { about: 'An account at another service was disconnected.', told: true, data: Connection },
  'call.changed': { about: 'A call began, or moved on.', told: false },
  'call.ended': {
    about: 'A call is over, and it is known whether anybody answered. Also one that was never put through.',
    told: true,
    data: z.object({
      id: z.uuid().describe('The call'),
      direction: z.string().describe('in or out'),
      state: z.string().describe('completed, busy, no_answer, canceled, failed or refused'),
      is_missed: z.boolean().describe('Somebody called, and nobody here answered'),
      from_number: z.string(),
      to_number: z.string(),
      contact_id: z.uuid().nullable().describe('Who is at the other end, where that is known'),
      deal_id: z.uuid().nullable(),
      person_id: z.uuid().nullable().describe('Who called, or answered, or was rung'),
      started_at: z.iso.datetime(),
      answered_at: z.iso.datetime().nullable(),
      ended_at: z.iso.datetime().nullable(),
      duration_s: z.int().nullable(),
      refused_because: z.string().nullable(),
    }),
  },
  'connection.changed': { about: 'Something was called over a connection.', told: false },
  'payment.received': {
    about: 'An invoice was paid. Once for each invoice, however it became known.',
    told: true,
    data: z.object({
      id: z.uuid().describe('The payment'),
      invoice_id: z.uuid(),
      invoice: z.string().describe('INV-0007'),
      amount_minor: z.int().describe('In the smallest unit of the currency'),
      currency: z.string().describe('ISO 4217'),
      provider: z.string(),
      provider_payment_id: z.string(),
      is_live: z.boolean().describe('False: no real money'),
      received_at: z.iso.datetime(),
    }),
  },
  'payment.changed': { about: 'A payment was refunded or disputed.', told: false },
  'canned_reply.changed': { about: 'A reply kept ready was made, changed or removed.', told: false },
  'deal.created': { about: 'A deal was made, with whoever it was given to.', told: true, data: Deal },
  'deal.changed': { about: 'A deal was moved, given to somebody, answered or edited.', told: true, data: Deal },
  'deal.closed': { about: 'A deal was won or lost.', told: true, data: Deal },
  'task.changed': { about: 'A task was added or done.', told: false },
  'pipeline.changed': { about: 'The stages of a pipeline changed, or whose turn it is.', told: false },
  'message.received': {
    about: 'Somebody wrote: on the website or on WhatsApp.',
    told: true,
    data: z.object({
      id: z.uuid().describe('The message'),
      contact_id: z.uuid().describe('The person; the root of their records'),
      deal_id: z.uuid().nullable(),
      channel: z.string().describe('whatsapp or web_chat'),
      kind: z.string().describe('text, image, document, location, contacts, reaction, button, unsupported …'),
      text: z.string().nullable(),
      name: z.string().nullable().describe('Who wrote'),
      referral: z
        .object({
          type: z.string().nullable().describe('ad or post'),
          id: z.string().nullable(),
          url: z.string().nullable(),
          headline: z.string().nullable(),
          body: z.string().nullable(),
          media_type: z.string().nullable(),
          media_url: z.string().nullable(),
          click_id: z.string().nullable().describe('`ctwa_clid`'),
        })
        .nullable()
        .describe('The advertisement or post by which they came'),
      at: z.iso.datetime().describe('By the platform’s clock'),
    }),
  },
  'message.written': { about: 'Somebody here answered, or left a note.', told: false },
  'message.changed': { about: 'A message came further, failed, or its file arrived.', told: false },
  'conversation.changed': { about: 'A conversation was taken, closed, opened or put off.', told: false },
  'conversation.read': { about: 'Somebody has seen what is in a conversation.', told: false },
  'company.changed': { about: 'A company was made or changed.', told: false },
  'delivery.recorded': { about: 'A request to the lead API was recorded.', told: false },
  'fact.changed': { about: 'A value of a deal or a company changed, or a model found another one.', told: false },
  'invitation.changed': { about: 'An invitation was sent, accepted or withdrawn.', told: false },
  'session.ended': { about: 'Somebody was signed out somewhere.', told: false },
  'workspace.changed': { about: 'The settings of the workspace changed.', told: false },
  'upload.changed': { about: 'An uploaded file moved on.', told: false },
  'mail.changed': { about: 'A mail of the outbox moved on.', told: false },
  'webhook.changed': { about: 'A webhook endpoint or one of its deliveries moved on.', told: false },
  'chat_widget.changed': { about: 'A chat for websites was made, changed or removed.', told: false },
  'invoice.changed': { about: 'An invoice, or a payment of one, moved on.', told: false },
  'background.changed': { about: 'Background work died, or somebody decided about it.', told: false },
  'notice.raised': { about: 'There is something that somebody should look at.', told: false },
} as const satisfies Record<string, { about: string; told: false } | { about: string; told: true; data: z.ZodType }>

export type EventType = keyof typeof eventTypes
type Types = typeof eventTypes
export type ToldType = { [Type in EventType]: Types[Type]['told'] extends true ? Type : never }[EventType]
/** What an outgoing webhook says of an event of this type. */
export type ToldData<Type extends ToldType> = z.output<Types[Type]['data']>

export const toldTypes = Object.entries(eventTypes)
  .filter(([, { told }]) => told)
  .map(([type]) => type) as ToldType[]

/** Channel of the notifications that wake live pages; payload: `<event type> <org id>,<org id>…` or `*`. */
export const liveChannel = 'foyer_live'

/** Channel of the notifications that wake visitors of websites; payload: the id of their chat's session. */
export const visitorChannel = 'foyer_visitors'

/** Tells the page of a visitor that there is something new in their chat. It hears of it at the commit. */
export const wakeVisitor = async (db: Db, sessionId: string): Promise<void> => {
  await sql`select pg_notify(${visitorChannel}, ${sessionId})`.execute(db)
}

/** Writes an event in the caller's transaction. Live pages hear of it at the commit. */
export const recordEvent = (
  db: Db,
  orgId: string,
  type: EventType,
  subjectId: string,
  payload: Record<string, unknown> = {},
): Promise<void> => recordEvents(db, orgId, type, [{ subjectId, payload }])

/** Several of one type, in their order, in one statement. Live pages are woken once. */
export const recordEvents = async (
  db: Db,
  orgId: string,
  type: EventType,
  events: readonly { readonly subjectId: string; readonly payload?: Record<string, unknown> }[],
): Promise<void> => {
  if (events.length === 0) return
  const rows = events.map(({ subjectId, payload = {} }) => ({ id: newId(), subject_id: subjectId, payload }))
  await sql`
    with recorded as (
      insert into events (org_id, id, type, subject_id, payload)
      select ${orgId}, e.id, ${type}, e.subject_id, e.payload
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, subject_id uuid, payload jsonb))
    select pg_notify(${liveChannel}, ${`${type} ${orgId}`})`.execute(db)
}

/** Wakes live pages without an event: for progress that nobody needs to be told of later. */
export const wake = async (db: Db, orgId: string, type: EventType): Promise<void> => {
  await sql`select pg_notify(${liveChannel}, ${`${type} ${orgId}`})`.execute(db)
}
