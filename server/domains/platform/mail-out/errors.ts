import { errors } from '#core/errors.ts'

export const mailErrors = errors({
  mail_not_found: { status: 404, message: 'The email does not exist.', fix: 'List the emails in Settings → Outgoing mail.' },
  mail_sent_already: {
    status: 409,
    message: 'This email was already sent.',
    fix: 'No action needed: the email has already been sent.',
  },
  mail_under_way: {
    status: 409,
    message: 'This email is being sent.',
    fix: 'Check again in half a minute.',
  },
  mail_body_gone: {
    status: 409,
    message: 'The content of this email is no longer stored.',
    fix: 'Create it again: send a new invitation or link.',
  },
})
