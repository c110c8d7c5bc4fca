import { errors } from '#core/errors.ts'

export const inboxErrors = errors({
  chat_claimed: {
    status: 409,
    message: 'This conversation is already assigned to another member.',
    fix: 'Ask them, or reassign it with `assign`.',
  },
  message_not_found: { status: 404, message: 'The message does not exist.', fix: 'Reload the conversation.' },
  message_not_failed: {
    status: 409,
    message: 'This message was already sent or is being sent.',
    fix: 'Only messages that failed, or whose delivery is unknown, can be resent.',
  },
  attachment_not_here: {
    status: 409,
    message: 'This file is not available.',
    fix: 'It is being fetched from WhatsApp, or WhatsApp has deleted it: the message says which.',
  },
  client_id_reused: {
    status: 422,
    message: 'This clientMessageId was used for a different message.',
    fix: 'Repeat a message with its original id and content; give a different message or recipient its own id.',
  },
  no_channel: {
    status: 409,
    message: 'This contact has no channel you can reply on yet.',
    fix: 'Send an approved WhatsApp template, or wait until they write.',
  },
  window_closed: {
    status: 409,
    message: 'The 24-hour window for free text has closed. Send an approved template.',
    fix: 'Send `templateName`; free text is possible again once the contact writes.',
  },
  canned_reply_not_found: {
    status: 404,
    message: 'The canned reply does not exist.',
    fix: 'List them with `list-canned-replies`.',
  },
  shortcut_taken: {
    status: 409,
    message: 'Another canned reply uses this shortcut.',
    fix: 'Choose a different shortcut, or change that reply.',
  },
  too_many_canned_replies: {
    status: 409,
    message: 'A workspace can have at most 500 canned replies.',
    fix: 'Remove an unused one.',
  },
})
