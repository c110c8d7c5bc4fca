import { module } from '#core/module.ts'
import { reactChat } from './react-chat.ts'
import { replyChat } from './reply-chat.ts'
import { resendMessage } from './resend-message.ts'

/** Answers of members, by whichever channel a person writes: above the channels, so that the inbox knows none of them. */
export const repliesModule = module({
  title: 'Inbox',
  actions: [replyChat, reactChat, resendMessage],
  owns: [],
})
