import { Failure } from '#core/errors.ts'
import { invoiceErrors } from '#domains/business/invoices/errors.ts'
import { wasJustMailed } from '#domains/business/invoices/invoice-events.ts'
import { goingOfReply, type ReplyAsked } from '#domains/conversations/replies/reply-ways.ts'
import { type Going, type Input, type Reading, refusedCard } from './card-records.ts'

type Way = (input: Input, now: Input | null, reading: Reading) => Promise<Going | null>

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

const byEmail = (to: string | null): Going | null => (to === null ? null : { channel: 'email', to })

const reply: Way = async (input, _now, { orgId, personId, inOrg }) =>
  input.note === true ? null : inOrg((db) => goingOfReply(db, orgId, { id: personId }, input as unknown as ReplyAsked))

const invoice: Way = async (_input, now, { now: at }) => {
  if (now?.state !== 'draft' && now?.state !== 'sent') throw new Failure(invoiceErrors.invoice_wrong_state)
  const events = (now.events ?? []) as { readonly kind: string; readonly at: string }[]
  if (now.state === 'sent' && wasJustMailed(events, at()))
    throw refusedCard('It was sent within the last minute: nothing would be sent.')
  return { channel: 'email', to: text(now.client_email), sends: now.state === 'draft' ? 'invoice' : 'reminder' }
}

const toBooker: Way = async (_input, now) => byEmail(text(now?.email))

const invitation: Way = async ({ email, contactId }, _now, { door }) => {
  const given = text(email)
  if (given !== null || typeof contactId !== 'string') return byEmail(given)
  const { body, failure } = await door.read('show-contact', { contactId })
  if (failure) throw failure
  return byEmail(text((body as { readonly contact?: Input }).contact?.email))
}

/** Of each action by which something leaves the house. One that is missing here cannot be proposed: a card names who gets it. */
const ways: Readonly<Record<string, Way>> = {
  'reply-chat': reply,
  'send-email': async ({ to, cc, bcc }) => byEmail([to, cc, bcc].map(text).filter(Boolean).join(', ')),
  'send-whatsapp': async ({ to }) => ({ channel: 'whatsapp', to: text(to) }),
  'send-invoice': invoice,
  'manage-booking': toBooker,
  'move-booking': toBooker,
  'create-booking': invitation,
}

/** What would leave the house by it now; null where nothing would. Throws what would keep it from leaving. */
export const goingOf = async (
  { name, leaves }: { readonly name: string; readonly leaves?: string | undefined },
  input: Input,
  now: Input | null,
  reading: Reading,
): Promise<Going | null> => {
  if (leaves === undefined) return null
  const way = ways[name]
  if (!way) throw new Error(`no card says to whom something leaves by ${name}`)
  return way(input, now, reading)
}

/**
 * What the app adds to an input, so that what happens is what the card shows: the message that is answered, though another comes meanwhile;
 * the invoice or the reminder, though it is sent meanwhile.
 */
export const settledBy = (name: string, going: Going | null): Input => {
  if (name === 'reply-chat' && going?.answering) return { answering: going.answering.id }
  if (name === 'send-invoice' && going?.sends) return { only: going.sends }
  return {}
}
