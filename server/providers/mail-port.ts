import { type Config, hasSandbox } from '#config'
import { type Mail, mailError } from '#ports/mail.ts'
import { resendMail } from './resend/mail.ts'
import { smtpMail } from './smtp/mail.ts'

/** The operator's own account, or the sandbox's mailbox; without either, mails wait and say why. */
export const openMailPort = (config: Config, port: () => number, now: () => Date): Mail => {
  const from = config.mailFrom
  if (config.SMTP_URL) return smtpMail({ url: config.SMTP_URL, from })
  if (config.RESEND_API_KEY)
    return resendMail({ base: () => config.RESEND_URL, key: config.RESEND_API_KEY, from, http: fetch, now })
  if (hasSandbox(config))
    return resendMail({
      base: () => `${config.localUrl(port())}/sandbox/resend`,
      key: 're_sandbox',
      from,
      http: fetch,
      now,
      provider: 'sandbox',
    })
  return {
    provider: null,
    from,
    send: async () => {
      throw mailError('credentials', 'no mail account is configured')
    },
  }
}
