import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { findWay, type Way } from '../inbox/channels.ts'
import { findThreadWithContact } from '../inbox/conversations.ts'
import { isOfDemo } from '../inbox/demo-answers.ts'
import { inboxErrors } from '../inbox/errors.ts'
import { addressReply } from '../mail/reply.ts'
import { reachOf } from '../whatsapp/recipients.ts'

/** A reply as `reply-chat` is asked for it. */
export interface ReplyAsked {
  readonly projectId: string
  readonly answering?: string | undefined
  readonly replyTo?: string | undefined
  readonly replyAll?: boolean | undefined
  readonly templateName?: string | undefined
}

/** Where a reply goes, before it is sent. */
export interface ReplyGoing {
  readonly channel: Way['channel']
  /** The addresses, or the number; null on a website, of a sender on WhatsApp who shows no number, and of the demo. */
  readonly to: string | null
  /** The address that it leaves from; null where it is no email. */
  readonly from: string | null
  readonly isUnverified: boolean
  /** The message whose channel and sender get it, and what it says; null where a template begins a conversation. */
  readonly answering: { readonly id: string; readonly text: string | null } | null
}

/** Where `reply-chat` would send this now, by the same look-ups. Throws what it would refuse for want of a way. */
export const goingOfReply = async (
  db: Db,
  orgId: string,
  person: { readonly id: string },
  asked: ReplyAsked,
): Promise<ReplyGoing> => {
  const { contactId } = await findThreadWithContact(db, orgId, asked.projectId)
  const named = asked.answering ?? asked.replyTo ?? null
  const way = await findWay(db, orgId, contactId, named)
  if (!way && named !== null) throw new Failure(inboxErrors.message_not_found)
  const isTemplate = asked.templateName !== undefined
  if (!way && !isTemplate) throw new Failure(inboxErrors.no_channel)
  const answering = way && { id: way.messageId, text: way.text }
  const isDemo = way !== null && (await isOfDemo(db, orgId, way.recordId, way.channel))
  if (way && (way.channel === 'web_chat' || isDemo) && !isTemplate)
    return { channel: way.channel, to: null, from: null, isUnverified: way.isUnverified, answering }
  if (way?.channel === 'email' && !isTemplate) {
    const { from, recipients } = await addressReply(db, orgId, person, {
      ...{ mailId: way.mailId ?? '', isToAll: asked.replyAll ?? false },
    })
    const to = [...recipients.to, ...recipients.cc].map(({ email }) => email).join(', ')
    return { channel: 'email', to, from, isUnverified: way.isUnverified, answering }
  }
  const onWhatsApp = way?.channel === 'whatsapp' ? way : null
  const { to } = await reachOf(db, orgId, onWhatsApp?.recordId ?? contactId, onWhatsApp?.address ?? null)
  return { channel: 'whatsapp', to: to && 'phone' in to ? to.phone : null, from: null, isUnverified: false, answering }
}
