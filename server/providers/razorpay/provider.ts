import { provider } from '#ports/provider.ts'
import { randomHex } from '#shapes/random-hex.ts'
import { addressSetting } from '#shapes/settings.ts'

export const razorpay = provider({
  name: 'razorpay',
  title: 'Razorpay',
  about: 'Collects payments in Indian rupees.',
  kind: 'key',
  fields: [
    {
      name: 'keyId',
      label: 'Key id',
      secret: false,
      help: 'Razorpay → Account & settings → API keys. Starts with rzp_test_ or rzp_live_.',
      optional: false,
      form: /^rzp_(test|live)_\w{6,64}$/,
    },
    {
      name: 'keySecret',
      label: 'Key secret',
      secret: true,
      help: 'Shown once, together with the key id.',
      optional: false,
      form: /^\S{8,255}$/,
    },
    {
      name: 'webhookSecret',
      label: 'Webhook secret',
      secret: true,
      help: 'The secret that you entered when creating the webhook: Razorpay → Account & settings → Webhooks.',
      optional: true,
      form: /^\S{6,255}$/,
    },
  ],
  settings: { RAZORPAY_API_BASE: addressSetting('https://api.razorpay.com', 'Razorpay’s API') },
  address: 'RAZORPAY_API_BASE',
  sandbox: {
    path: '/razorpay',
    credentials: () => ({ keyId: `rzp_test_${randomHex(7)}`, keySecret: randomHex(16) }),
    renew: (old, fresh, mark) =>
      old.keyId ? { ...old, keyId: `${old.keyId}_key${mark}`, keySecret: fresh.keySecret ?? '' } : fresh,
  },
  webhook: { path: '/functions/v1/razorpay-webhook', registration: 'api' },
  hasWidget: true,
  serves: { payments: async () => (await import('./port.ts')).razorpayPort },
})
