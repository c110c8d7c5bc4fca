import { z } from 'zod'
import { provider } from '#ports/provider.ts'

export const smtp = provider({
  name: 'smtp',
  title: 'SMTP',
  about: 'Sends email through any mail server.',
  kind: 'operator',
  fields: [],
  settings: {
    SMTP_URL: {
      shape: z.url({ protocol: /^smtps?$/ }).optional(),
      about:
        'Mail server for outgoing mail: smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host (implicit TLS). Takes precedence over RESEND_API_KEY.',
      secret: true,
    },
  },
  address: null,
  account: 'SMTP_URL',
  sandbox: null,
  webhook: null,
  serves: { mail: async () => (await import('./port.ts')).smtpPort },
})
