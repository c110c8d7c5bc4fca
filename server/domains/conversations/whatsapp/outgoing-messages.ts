import type { Db, OrgContext } from '#core/context.ts'
import { Failure, type FailureDetail } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import { usableConnection } from '#domains/connections/connections/usable-connections.ts'
import { recordResponse } from '#domains/crm/deals/responses.ts'
import { demoAnswer } from '../inbox/demo-answers.ts'
import { inboxErrors } from '../inbox/errors.ts'
import { findMessageBy, recordMessage } from '../inbox/messages.ts'
import { whatsappErrors } from './errors.ts'
import { hiddenValues, sealValues } from './hidden-values.ts'
import { sendHiddenMessageJob, sendMessageJob } from './job-references.ts'
import { isForNoOne, reachOf } from './recipients.ts'
import { chooseTemplate } from './templates.ts'

/** What may be said on WhatsApp: free text while its 24 hours last, else an approved template. */
export type Said =
  | { readonly text: string }
  | {
      readonly template: {
        readonly name: string
        readonly language: string
        readonly values: readonly string[]
        /** The values are for their recipient alone, and of use until then: the conversation has none of them. */
        readonly hiddenUntil?: Date
      }
    }
  | { readonly reaction: { readonly emoji: string; readonly about: string } }

interface Wanted {
  readonly contactId: string
  readonly dealId: string | null
  /** The exact recipient, where a number was given; else the last channel. Digits, without plus. */
  readonly address: string | null
  readonly said: Said
  readonly replyTo?: string | null
  readonly clientMessageId: string | null
  readonly clientDigest: string
  readonly personId: string | null
  /** Foyer sends it without a person, as after a booking: it is no answer to a lead. */
  readonly isAutomatic?: boolean
}

export const sendingErrors = [
  whatsappErrors.whatsapp_not_connected,
  inboxErrors.window_closed,
  whatsappErrors.template_not_found,
  whatsappErrors.template_not_approved,
  whatsappErrors.template_language,
  whatsappErrors.template_values,
  whatsappErrors.template_unusable,
  whatsappErrors.no_whatsapp_address,
]

/**
 * Writes a WhatsApp message into the thread and orders it to be sent, in one transaction. Free text outside the 24 hours is refused
 * here, before anything is written; what leaves is checked once more when it does. The same client id again is the same message.
 */
export const queueWhatsApp = async (
  { db, org, enqueue, vault, within, settings }: Pick<OrgContext, 'db' | 'org' | 'enqueue' | 'vault' | 'within' | 'settings'>,
  wanted: Wanted,
): Promise<{ messageId: string; isNew: boolean }> => {
  const known = await findMessageBy(db, org.id, wanted)
  if (known) return { messageId: known, isNew: false }
  const reach = await reachOf(db, org.id, wanted.contactId, wanted.address)
  if (await isForNoOne(db, org.id, wanted.contactId, reach)) return recordForNoOne(db, org.id, wanted)
  const connection = await usableConnection(db, org.id, 'whatsapp', { vault, within, enqueue, settings })
  if (!connection) throw new Failure(whatsappErrors.whatsapp_not_connected)
  if (!reach.to) throw new Failure(whatsappErrors.no_whatsapp_address)
  if (!('template' in wanted.said) && !reach.isOpen) throw closed(reach.closesAt)
  const message = await messageOf(db, org.id, connection.connectionId, wanted.said)
  const id = newId()
  const hidden = hiddenOf(vault, id, wanted.said)
  const taken = await recordMessage(db, org.id, {
    contactId: wanted.contactId,
    dealId: wanted.dealId,
    channel: 'whatsapp',
    direction: 'out',
    state: 'queued',
    personId: wanted.personId,
    clientMessageId: wanted.clientMessageId,
    clientDigest: wanted.clientDigest,
    connectionId: connection.connectionId,
    address: wanted.address,
    replyTo: 'reaction' in wanted.said ? wanted.said.reaction.about : (wanted.replyTo ?? null),
    id,
    ...message,
    ...(hidden && { hidden }),
  })
  if (taken.isNew) {
    await enqueue(hidden ? sendHiddenMessageJob : sendMessageJob, { orgId: org.id, messageId: taken.messageId })
    if (message.kind !== 'reaction' && !wanted.isAutomatic)
      await recordResponse(db, org.id, { contactId: wanted.contactId, personId: wanted.personId, byKind: 'message' })
  }
  return taken
}

/** To a contact of the demo, or its number: it needs no connection, and no job is ordered. */
const recordForNoOne = async (db: Db, orgId: string, wanted: Wanted): Promise<{ messageId: string; isNew: boolean }> => {
  const { contactId, dealId, personId, clientMessageId, clientDigest, address } = wanted
  const taken = await recordMessage(db, orgId, {
    ...{ contactId, dealId, personId, clientMessageId, clientDigest, address, channel: 'whatsapp', direction: 'out' },
    ...unreadMessageOf(wanted.said),
    ...demoAnswer,
  })
  if (taken.isNew && !('reaction' in wanted.said) && !wanted.isAutomatic)
    await recordResponse(db, orgId, { contactId, personId, byKind: 'message' })
  return taken
}

/** What is beside a message that has values which no member reads. */
const hiddenOf = (vault: Vault, id: string, said: Said) =>
  'template' in said && said.template.hiddenUntil
    ? { sealed: sealValues(vault, id, said.template.values), until: said.template.hiddenUntil }
    : null

/** As its content keeps a template. */
const keptTemplate = ({ name, language, values, hiddenUntil }: Extract<Said, { template: unknown }>['template']) => ({
  ...{ name, language, values: hiddenUntil ? hiddenValues(values) : [...values] },
  ...(hiddenUntil && { hidden: true }),
})

/** Without the words of a template: those are the platform's. */
const unreadMessageOf = (said: Said) => {
  if ('text' in said) return { kind: 'text', body: said.text }
  if ('reaction' in said) return { kind: 'reaction', body: said.reaction.emoji, content: { reaction: said.reaction } }
  return { kind: 'template', body: said.template.name, content: { template: keptTemplate(said.template) } }
}

const closed = (closesAt: Date | null): Failure =>
  new Failure(inboxErrors.window_closed, {
    message:
      closesAt === null
        ? 'This contact has not written on WhatsApp yet. Send an approved template.'
        : `The 24-hour window for free text closed at ${closesAt.toISOString()}. Send an approved template.`,
  })

const messageOf = async (db: Db, orgId: string, connectionId: string, said: Said) => {
  if (!('template' in said)) return unreadMessageOf(said)
  const kept = keptTemplate(said.template)
  const chosen = await chooseTemplate(db, orgId, connectionId, said.template, kept.values)
  if ('code' in chosen) throw templateFailure(chosen)
  const { language, parts } = chosen
  const template = { ...kept, language, parts }
  return { kind: 'template', body: parts.map(({ text }) => text).join('\n') || kept.name, content: { template } }
}

const templateFailure = (fault: Exclude<Awaited<ReturnType<typeof chooseTemplate>>, { language: string }>): Failure => {
  const detail: FailureDetail =
    fault.code === 'template_values'
      ? { message: fault.fault, field: 'templateVars' }
      : fault.code === 'template_unusable'
        ? { message: `Foyer does not support this template: it has ${fault.unusable}.`, field: 'templateName' }
        : fault.code === 'template_language'
          ? { message: `This template is available in: ${fault.languages.join(', ')}.`, field: 'language' }
          : fault.code === 'template_not_approved'
            ? { message: `WhatsApp has not approved this template: ${fault.status}.`, field: 'templateName' }
            : { field: 'templateName' }
  return new Failure(whatsappErrors[fault.code], detail)
}
