import type { ReadContext } from '#core/inbound/inbound-webhook.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { recordResponse } from '#domains/crm/deals/responses.ts'
import { digest16 } from '#domains/crm/identities/digests.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import type { EchoedMessage, MessagingNews } from '#ports/messaging.ts'
import { ensureQuietConversation } from '../inbox/conversations.ts'
import { setMessageContent } from '../inbox/message-changes.ts'
import { recordMessage } from '../inbox/messages.ts'
import { contentOf, identityOf, nameOf, phoneOf } from './incoming.ts'
import { fetchMediaJob } from './job-references.ts'
import { recordSent } from './states.ts'

type Context = Pick<ReadContext, 'db' | 'org' | 'enqueue' | 'within' | 'newPartId'>

/** Takes what of a body was written elsewhere, and names. In one order in every worker, so that no two wait for each other. */
export const recordElsewhere = async (
  context: Context,
  news: MessagingNews,
  own: ReadonlyMap<string, string>,
): Promise<void> => {
  const isOwn = ({ phoneNumberId }: { phoneNumberId: string }): boolean => own.has(phoneNumberId)
  const nameOfPerson = ({ sender }: EchoedMessage): string => sender.phoneDigits ?? sender.userId ?? ''
  const echoes = news.echoes.filter(isOwn).toSorted((a, b) => nameOfPerson(a).localeCompare(nameOfPerson(b)))
  for (const echo of echoes) await takeEcho(context, own.get(echo.phoneNumberId) as string, echo)
  const names = news.names.filter(isOwn).toSorted((a, b) => a.phoneDigits.localeCompare(b.phoneDigits))
  for (const name of names) await takeName(context, name)
}

/**
 * Takes what was written elsewhere. What the business writes in its own app is an answer like any other: it stands in the thread,
 * opens no window and is unread for no member. A message from before the number was connected has its place in the thread, and
 * neither a deal nor a notice is made of it.
 */
const takeEcho = async ({ db, org, enqueue, within, newPartId }: Context, connectionId: string, message: EchoedMessage) => {
  const known = await findKnown({ db, org }, message.messageId)
  if (known) return takeFile({ db, org, enqueue }, known, message)
  const { contactId, recordId } = await resolveContact(db, org.id, within, identityOf(message.sender), 'whatsapp')
  if (message.isHistory) await ensureQuietConversation(db, org.id, contactId)
  const dealId = message.isHistory ? null : await dealFor({ db, org }, contactId, message)
  const isOurs = message.direction === 'out'
  const taken = await recordMessage(db, org.id, {
    contactId: recordId,
    dealId,
    channel: 'whatsapp',
    direction: message.direction,
    id: newPartId(),
    kind: message.kind,
    body: message.text,
    content: { ...contentOf(message), ...(isOurs && { via: 'business_app' as const }) },
    at: message.at,
    providerMessageId: message.messageId,
    replyTo: message.reaction?.about ?? message.replyTo,
    connectionId,
    address: message.sender.phoneDigits,
    isImported: message.isHistory,
    ...(isOurs && { state: message.state ?? 'sent' }),
  })
  if (!taken.isNew) return
  if (message.media) await enqueue(fetchMediaJob, { orgId: org.id, messageId: taken.messageId })
  if (!isOurs || message.isHistory) return
  await recordSent(db, org.id, taken.messageId, { providerMessageId: message.messageId, address: message.sender.phoneDigits })
  if (message.kind !== 'reaction') await recordResponse(db, org.id, { contactId, personId: null, byKind: 'message' })
}

const dealFor = async ({ db, org }: Pick<Context, 'db' | 'org'>, contactId: string, { sender }: EchoedMessage) =>
  (await openDealFor(db, org.id, { contactId, kind: 'whatsapp', name: nameOf(sender), cause: 'whatsapp' })).dealId

interface Known {
  readonly id: string
  readonly kind: string
  readonly contact_id: string
  readonly deal_id: string | null
  readonly channel: string
}

const findKnown = ({ db, org }: Pick<Context, 'db' | 'org'>, messageId: string): Promise<Known | undefined> =>
  db
    .selectFrom('messages')
    .select(['id', 'kind', 'contact_id', 'deal_id', 'channel'])
    .where('org_id', '=', org.id)
    .where('provider_message_id', '=', messageId)
    .executeTakeFirst()

/** Of a message from before, the platform tells first that there was a file, and afterwards which. */
const takeFile = async (
  { db, org, enqueue }: Pick<Context, 'db' | 'org' | 'enqueue'>,
  known: Known,
  message: EchoedMessage,
): Promise<void> => {
  if (known.kind !== 'unsupported' || !message.isHistory || message.media === null) return
  const said = { kind: message.kind, body: message.text, content: contentOf(message) }
  await setMessageContent(db, org.id, known, said)
  await enqueue(fetchMediaJob, { orgId: org.id, messageId: known.id })
}

/** A contact without a name gets the name from the business's address book; an entry there creates no contact. */
const takeName = async (
  { db, org, within }: Pick<Context, 'db' | 'org' | 'within'>,
  { phoneDigits, name }: MessagingNews['names'][number],
): Promise<void> => {
  const phone = phoneOf(phoneDigits)
  const known = await db
    .selectFrom('contact_keys')
    .select('contact_id')
    .where('org_id', '=', org.id)
    .where('key', '=', digest16(org.id, 'phone', phone.key))
    .executeTakeFirst()
  if (known) await resolveContact(db, org.id, within, { phone, name }, 'whatsapp')
}
