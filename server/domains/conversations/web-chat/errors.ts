import { errors } from '#core/errors.ts'

export const webChatErrors = errors({
  chat_widget_not_found: {
    status: 404,
    message: 'The website chat does not exist.',
    fix: 'It may have been removed: copy the script tag again from Settings → Website chat.',
  },
  chat_widget_off: {
    status: 403,
    message: 'This website chat is turned off.',
    fix: 'Turn it on in Settings → Website chat.',
  },
  too_many_chat_widgets: {
    status: 409,
    message: 'A workspace can have at most 50 website chats.',
    fix: 'Remove one, or share one between websites: each can list 50 origins.',
  },
  chat_origin_invalid: {
    status: 400,
    message: 'This is not a valid origin.',
    fix: 'Send https:// and the host, such as https://www.example.com; http only for localhost.',
  },
  chat_origin_refused: {
    status: 403,
    message: 'This chat is not allowed on pages of this origin.',
    fix: 'Add the origin of the page, such as https://www.example.com, in Settings → Website chat.',
  },
  chat_session_foreign: {
    status: 403,
    message: 'This chat session belongs to another visitor.',
    fix: 'Send the sessionId that was issued with the token.',
  },
  chat_session_not_found: {
    status: 404,
    message: 'The chat session does not exist.',
    fix: 'A session starts with its first message.',
  },
})
