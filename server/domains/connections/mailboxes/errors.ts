import { errors } from '#core/errors.ts'

export const mailboxErrors = errors({
  mailbox_not_found: {
    status: 404,
    message: 'This mailbox does not exist.',
    fix: 'Use an id from `list-mailboxes`; the mailbox of another member is not yours to change.',
  },
  mailbox_taken: {
    status: 409,
    message: 'Another member of this workspace has connected this account.',
    fix: 'Ask that member to disconnect it, or consent with another account.',
  },
  mail_login_refused: {
    status: 400,
    message: 'The server does not accept the user name or password.',
    fix: 'Check both; `field` names the server. Many providers require an app password and IMAP access, both under their security settings.',
  },
  mail_server_failed: {
    status: 400,
    message: 'The server cannot be used.',
    fix: 'Check its name and port; `field` names the server, and the message says how it failed. Usual are IMAP 993, SMTP 465 or 587, and for a calendar an https address.',
  },
  foreign_mailbox: {
    status: 403,
    message: 'This mailbox is not yours to use.',
    fix: 'Use an address of your own mailbox or of a team mailbox, as `list-mailboxes` shows them.',
  },
  mailbox_not_connected: {
    status: 409,
    message: 'This mailbox must be connected again.',
    fix: 'Connect it in Settings → Mailboxes.',
  },
})
