import type { ReadContext } from '#core/hook.ts'
import { type Content, takeMessage } from '#domains/chat/messages.ts'
import { resolveContact } from '#domains/contacts/identities.ts'
import { mergeContacts } from '#domains/contacts/merges.ts'
import { openDealFor } from '#domains/deals/deals.ts'
import type { IncomingMessage, MessageSender } from '#ports/messaging.ts'
import { type Phone, readPhone } from '#shapes/phones.ts'
import { fetchMediaOrder } from './orders.ts'

/** Takes one message of a webhook: its person, a deal for one who is new, the message once, and what it brought along. */
export const takeIncoming = async (
  { db, org, enqueue, newPartId }: Pick<ReadContext, 'db' | 'org' | 'enqueue' | 'newPartId'>,
  connectionId: string,
  message: IncomingMessage,
): Promise<void> => {
  if (await isKnown({ db, org }, message.messageId)) return
  const { contactId, recordId } = await resolveContact(db, org.id, identityOf(message.sender), 'whatsapp')
  const isAnew = message.changedTo !== null || message.changedUserId !== null
  const person = isAnew ? await joinNewAddress({ db, org }, message) : contactId
  const { dealId } = await openDealFor(db, org.id, {
    contactId: person,
    kind: 'whatsapp',
    name: message.sender.name ?? nameOf(message.sender),
    cause: 'whatsapp',
  })
  const taken = await takeMessage(db, org.id, {
    contactId: recordId,
    dealId,
    channel: 'whatsapp',
    direction: 'in',
    id: newPartId(),
    kind: message.kind,
    body: message.text,
    content: contentOf(message),
    at: message.at,
    providerMessageId: message.messageId,
    replyTo: message.reaction?.about ?? message.replyTo,
    connectionId,
    address: message.sender.waId,
  })
  if (taken.isNew && message.media) await enqueue(fetchMediaOrder, { orgId: org.id, messageId: taken.messageId })
}

const isKnown = async ({ db, org }: Pick<ReadContext, 'db' | 'org'>, messageId: string): Promise<boolean> =>
  (await db
    .selectFrom('messages')
    .select('id')
    .where('org_id', '=', org.id)
    .where('provider_message_id', '=', messageId)
    .executeTakeFirst()) !== undefined

const identityOf = ({ waId, userId, name }: MessageSender) => ({
  phone: waId === null ? null : phoneOf(waId),
  whatsappUserId: userId,
  name,
})

/** The platform's digits begin with the calling code; what is not a number there is kept as it came. */
const phoneOf = (waId: string): Phone => readPhone(`+${waId}`, null) ?? { e164: `+${waId}`, key: `+${waId}` }

const nameOf = ({ username, waId }: MessageSender): string => (username === null ? `+${waId ?? ''}` : `@${username}`)

/** Somebody has another number, or another id, from now on: one person, two records. */
const joinNewAddress = async (
  { db, org }: Pick<ReadContext, 'db' | 'org'>,
  { sender, changedTo, changedUserId }: IncomingMessage,
): Promise<string> => {
  const former = await resolveContact(db, org.id, identityOf(sender), 'number_changed')
  const present = await resolveContact(
    db,
    org.id,
    { phone: changedTo === null ? null : phoneOf(changedTo), whatsappUserId: changedUserId, name: sender.name },
    'number_changed',
  )
  if (former.contactId === present.contactId) return former.contactId
  const merge = { sourceId: present.contactId, targetId: former.contactId, reason: null, personId: null }
  await mergeContacts(db, org.id, { ...merge, cause: 'number_changed' })
  return former.contactId
}

const contentOf = (message: IncomingMessage): Content => ({
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
  ...(message.kind === 'unsupported' && { raw: message.raw }),
})
