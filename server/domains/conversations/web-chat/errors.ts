import { errors } from '#core/errors.ts'

export const webChatErrors = errors({
  chat_widget_not_found: {
    status: 404,
    message: 'No such chat for websites.',
    fix: 'It may have been removed: copy the tag anew from Settings → Website chat.',
  },
  chat_widget_off: {
    status: 403,
    message: 'This chat is switched off.',
    fix: 'Switch it on under Settings → Website chat.',
  },
  too_many_chat_widgets: {
    status: 409,
    message: 'A workspace can have 50 chats for websites.',
    fix: 'Remove one, or have several websites share one: each may list 50 origins.',
  },
  chat_origin_invalid: {
    status: 400,
    message: 'This is not the origin of a website.',
    fix: 'Write https:// and the host, such as https://www.example.com; http only for localhost.',
  },
  chat_origin_refused: {
    status: 403,
    message: 'Pages of this origin may not carry this chat.',
    fix: 'Add the origin of the page, such as https://www.example.com, under Settings → Website chat.',
  },
  chat_session_foreign: {
    status: 403,
    message: 'This is not your chat.',
    fix: 'Send the sessionId that came with the token.',
  },
  chat_session_not_found: { status: 404, message: 'No such chat.', fix: 'A session begins with its first message.' },
})
