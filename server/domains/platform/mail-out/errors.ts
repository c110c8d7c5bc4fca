import { errors } from '#core/errors.ts'

export const mailErrors = errors({
  mail_not_found: { status: 404, message: 'No such mail.', fix: 'List the mails in Settings → Outbox.' },
  mail_sent_already: { status: 409, message: 'This mail was sent.', fix: 'Nothing is to be done; a mail is sent once.' },
  mail_under_way: {
    status: 409,
    message: 'This mail is being sent at this moment.',
    fix: 'Look at it again in half a minute.',
  },
  mail_body_gone: {
    status: 409,
    message: 'The text of this mail is kept no longer.',
    fix: 'Have it written anew: invite again, or send another link.',
  },
})
