import type { MailVendor } from '../vendors.ts'
import { resendMail } from './mail.ts'

export const resendPort: MailVendor = {
  open: ({ base, account, from, isSandbox, now }) =>
    resendMail({ base, key: account, from, http: fetch, now, ...(isSandbox && { provider: 'sandbox' as const }) }),
}
