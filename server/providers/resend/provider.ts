import { z } from 'zod'
import { provider } from '#ports/provider.ts'
import { WebAddress } from '#shapes/settings.ts'

export const resend = provider({
  name: 'resend',
  title: 'Resend',
  about: 'Sends email over an HTTP API.',
  kind: 'operator',
  fields: [],
  settings: {
    RESEND_API_KEY: {
      shape: z.string().min(1).optional(),
      about: 'API key of a Resend account for outgoing mail.',
      secret: true,
    },
    RESEND_URL: {
      shape: WebAddress.default('https://api.resend.com'),
      about: 'Base URL of the Resend API, or of a compatible service.',
    },
  },
  address: 'RESEND_URL',
  account: 'RESEND_API_KEY',
  // Where the sandbox is on and no account is configured, mail goes to its mailbox, which speaks Resend's API.
  sandbox: { path: '/resend', credentials: () => ({ account: 're_sandbox' }) },
  webhook: null,
  serves: { mail: async () => (await import('./port.ts')).resendPort },
})
