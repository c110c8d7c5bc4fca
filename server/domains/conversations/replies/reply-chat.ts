import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { recordResponse } from '#domains/crm/deals/responses.ts'
import { findContact } from '#domains/crm/identities/contacts.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { findThreadWithContact } from '../inbox/conversations.ts'
import { demoAnswer } from '../inbox/demo-answers.ts'
import { inboxErrors } from '../inbox/errors.ts'
import { findMentioned, notifyMentioned } from '../inbox/mentions.ts'
import { digestOfAsked, findMessage, findMessageBy, recordMessage } from '../inbox/messages.ts'
import { ChatMessage, showMessage, ThreadId } from '../inbox/threads.ts'
import { FileIds } from '../mail/email-files.ts'
import { replyByMail, replyErrors } from '../mail/reply.ts'
import { queueWhatsApp, sendingErrors } from '../whatsapp/outgoing-messages.ts'
import { chooseRoute } from './reply-ways.ts'

export const replyChat = action({
  name: 'reply-chat',
  summary: 'Reply in a conversation, or add a note',
  description:
    'The reply goes to the channel and sender of the message in `answering`, or of the last inbound message: to that website chat, by email to whom wrote it, or to that WhatsApp number, where free text is possible for 24 hours after they wrote and a template (`templateName`) always. Send `answering` so that a message arriving meanwhile on another channel does not change the recipient. `note: true` is visible to teammates only; members mentioned in it with an @ get one notification. A `clientMessageId` makes retries safe: the same message with the same id is sent once. The same id with a different message or recipient is rejected (422). What a workflow sends is no reply of a person: deals still wait for theirs.',
  who: 'member',
  transports: ['gateway', 'workflow', 'assistant'],
  effect: 'write',
  leaves: 'A message to the client, unless it is an internal note',
  hints: { destructive: false, idempotent: true },
  scope: 'chats:write',
  limit: { times: 300, seconds: 60 },
  needsOneOf: [['message', 'templateName']],
  input: z.object({
    projectId: ThreadId,
    clientMessageId: z.uuid().optional().describe('Your own id of the message'),
    message: z.string().max(50_000).optional().describe('4,096 characters at most, in an email 50,000'),
    note: z.boolean().default(false),
    mentions: z
      .array(z.uuid())
      .max(20)
      .optional()
      .describe('For notes: members to notify, in addition to those mentioned with an @ name or address'),
    replyTo: z.uuid().optional().describe('A message of the conversation, quoted in the reply'),
    answering: z
      .uuid()
      .optional()
      .describe('The message whose channel and sender get the reply; default: the last inbound message'),
    replyAll: z.boolean().default(false).describe('For an email: all whom it went to get the reply, too'),
    undoSeconds: z.int().min(0).max(60).default(0).describe('For an email: so long `cancel-email` takes it back'),
    files: FileIds,
    templateName: z.string().trim().min(1).max(512).optional(),
    language: z.string().trim().min(2).max(16).default('en_US'),
    templateVars: z
      .array(z.string().max(1_024))
      .max(60)
      .default([])
      .describe(
        'One for each of the template’s `values`, in order: header (its text, the https URL of its file, or latitude, longitude, place and address), then the text’s, then the buttons’. Numbered placeholders by number, named ones in order of appearance; a login code is given once',
      ),
  }),
  output: z.object({ success: z.literal(true), message: ChatMessage }),
  errors: [
    ...sendingErrors,
    ...replyErrors,
    dealErrors.deal_not_found,
    dealErrors.deal_has_no_contact,
    inboxErrors.message_not_found,
    memberErrors.member_not_found,
    transportErrors.missing_field,
    transportErrors.bad_request,
    inboxErrors.no_channel,
    inboxErrors.client_id_reused,
  ],
  examples: [
    {
      title: 'A reply',
      input: {
        projectId: '01980000-0000-7000-8000-000000000000',
        clientMessageId: '01980000-0000-7000-8000-000000000001',
        message: 'Thursday at ten suits us well.',
      },
    },
  ],

  async run(input, context) {
    const { db, org, person, workflow, within, fail } = context
    const personId = person?.id ?? null
    const { contactId, dealId } = await findThreadWithContact(db, org.id, input.projectId)
    const text = input.message?.trim() ?? ''
    if (text === '' && !input.templateName)
      throw fail('missing_field', { message: 'Missing required field: message', field: 'message' })

    const { clientMessageId = null, note: isNote, replyTo = null, answering = null } = input
    const asked =
      input.templateName && !isNote
        ? { templateName: input.templateName, language: input.language, values: input.templateVars }
        : { text }
    const withFiles = input.files.length > 0 ? { files: input.files } : {}
    const clientDigest = digestOfAsked({ action: 'reply-chat', dealId, isNote, replyTo, answering, ...asked, ...withFiles })
    const about = { contactId, dealId, personId, clientMessageId, clientDigest }
    const refuseLong = (): void => {
      if (text.length > 4_096)
        throw fail('bad_request', { message: 'message: has more than 4,096 characters', field: 'message' })
    }
    if (input.note) {
      if (input.files.length > 0) throw fail('bad_request', { message: 'files: a note has none', field: 'files' })
      refuseLong()
      const note = { ...about, channel: 'note', direction: 'note', kind: 'text', body: text } as const
      const mentioned = await findMentioned(db, org.id, text, input.mentions ?? [])
      const stranger = input.mentions?.find((id) => !mentioned.some((member) => member.id === id))
      if (stranger !== undefined) throw fail('member_not_found', { field: 'mentions' })
      const { messageId, isNew } = await recordMessage(db, org.id, note)
      const client = isNew && mentioned.length > 0 ? await findContact(db, org.id, contactId) : undefined
      if (isNew)
        await notifyMentioned(db, org.id, mentioned, {
          ...{ messageId, dealId: input.projectId, by: person?.id ?? null, client: client?.full_name ?? null },
        })
      return { success: true as const, message: await showMessage(db, org.id, messageId, { id: personId, within }) }
    }
    const route = await chooseRoute(db, org.id, contactId, input)
    const { way } = route
    if (way?.channel !== 'email' || route.by === 'whatsapp') refuseLong()
    if (input.files.length > 0 && route.by !== 'email')
      throw fail('bad_request', { message: 'files: can be sent with an email only', field: 'files' })
    if (route.by === 'web_chat' || route.by === 'no_one') {
      const { recordId, address, channel } = route.way
      const reply = { ...about, contactId: recordId, address, channel, direction: 'out', kind: 'text', body: text } as const
      const ends = route.by === 'no_one' ? demoAnswer : ({ state: 'sent' } as const)
      const { messageId, isNew } = await recordMessage(db, org.id, { ...reply, ...ends })
      if (isNew && !workflow) await recordResponse(db, org.id, { contactId, personId, byKind: 'message' })
      return { success: true as const, message: await showMessage(db, org.id, messageId, { id: personId, within }) }
    }
    if (route.by === 'email') {
      const known = await findMessageBy(db, org.id, about)
      if (known) return { success: true as const, message: await showMessage(db, org.id, known, { id: personId, within }) }
      const client = { contactId, messageId: clientMessageId, digest: clientDigest }
      const asEmail = {
        mailId: route.way.mailId ?? '',
        text,
        isToAll: input.replyAll,
        undoSeconds: input.undoSeconds,
        files: input.files,
      }
      const messageIds = await replyByMail(context, { ...asEmail, client })
      const written = (await findMessageBy(db, org.id, about)) ?? messageIds[0]
      if (written === undefined) throw fail('no_channel')
      if (!workflow) await recordResponse(db, org.id, { contactId, personId, byKind: 'message' })
      return { success: true as const, message: await showMessage(db, org.id, written, { id: personId, within }) }
    }
    const { messageId } = await queueWhatsApp(context, {
      ...{ ...about, isAutomatic: workflow !== null },
      ...(way ? { contactId: way.recordId, address: way.address } : { address: null }),
      said: input.templateName
        ? { template: { name: input.templateName, language: input.language, values: input.templateVars } }
        : { text },
      replyTo: input.replyTo ? ((await findMessage(db, org.id, input.replyTo))?.provider_message_id ?? null) : null,
    })
    return { success: true as const, message: await showMessage(db, org.id, messageId, { id: personId, within }) }
  },
})
