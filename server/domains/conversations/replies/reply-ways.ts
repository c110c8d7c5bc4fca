import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { findWay, type Way } from '../inbox/channels.ts'
import { findThreadWithContact } from '../inbox/conversations.ts'
import { isOfDemo } from '../inbox/demo-answers.ts'
import { inboxErrors } from '../inbox/errors.ts'
import { addressReply } from '../mail/reply.ts'
import { isForNoOne, reachOf } from '../whatsapp/recipients.ts'

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

/** By what a reply goes. `no_one`: the demo has made whom it answers. */
export type ReplyRoute =
  | { readonly by: 'no_one' | 'web_chat' | 'email'; readonly way: Way }
  /** Without the message that it answers, a template begins the conversation there. */
  | { readonly by: 'whatsapp'; readonly way: Way | null }

/**
 * Chooses how a reply goes: as the message came that it names, else as the last that came in; a template always by WhatsApp. Throws where
 * there is no way. Whether what goes by WhatsApp reaches anyone is asked where it is sent.
 */
export const chooseRoute = async (
  db: Db,
  orgId: string,
  contactId: string,
  asked: Omit<ReplyAsked, 'projectId' | 'replyAll'>,
): Promise<ReplyRoute> => {
  const named = asked.answering ?? asked.replyTo ?? null
  const way = await findWay(db, orgId, contactId, named)
  if (!way && named !== null) throw new Failure(inboxErrors.message_not_found)
  if (asked.templateName) return { by: 'whatsapp', way: way?.channel === 'whatsapp' ? way : null }
  if (!way) throw new Failure(inboxErrors.no_channel)
  if (way.channel === 'whatsapp') return { by: 'whatsapp', way }
  return { by: (await isOfDemo(db, orgId, way.recordId, way.channel)) ? 'no_one' : way.channel, way }
}

/** Where `reply-chat` would send this now. Throws what it would refuse for want of a way. */
export const goingOfReply = async (
  db: Db,
  orgId: string,
  person: { readonly id: string },
  asked: ReplyAsked,
): Promise<ReplyGoing> => {
  const { contactId } = await findThreadWithContact(db, orgId, asked.projectId)
  const { by, way } = await chooseRoute(db, orgId, contactId, asked)
  const answering = way && { id: way.messageId, text: way.text }
  if (by === 'whatsapp') {
    const recordId = way?.recordId ?? contactId
    const reach = await reachOf(db, orgId, recordId, way?.address ?? null)
    const phone = reach.to && 'phone' in reach.to ? reach.to.phone : null
    const to = (await isForNoOne(db, orgId, recordId, reach)) ? null : phone
    return { channel: 'whatsapp', to, from: null, isUnverified: false, answering }
  }
  const { channel, isUnverified } = way
  if (by !== 'email') return { channel, to: null, from: null, isUnverified, answering }
  const mail = { mailId: way.mailId ?? '', isToAll: asked.replyAll ?? false }
  const { from, recipients } = await addressReply(db, orgId, person, mail)
  const to = [...recipients.to, ...recipients.cc].map(({ email }) => email).join(', ')
  return { channel, to, from, isUnverified, answering }
}
