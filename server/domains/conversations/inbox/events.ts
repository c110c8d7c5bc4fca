import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event, ofSubject, subjectsOf } from '#core/events/event.ts'

const Referral = z.object({
  type: z.string().nullable().describe('ad or post'),
  id: z.string().nullable(),
  url: z.string().nullable(),
  headline: z.string().nullable(),
  body: z.string().nullable(),
  media_type: z.string().nullable(),
  media_url: z.string().nullable(),
  click_id: z.string().nullable().describe('`ctwa_clid`'),
})

/** Of the content of a message as much as events tell. */
const Content = z.object({ referral: Referral.optional() })

/** How far one of ours has come; null of those that came in. */
const MessageFields = z.object({ state: z.string().nullable() })

const Facts = z.object({ contact_id: z.uuid(), deal_id: z.uuid().nullable(), channel: z.string() })

export const messageEvents = {
  /** What was said stands in the message, which never changes, and is not kept a second time. */
  received: event({
    type: 'message.received',
    about: 'A message was received on the website, on WhatsApp, or as an email in a mailbox of the team.',
    facts: Facts,
    webhook: {
      body: z.object({
        id: z.uuid().describe('The message'),
        contact_id: z.uuid().describe('The canonical contact of the person'),
        deal_id: z.uuid().nullable(),
        channel: z.string().describe('whatsapp, web_chat or email'),
        kind: z.string().describe('text, email, image, document, location, contacts, reaction, button, unsupported …'),
        text: z.string().nullable(),
        name: z.string().nullable().describe('The sender'),
        referral: Referral.nullable().describe('The ad or post through which they came'),
        at: z.iso.datetime().describe('By the platform’s clock'),
      }),
      async read(events, { db, orgId }) {
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
        return ofSubject(rows, (message, { facts }) => ({
          id: message.id,
          contact_id: typeof facts.contact_id === 'string' ? facts.contact_id : (message.root_id ?? message.contact_id),
          deal_id: facts.deal_id === undefined ? message.deal_id : z.uuid().nullable().parse(facts.deal_id),
          channel: message.channel,
          kind: message.kind,
          text: message.body,
          name: message.full_name,
          referral: Content.parse(message.content).referral ?? null,
          at: message.at.toISOString(),
        }))
      },
    },
  }),
  written: event({ type: 'message.written', about: 'A member replied or left a note.', facts: Facts }),
  changed: event({
    type: 'message.changed',
    about: 'A message changed state, its file was fetched, or it was imported from before the number was connected.',
    facts: Facts.extend({
      change: z.enum(['state', 'content', 'imported']).describe('What it says is not kept a second time'),
      ...changesOf(MessageFields).shape,
    }),
  }),
}

const ConversationFields = z.object({
  session_status: z.string().describe('open or closed'),
  assigned_to: z.uuid().nullable(),
  snoozed_until: z.iso.datetime().nullable(),
  deal_id: z.uuid().nullable(),
})

export const conversationFieldsOf = (
  conversation: Omit<z.output<typeof ConversationFields>, 'snoozed_until'> & { readonly snoozed_until: Date | null },
): z.output<typeof ConversationFields> => ({
  ...{ session_status: conversation.session_status, assigned_to: conversation.assigned_to, deal_id: conversation.deal_id },
  snoozed_until: conversation.snoozed_until?.toISOString() ?? null,
})

export const conversationEvents = {
  changed: event({
    type: 'conversation.changed',
    about: 'A member assigned, closed, reopened or snoozed a conversation, or contacts were merged or separated.',
    facts: z.object({
      action: z
        .string()
        .describe(
          'Of `update-chat-session`, recounted after a merge, or shared: an owner of a mailbox chose what colleagues see',
        ),
      person_id: z.uuid().nullable().describe('The member who did it'),
      ...changesOf(ConversationFields).shape,
    }),
  }),
  read: event({
    type: 'conversation.read',
    about: 'A member read a conversation.',
    facts: z.object({ person_id: z.uuid() }),
  }),
}

/** Not what it says, which may be long. */
const CannedReplyFields = z.object({ shortcut: z.string(), title: z.string() })

export const cannedReplyFieldsOf = ({
  shortcut,
  title,
}: z.output<typeof CannedReplyFields>): z.output<typeof CannedReplyFields> => ({ shortcut, title })

export const cannedReplyEvents = {
  changed: event({
    type: 'canned_reply.changed',
    about: 'A canned reply was created, changed or removed.',
    facts: z.object({
      ...changesOf(CannedReplyFields).shape,
      is_other_text: z.boolean().describe('Whether what it says changed'),
    }),
  }),
}
