import { errors } from '#core/errors.ts'

export const emailErrors = errors({
  email_not_found: {
    status: 404,
    message: 'This mail does not exist.',
    fix: 'Use an id from `fetch-inbox`, with the address of the mailbox that it is in.',
  },
  hint_not_proven: {
    status: 403,
    message: 'Nothing proves that a mail provider sent this.',
    fix: 'Announcements of Gmail come by a push subscription with authentication. Check GMAIL_PUBSUB_SERVICE_ACCOUNT, GMAIL_PUBSUB_AUDIENCE, and the server’s clock.',
  },
  mail_folder_not_found: {
    status: 404,
    message: 'This mailbox has no such folder or label.',
    fix: 'Use an id from `list-mail-folders`.',
  },
  tracking_id_taken: {
    status: 409,
    message: 'Another mail has this tracking id.',
    fix: 'Make a new UUID for each mail.',
  },
  mail_not_allowed: {
    status: 409,
    message: 'This mailbox was connected without its mail.',
    fix: 'Allow mail in Settings → Mailboxes.',
  },
  email_not_sendable: {
    status: 400,
    message: 'This mail cannot be written.',
    fix: 'Correct the field that is named.',
  },
  email_on_its_way: {
    status: 409,
    message: 'This mail is on its way, or was sent.',
    fix: '`show-email` shows its state.',
  },
  email_not_again: {
    status: 409,
    message: 'This mail does not wait to be sent again.',
    fix: 'Only a mail that failed, or whose fate is not known, can be sent again.',
  },
  email_file_not_here: {
    status: 404,
    message: 'This file is not in the mail any more.',
    fix: 'The mail was deleted in its mailbox. Look for it there, in the trash.',
  },
  email_file_not_found: {
    status: 404,
    message: 'This file does not exist, or is part of another mail.',
    fix: 'Send it again with `create-email-file`. A file that is part of no mail and of no draft is kept for a day.',
  },
  email_file_not_whole: {
    status: 409,
    message: 'A file was not received completely.',
    fix: 'Send its bytes, or remove it from the mail.',
  },
  email_file_offset_wrong: {
    status: 409,
    message: 'These bytes do not follow those that were received.',
    fix: 'Resume from `received_bytes`, as `show-email-file` shows it.',
  },
  email_files_too_large: {
    status: 413,
    message: 'The files of a mail may have 20 MB in all.',
    fix: 'Remove a file, or send a link to it.',
  },
  email_draft_not_found: {
    status: 404,
    message: 'This draft does not exist: it was sent or discarded.',
    fix: 'Look among what was sent before you send it again. Without `draftId` it is saved or sent as a new one.',
  },
  email_draft_too_long: {
    status: 413,
    message: 'This mail is longer than a draft can be: 100,000 characters.',
    fix: 'Keep its text, and take it back without `asDraft`.',
  },
  email_draft_stale: {
    status: 409,
    message: 'This draft was changed in another window.',
    fix: 'Read it with `show-email-draft`, and save over the version that it shows.',
  },
  email_drafts_too_many: {
    status: 409,
    message: 'You have 100 drafts, which is the most.',
    fix: 'Send or discard some of them.',
  },
  email_picture_not_found: {
    status: 404,
    message: 'This mail does not name this picture.',
    fix: 'Use the address of an `img` in its `html`, as `show-email` shows it.',
  },
  email_picture_not_loaded: {
    status: 404,
    message: 'The picture could not be loaded.',
    fix: 'Ask its sender for it. Only PNG, JPEG, GIF and WebP pictures of the public internet are loaded, up to 5 MB.',
  },
  email_sender_not_proven: {
    status: 409,
    message: 'It is not proven who sent this mail.',
    fix: 'Show the pictures of this one mail.',
  },
  email_files_no_room: {
    status: 409,
    message: 'Too many of your files wait to be sent.',
    fix: 'Send or remove some of them: 200 files and 200 MB can wait, those of drafts included.',
  },
})
