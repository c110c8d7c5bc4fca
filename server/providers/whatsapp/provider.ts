import { randomInt } from 'node:crypto'
import { provider } from '#ports/provider.ts'
import { randomHex } from '#shapes/random-hex.ts'
import { addressSetting } from '#shapes/settings.ts'

export const whatsapp = provider({
  name: 'whatsapp',
  title: 'WhatsApp',
  about: 'Chat with customers on your WhatsApp Business number.',
  kind: 'key',
  fields: [
    {
      name: 'phoneNumberId',
      label: 'Phone number id',
      secret: false,
      help: 'Meta for Developers → your app → WhatsApp → API setup. Digits; not the phone number itself.',
      optional: false,
      form: /^\d{5,30}$/,
    },
    {
      name: 'businessAccountId',
      label: 'WhatsApp Business account id',
      secret: false,
      help: 'Shown next to the phone number id.',
      optional: false,
      form: /^\d{5,30}$/,
    },
    {
      name: 'accessToken',
      label: 'Access token',
      secret: true,
      help: 'Of a system user with the permissions whatsapp_business_messaging and whatsapp_business_management: Meta Business settings → Users → System users. A temporary token expires after a day.',
      optional: false,
      form: /^EAA\w{10,1000}$/,
    },
    {
      name: 'appSecret',
      label: 'App secret',
      secret: true,
      help: 'Meta for Developers → your app → App settings → Basic. It proves that webhooks come from WhatsApp.',
      optional: false,
      form: /^[0-9a-f]{32}$/,
    },
    {
      name: 'verifyToken',
      label: 'Verify token',
      secret: true,
      help: 'Any word of your choice. WhatsApp sends it when the webhook is registered.',
      optional: false,
      form: /^\S{8,255}$/,
    },
  ],
  settings: { WHATSAPP_API_BASE: addressSetting('https://graph.facebook.com', 'WhatsApp’s Cloud API') },
  address: 'WHATSAPP_API_BASE',
  sandbox: {
    path: '/whatsapp',
    // As the sandbox has it: the token tells the app's secret and the number, and no two are alike.
    credentials: () => {
      const appSecret = randomHex(16)
      const number = String(randomInt(1, 2 ** 47)).padStart(15, '0')
      return {
        phoneNumberId: `1${number}`,
        businessAccountId: `2${number}`,
        accessToken: `EAAsandbox${appSecret}${number}`,
        appSecret,
        verifyToken: `verify${randomHex(12)}`,
      }
    },
  },
  webhook: { path: '/functions/v1/whatsapp-webhook', registration: 'api' },
  accountIdIn: ({ businessAccountId, phoneNumberId }) =>
    businessAccountId && phoneNumberId ? `${businessAccountId}/${phoneNumberId}` : null,
  serves: { messaging: async () => (await import('./port.ts')).whatsappPort },
})
