import { module } from '#core/module.ts'
import { mailErrors } from './errors.ts'
import { mailEvents } from './events.ts'
import { heldMails } from './held-mails.ts'
import { listMails } from './list-mails.ts'
import { mailNotices } from './notices.ts'
import { mailContentRetention, mailRetention } from './retention.ts'
import { retryMail } from './retry-mail.ts'
import { sendDueMails } from './send-due-mails.ts'
import { sendMail } from './send-mail.ts'
import { showMail } from './show-mail.ts'
import { showMailSetup } from './show-mail-setup.ts'

export const mailOutModule = module({
  title: 'Outgoing mail',
  actions: [listMails, showMail, retryMail, showMailSetup],
  jobs: [sendMail, sendDueMails],
  retention: [mailContentRetention, mailRetention],
  errors: mailErrors,
  events: [mailEvents],
  notices: mailNotices,
  held: [heldMails],
  owns: ['mails'],
})
