import { recordAll } from '#core/events/events.ts'
import type { ReadContext } from '#core/inbound/inbound-webhook.ts'
import { recordResponses } from '#domains/crm/deals/responses.ts'
import { digest16 } from '#domains/crm/identities/digests.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import type { ContactRow } from '#domains/crm/identities/merge-groups.ts'
import type { Found } from '#domains/crm/identities/plain-people.ts'
import type { EchoedMessage, MessagingNews } from '#ports/messaging.ts'
import { recordMessages } from '../inbox/incoming-messages.ts'
import { setMessageContent } from '../inbox/message-changes.ts'
import { contentOf, openDealsOf, phoneOf, resolveRest, resolveSenders, type Said, shown, withoutKnown } from './incoming.ts'
import { fetchMediaJob } from './job-references.ts'
import { joinStates } from './states.ts'

type Context = Pick<ReadContext, 'db' | 'org' | 'enqueue' | 'within' | 'newPartId'>

/**
 * Takes what of a body was written elsewhere, and names. In one order in every worker, so that no two wait for each other. `own`: the
 * workspace's numbers, with the connection of each; `known`: the platform's ids of those that are here already.
 */
export const recordElsewhere = async (
  context: Context,
  news: MessagingNews,
  { own, known }: { readonly own: ReadonlyMap<string, string>; readonly known: ReadonlySet<string> },
): Promise<void> => {
  const isOwn = ({ phoneNumberId }: { phoneNumberId: string }): boolean => own.has(phoneNumberId)
  const echoes = news.echoes.filter(isOwn).map((message) => ({
    ...{ id: context.newPartId(), message },
    connectionId: own.get(message.phoneNumberId) as string,
  }))
  if (echoes.length > 0) await recordEchoes(context, echoes, known)
  const names = news.names.filter(isOwn).toSorted((a, b) => a.phoneDigits.localeCompare(b.phoneDigits))
  for (const name of names) await takeName(context, name)
}

interface Echo extends Said {
  readonly message: EchoedMessage
}

/**
 * Takes what was written elsewhere, in few statements however much there is. What the business writes in its own app is an answer like
 * any other: it stands in the thread, opens no window and is unread for no member. A message from before the number was connected has
 * its place in the thread, and neither a deal nor a notice is made of it.
 */
const recordEchoes = async (context: Context, echoes: readonly Echo[], known: ReadonlySet<string>): Promise<void> => {
  const { db, org, enqueue } = context
  const fresh = withoutKnown(echoes, known)
  const { plain, people, rest } = await resolveSenders(context, fresh)
  const held = rest.length > 0 ? await resolveRest(context, rest, people) : plain.held
  const personOf = (each: Echo): Found => people.get(each) as Found
  const present = fresh.filter(({ message }) => !message.isHistory)
  const { deals, events } = await openDealsOf(context, present, personOf, { held, made: plain.made })
  const { isNew, events: told } = await recordMessages(
    db,
    org.id,
    fresh.map((each) => {
      const { contactId: personId, recordId: contactId } = personOf(each)
      const dealId = each.message.isHistory ? null : (deals.get(personId) ?? null)
      return { ...writtenElsewhere(each), personId, contactId, dealId }
    }),
  )
  const written = fresh.filter(({ id }) => isNew.has(id))
  for (const { id, message } of written) if (message.media) await enqueue(fetchMediaJob, { orgId: org.id, messageId: id })
  const ours = written.filter(({ message }) => message.direction === 'out' && !message.isHistory)
  const moved = await joinStates(
    db,
    org.id,
    ours.map(({ id, message }) => ({ id, providerMessageId: message.messageId, state: stateOf(message) })),
  )
  const answers = ours.filter(({ message }) => message.kind !== 'reaction')
  const contactIds = recordsOf(new Set(answers.map((each) => personOf(each).contactId)), held)
  const answered = await recordResponses(db, org.id, { contactIds, personId: null, byKind: 'message' })
  await recordAll(db, org.id, [...plain.events, ...events, ...told, ...moved, ...answered])
  for (const each of echoes) if (!written.includes(each)) await takeFile(context, each.message)
}

const stateOf = ({ state }: EchoedMessage) => state ?? 'sent'

const writtenElsewhere = ({ message, ...each }: Echo) => {
  const isOurs = message.direction === 'out'
  const said = shown({ ...each, message })
  return {
    ...said,
    content: { ...said.content, ...(isOurs && { via: 'business_app' as const }) },
    state: isOurs ? stateOf(message) : null,
    isImported: message.isHistory,
  }
}

/** All records of these people: those that are held, or the one that was made. */
const recordsOf = (people: ReadonlySet<string>, held: ReadonlyMap<string, ContactRow>): string[] => [
  ...new Set([...people, ...[...held.values()].filter(({ id, root_id }) => people.has(root_id ?? id)).map(({ id }) => id)]),
]

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
const takeFile = async ({ db, org, enqueue }: Context, message: EchoedMessage): Promise<void> => {
  if (!message.isHistory || message.media === null) return
  const known = await findKnown({ db, org }, message.messageId)
  if (known?.kind !== 'unsupported') return
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
