import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordAll } from '#core/events/events.ts'
import type { ReadContext } from '#core/inbound/inbound-webhook.ts'
import { openDealsFor } from '#domains/crm/deals/deals.ts'
import { recordClaimsOf } from '#domains/crm/identities/claims.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import { type ContactRow, lockMergeGroups } from '#domains/crm/identities/merge-groups.ts'
import { mergeContacts } from '#domains/crm/identities/merges.ts'
import { type Found, resolvePlainly } from '#domains/crm/identities/plain-people.ts'
import type { Referral } from '#domains/crm/identities/referrals.ts'
import type { IncomingMessage, MessageReferral, MessageSender } from '#ports/messaging.ts'
import { type Phone, readPhone } from '#shapes/phones.ts'
import { recordMessages } from '../inbox/incoming-messages.ts'
import type { Content } from '../inbox/messages.ts'
import { fetchMediaJob } from './job-references.ts'

/** A message of a webhook. */
export interface Incoming extends Said {
  /** The request in which it came. */
  readonly request: number
}

type Context = Pick<ReadContext, 'db' | 'org' | 'enqueue' | 'within'>

/**
 * Takes messages of webhooks: their people, a deal for each who is new, each message once, and what they brought along. In few
 * statements however many there are, where their people are plain (`resolvePlainly`). With `isAlone` the others are resolved one
 * after the other; without, their requests are put aside, and answered: each is to be read in a transaction of its own. `known`: the
 * platform's ids of those that are here already.
 */
export const recordIncoming = async (
  context: Context,
  incoming: readonly Incoming[],
  { isAlone, known }: { readonly isAlone: boolean; readonly known: ReadonlySet<string> },
): Promise<ReadonlySet<number>> => {
  const { db, org, enqueue } = context
  const fresh = withoutKnown(incoming, known)
  const { plain, people, rest } = await resolveSenders(context, fresh)
  const aside = isAlone ? new Set<number>() : requestsOf(rest, incoming)
  const held = isAlone && rest.length > 0 ? await resolveRest(context, rest, people) : plain.held
  const taken = fresh.filter(({ request }) => !aside.has(request))
  const personOf = (each: Incoming): Found => people.get(each) as Found
  // A notice of the platform, such as a changed number, creates no deal and is about none.
  const said = taken.filter(({ message }) => message.kind !== 'system')
  const { deals, events } = await openDealsOf(context, said, personOf, { held, made: plain.made })
  const { isNew, events: told } = await recordMessages(
    db,
    org.id,
    taken.map((each) => {
      const { contactId: personId, recordId: contactId } = personOf(each)
      const dealId = each.message.kind === 'system' ? null : (deals.get(personId) ?? null)
      return { ...shown(each), personId, contactId, dealId, state: null, isImported: false }
    }),
  )
  await recordAll(db, org.id, [...plain.events, ...events, ...told])
  for (const { id, message } of taken)
    if (isNew.has(id) && message.media) await enqueue(fetchMediaJob, { orgId: org.id, messageId: id })
  return aside
}

/** Something that a person is told to have said, with the id that it will have here. */
export interface Said {
  readonly id: string
  readonly connectionId: string
  readonly message: IncomingMessage
}

/** Whose these are: of those whose people are plain at once, in few statements; `rest` are the others. */
export const resolveSenders = async <S extends Said>({ db, org }: Pick<Context, 'db' | 'org'>, said: readonly S[]) => {
  const bySender = [...Map.groupBy(said, ({ message }) => keyOf(message.sender)).values()]
  const plain = await resolvePlainly(db, org.id, bySender.map(senderOf).map(identityOf))
  const people = new Map<S, Found>()
  const rest: S[] = []
  for (const [at, theirs] of bySender.entries())
    for (const each of theirs) {
      const found = isMove(each.message) ? null : plain.found[at]
      if (found) people.set(each, found)
      else rest.push(each)
    }
  return { plain, people, rest }
}

/** Finds or opens a deal for each of those who said these. */
export const openDealsOf = <S extends Said>(
  { db, org }: Pick<Context, 'db' | 'org'>,
  said: readonly S[],
  personOf: (each: S) => Found,
  known: Parameters<typeof openDealsFor>[3],
) =>
  openDealsFor(
    db,
    org.id,
    [...Map.groupBy(said, (each) => personOf(each).contactId)].map(([contactId, [first]]) => ({
      contactId,
      kind: 'whatsapp',
      name: nameOf((first as S).message.sender),
      cause: 'whatsapp',
    })),
    known,
  )

/** The organization's numbers, with the connection of each; and which of these messages are here already, by the platform's ids. */
export const findKnown = async (
  db: Db,
  orgId: string,
  messages: readonly IncomingMessage[],
): Promise<{ own: ReadonlyMap<string, string>; known: ReadonlySet<string> }> => {
  const ids = messages.map(({ messageId }) => messageId)
  const { rows } = await sql<{ own: Record<string, string> | null; known: string[] }>`
    select
      (select jsonb_object_agg(phone_number_id, connection_id) from directory.whatsapp_numbers where org_id = ${orgId}) as own,
      array(select provider_message_id from messages where org_id = ${orgId} and provider_message_id = any(${ids}::text[])) as known`.execute(
    db,
  )
  const [found] = rows
  return { own: new Map(Object.entries(found?.own ?? {})), known: new Set(found?.known) }
}

/** Each message once, and none that is here already. */
export const withoutKnown = <S extends Said>(incoming: readonly S[], known: ReadonlySet<string>): S[] => {
  const first = new Map(incoming.toReversed().map((each) => [each.message.messageId, each]))
  return incoming.filter((each) => first.get(each.message.messageId) === each && !known.has(each.message.messageId))
}

/** Who wrote these, by the first name that they gave. */
const senderOf = (theirs: readonly Said[]): MessageSender => {
  const [first, ...more] = theirs.map(({ message }) => message.sender)
  if (!first) throw new Error('a sender without a message')
  return { ...first, name: [first, ...more].find(({ name }) => name?.trim())?.name ?? null }
}

/** The requests of these, and all that tell of the same people: a conversation is read in its order. */
const requestsOf = (some: readonly Incoming[], all: readonly Incoming[]): ReadonlySet<number> => {
  const aside = new Set(some.map(({ request }) => request))
  const addresses = new Set<string>()
  for (let count = -1; count < aside.size; ) {
    count = aside.size
    for (const { request, message } of all)
      if (aside.has(request)) for (const each of addressesOf(message.sender)) addresses.add(each)
    for (const { request, message } of all)
      if (addressesOf(message.sender).some((each) => addresses.has(each))) aside.add(request)
  }
  return aside
}

/** What a sender is known by. */
export const addressesOf = ({ phoneDigits, userId }: MessageSender): string[] =>
  [phoneDigits, userId].filter((address) => address !== null)

/** Whether a contact has a new number, or a new id. */
export const isMove = ({ changedTo, changedUserId }: IncomingMessage): boolean => changedTo !== null || changedUserId !== null

const keyOf = ({ phoneDigits, userId, username }: MessageSender): string =>
  JSON.stringify(phoneDigits === null && userId === null ? [username] : [phoneDigits, userId])

/**
 * Resolves ambiguous senders one after the other, and returns the merge groups of all: a found one may have been merged meanwhile.
 */
export const resolveRest = async <S extends Said>(
  context: Context,
  rest: readonly S[],
  people: Map<S, Found>,
): Promise<ReadonlyMap<string, ContactRow>> => {
  const { db, org, within } = context
  // In one order in every worker, so that no two wait for each other.
  for (const each of rest.toSorted((a, b) => (keyOf(a.message.sender) < keyOf(b.message.sender) ? -1 : 1))) {
    people.set(each, await resolveContact(db, org.id, within, identityOf(each.message.sender), 'whatsapp'))
    if (isMove(each.message)) await joinNewAddress(context, each.message)
  }
  const held = await lockMergeGroups(db, org.id, [...new Set([...people.values()].map(({ recordId }) => recordId))])
  for (const [each, { recordId }] of people) people.set(each, { recordId, contactId: held.get(recordId)?.root_id ?? recordId })
  return held
}

export const shown = ({ id, connectionId, message }: Said) => ({
  id,
  connectionId,
  channel: 'whatsapp' as const,
  kind: message.kind,
  body: message.text,
  content: contentOf(message),
  at: message.at,
  providerMessageId: message.messageId,
  replyTo: message.reaction?.about ?? message.replyTo,
  address: message.sender.phoneDigits,
})

export const identityOf = ({ phoneDigits, userId, name }: MessageSender) => ({
  phone: phoneDigits === null ? null : phoneOf(phoneDigits),
  whatsappUserId: userId,
  name,
})

/** The platform's digits begin with the calling code; what is not a number there is kept as it came. */
export const phoneOf = (phoneDigits: string): Phone =>
  readPhone(`+${phoneDigits}`, null) ?? { e164: `+${phoneDigits}`, key: `+${phoneDigits}` }

export const nameOf = ({ name, username, phoneDigits }: MessageSender): string =>
  name ?? (username === null ? `+${phoneDigits ?? ''}` : `@${username}`)

/** Clocks of the platform and of the database may differ by so much. */
const clockSkewMs = 60_000

/**
 * The platform says that a person has another number, or another id, from now on: one person, two records. A contact that had the
 * number before is a person of its own, for numbers are given out again: then it is proposed and not done.
 */
const joinNewAddress = async (
  { db, org, within }: Context,
  { sender, changedTo, changedUserId, at }: IncomingMessage,
): Promise<void> => {
  const former = await resolveContact(db, org.id, within, identityOf(sender), 'number_changed')
  const now = { phone: changedTo === null ? null : phoneOf(changedTo), whatsappUserId: changedUserId, name: sender.name }
  const present = await resolveContact(db, org.id, within, now, 'number_changed')
  if (former.contactId === present.contactId) return
  const { created_at } = await db
    .selectFrom('contacts')
    .select('created_at')
    .where('org_id', '=', org.id)
    .where('id', '=', present.contactId)
    .executeTakeFirstOrThrow()
  if (created_at.getTime() < at.getTime() - clockSkewMs) {
    await recordClaimsOf(db, org.id, former.recordId, now, 'number_changed')
    return
  }
  const merge = { sourceId: present.contactId, targetId: former.contactId, reason: null, personId: null }
  await mergeContacts(db, org.id, within, { ...merge, cause: 'number_changed' })
}

export const contentOf = (message: IncomingMessage): Content => ({
  sender: { user_id: message.sender.userId, username: message.sender.username },
  ...(message.media && {
    attachments: [
      {
        kind: message.kind,
        media_id: message.media.id,
        name: message.media.name,
        type: message.media.type,
        sha256: message.media.sha256,
        bytes: null,
        state: 'waiting' as const,
        file: null,
      },
    ],
  }),
  ...(message.location && { location: message.location }),
  ...(message.contacts && {
    contacts: message.contacts.map(({ name, phones, emails }) => ({ name, phones: [...phones], emails: [...emails] })),
  }),
  ...(message.reaction && { reaction: message.reaction }),
  ...(message.form && { form: { ...message.form, fields: [...message.form.fields] } }),
  ...(message.referral && { referral: shownReferral(message.referral) }),
  ...(message.changedTo !== null && { changed_to: message.changedTo }),
  ...(message.kind === 'unsupported' && { raw: message.raw }),
})

const shownReferral = ({ mediaType, mediaUrl, clickId, ...referral }: MessageReferral): Referral => ({
  ...referral,
  media_type: mediaType,
  media_url: mediaUrl,
  click_id: clickId,
})
