import { module } from '#core/module.ts'
import { downloadAttachment } from './download-attachment.ts'
import { inboxErrors } from './errors.ts'
import { cannedReplyEvents, conversationEvents, messageEvents } from './events.ts'
import { fetchAdminChats } from './fetch-admin-chats.ts'
import { fetchChatHistory } from './fetch-chat-history.ts'
import {
  followDealContact,
  followLinkedDeal,
  joinThreads,
  lockThreadsOfDeal,
  partThreads,
  showUnlinkedDeal,
} from './joined-threads.ts'
import { linkWhatsappContact } from './link-whatsapp-contact.ts'
import { linkedThreads } from './linked-threads.ts'
import { listCannedReplies } from './list-canned-replies.ts'
import { markChatRead } from './mark-chat-read.ts'
import { messageTimeline } from './message-timeline.ts'
import { inboxNotices } from './notices.ts'
import { referralOfMessages } from './referrals.ts'
import { removeCannedReply } from './remove-canned-reply.ts'
import { saveCannedReply } from './save-canned-reply.ts'
import { takeOverConversations } from './take-over-conversations.ts'
import { mailsOfThread } from './thread-mails.ts'
import { updateChatSession } from './update-chat-session.ts'

export const inboxModule = module({
  title: 'Inbox',
  actions: [
    listCannedReplies,
    saveCannedReply,
    removeCannedReply,
    fetchAdminChats,
    fetchChatHistory,
    updateChatSession,
    linkWhatsappContact,
    markChatRead,
    downloadAttachment,
  ],
  errors: inboxErrors,
  events: [messageEvents, conversationEvents, cannedReplyEvents],
  scopes: {
    'chats:read': 'Read conversations',
    'chats:write': 'Send messages; close, assign and snooze conversations',
  },
  notices: inboxNotices,
  moments: [mailsOfThread],
  within: [
    takeOverConversations,
    referralOfMessages,
    messageTimeline,
    joinThreads,
    partThreads,
    followLinkedDeal,
    showUnlinkedDeal,
    lockThreadsOfDeal,
    followDealContact,
    linkedThreads,
  ],
  owns: ['canned_replies', 'conversation_readers', 'conversations', 'messages'],
})
