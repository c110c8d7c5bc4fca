import { provider } from '#ports/provider.ts'
import { randomHex } from '#shapes/random-hex.ts'
import { addressSetting } from '#shapes/settings.ts'

export const stripe = provider({
  name: 'stripe',
  title: 'Stripe',
  about: 'Collects payments in every currency except the Indian rupee.',
  kind: 'key',
  fields: [
    {
      name: 'secretKey',
      label: 'Secret key',
      secret: true,
      help: 'Stripe → Developers → API keys. Starts with sk_, or rk_ for a restricted key. A test key only accepts test payments.',
      optional: false,
      form: /^[sr]k_(test|live)_\w{10,240}$/,
    },
    {
      name: 'webhookSecret',
      label: 'Webhook signing secret',
      secret: true,
      help: 'Only if Foyer could not register its webhook automatically: Stripe → Developers → Webhooks. Starts with whsec_.',
      optional: true,
      form: /^whsec_[\w+/=]{10,240}$/,
    },
  ],
  settings: { STRIPE_API_BASE: addressSetting('https://api.stripe.com', 'Stripe’s API') },
  address: 'STRIPE_API_BASE',
  sandbox: {
    path: '/stripe',
    credentials: () => ({ secretKey: `sk_test_sandbox_${randomHex(16)}` }),
    renew: (old, fresh, mark) => (old.secretKey ? { ...old, secretKey: `${old.secretKey}_key${mark}` } : fresh),
  },
  webhook: { path: '/functions/v1/stripe-webhook', registration: 'api' },
  serves: { payments: async () => (await import('./port.ts')).stripePort },
})
