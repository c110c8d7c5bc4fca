import { provider } from '#ports/provider.ts'
import { randomHex } from '#shapes/random-hex.ts'
import { addressSetting } from '#shapes/settings.ts'

export const apollo = provider({
  name: 'apollo',
  title: 'Apollo',
  about: 'Finds people at work, and their addresses for credits.',
  kind: 'key',
  group: 'marketing',
  fields: [
    {
      name: 'apiKey',
      label: 'API key',
      secret: true,
      help: 'Apollo → Settings → Integrations → API: a master key, or one with people search, enrichment and credit usage.',
      optional: false,
      form: /^[\w.~+/=-]{8,255}$/,
    },
  ],
  settings: { APOLLO_API_BASE: addressSetting('https://api.apollo.io/api/v1', 'Apollo’s API') },
  address: 'APOLLO_API_BASE',
  sandbox: { path: '/apollo', credentials: () => ({ apiKey: `sandbox-${randomHex(16)}` }) },
  webhook: null,
  serves: { prospects: async () => (await import('./port.ts')).apolloPort },
})
