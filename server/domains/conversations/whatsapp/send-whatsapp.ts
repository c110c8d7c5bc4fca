import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { contactErrors } from '#domains/crm/identities/errors.ts'
import { resolveEntered } from '#domains/crm/identities/identities.ts'
import { shape } from '#shapes'
import { readPhone } from '#shapes/phones.ts'
import { inboxErrors } from '../inbox/errors.ts'
import { digestOfAsked, findMessage } from '../inbox/messages.ts'
import { queueWhatsApp, sendingErrors } from './outgoing-messages.ts'

export const sendWhatsApp = action({
  name: 'send-whatsapp',
  summary: 'Send a WhatsApp message',
  description:
    'Free text can be sent for 24 hours after the contact’s last message; outside that window only an approved template, and free text is rejected with the time at which the window closed. With `templateName`, `message` is ignored. A template is sent in the requested language (default en_US), else in the same language of another country, never in another language or script: then the error lists the available languages. A successful response means that the message is stored and will be sent; `id` is its id in Foyer, and `status` changes to `sent`, `delivered`, `read` or `failed`, which events report. A `clientMessageId` makes retries safe: the same message with the same id is sent once; the same id with a different message or recipient is rejected (422). What a workflow sends is no reply of a person: deals still wait for theirs.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  leaves: 'A WhatsApp message',
  hints: { destructive: false, idempotent: false },
  scope: 'chats:write',
  limit: { times: 20, seconds: 60 },
  needsOneOf: [['message', 'templateName']],
  input: z.object({
    to: z.string().max(32).describe('E.164'),
    message: z.string().max(4_096).optional().describe('Required without `templateName`'),
    templateName: z.string().trim().min(1).max(512).optional(),
    language: z.string().trim().min(2).max(16).default('en_US'),
    templateVars: z
      .array(z.string().max(1_024))
      .max(60)
      .default([])
      .describe(
        'One for each of the template’s `values`, in order: header (its text, the https URL of its file, or latitude, longitude, place and address), then the text’s, then the buttons’. Numbered placeholders by number, named ones in order of appearance; a login code is given once',
      ),
    clientMessageId: z.string().min(1).max(255).optional(),
  }),
  output: z.object({
    success: z.literal(true),
    messages: z.array(shape('SentMessage', { id: z.uuid(), status: z.string() })),
  }),
  errors: [
    ...sendingErrors,
    contactErrors.contact_taken,
    transportErrors.missing_field,
    transportErrors.bad_request,
    inboxErrors.client_id_reused,
  ],
  examples: [
    {
      title: 'A template with two values',
      input: { to: '+491701234567', templateName: 'appointment_reminder', language: 'de', templateVars: ['Maya', '14:00'] },
    },
  ],

  async run(input, context) {
    const { db, org, person, workflow, within, fail } = context
    const phone = input.to.startsWith('+') ? readPhone(input.to, null) : null
    if (!phone) throw fail('bad_request', { message: 'to: is not a number in E.164, such as +491701234567', field: 'to' })
    const text = input.message?.trim() ?? ''
    if (!input.templateName && text === '')
      throw fail('missing_field', { message: 'Missing required field: message', field: 'message' })

    const said = input.templateName
      ? { template: { name: input.templateName, language: input.language, values: input.templateVars } }
      : { text }
    const { contactId, recordId } = await resolveEntered(db, org.id, within, { phone }, person?.id ?? null)
    const { dealId } = await openDealFor(db, org.id, { contactId, kind: 'whatsapp', name: phone.e164, cause: 'whatsapp' })
    const { messageId } = await queueWhatsApp(context, {
      contactId: recordId,
      dealId,
      address: phone.e164.slice(1),
      said,
      clientMessageId: input.clientMessageId ?? null,
      clientDigest: digestOfAsked({ action: 'send-whatsapp', to: phone.e164, ...said }),
      personId: person?.id ?? null,
      isAutomatic: workflow !== null,
    })
    const sent = await findMessage(db, org.id, messageId)
    return { success: true as const, messages: [{ id: messageId, status: sent?.state ?? 'queued' }] }
  },
})
