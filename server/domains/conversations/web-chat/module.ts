import { module } from '#core/module.ts'
import { createChatWidget } from './create-chat-widget.ts'
import { webChatErrors } from './errors.ts'
import { chatWidgetEvents } from './events.ts'
import { identifyWebVisitor } from './identify-web-visitor.ts'
import { linkedSessions } from './linked-sessions.ts'
import { listChatWidgets } from './list-chat-widgets.ts'
import { logWebChat } from './log-web-chat.ts'
import { readWebChat } from './read-web-chat.ts'
import { removeChatWidget } from './remove-chat-widget.ts'
import { startWebChat } from './start-web-chat.ts'
import { updateChatWidget } from './update-chat-widget.ts'
import { visitorRoutes } from './visitor-routes.ts'

export const webChatModule = module({
  title: 'Web chat',
  actions: [
    logWebChat,
    startWebChat,
    readWebChat,
    identifyWebVisitor,
    listChatWidgets,
    createChatWidget,
    updateChatWidget,
    removeChatWidget,
  ],
  errors: webChatErrors,
  events: [chatWidgetEvents],
  within: [linkedSessions],
  routes: [visitorRoutes],
  owns: ['chat_sessions', 'chat_widgets', 'directory.chat_widgets'],
})
