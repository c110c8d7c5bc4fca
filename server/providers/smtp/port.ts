import type { MailVendor } from '../vendors.ts'
import { smtpMail } from './mail.ts'

export const smtpPort: MailVendor = { open: ({ account, from }) => smtpMail({ url: account, from }) }
