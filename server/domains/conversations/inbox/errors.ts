import { errors } from '#core/errors.ts'

export const inboxErrors = errors({
  chat_claimed: {
    status: 409,
    message: 'This conversation is already with somebody else.',
    fix: 'Ask them, or hand it over with `assign`.',
  },
  message_not_found: { status: 404, message: 'No such message.', fix: 'Load the conversation again.' },
  message_not_failed: {
    status: 409,
    message: 'This message was sent, or is on its way.',
    fix: 'Only one that failed, or of which nobody knows, is sent again.',
  },
  attachment_not_here: {
    status: 409,
    message: 'This file is not here.',
    fix: 'It is being fetched from WhatsApp, or WhatsApp has it no longer: the message says which.',
  },
  client_id_reused: {
    status: 422,
    message: 'This clientMessageId was used for another message.',
    fix: 'Repeat a message with the id and content it had; give another message, or another recipient, an id of its own.',
  },
  no_channel: {
    status: 409,
    message: 'There is no way yet on which this person could be answered.',
    fix: 'Send an approved WhatsApp template, or wait until they write.',
  },
  window_closed: {
    status: 409,
    message: 'The 24 hours for free text are over. Send an approved template.',
    fix: 'Send `templateName`; free text goes again once the person writes.',
  },
  canned_reply_not_found: {
    status: 404,
    message: 'No such reply is kept ready.',
    fix: 'List them with `list-canned-replies`.',
  },
  shortcut_taken: {
    status: 409,
    message: 'Another reply has this shortcut.',
    fix: 'Choose another one, or change that reply.',
  },
  too_many_canned_replies: {
    status: 409,
    message: 'A workspace can keep 500 replies ready.',
    fix: 'Remove one that nobody uses.',
  },
})
