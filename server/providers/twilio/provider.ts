import { provider } from '#ports/provider.ts'
import { randomHex } from '#shapes/random-hex.ts'
import { addressSetting } from '#shapes/settings.ts'

export const twilio = provider({
  name: 'twilio',
  title: 'Twilio',
  about: 'Inbound and outbound phone calls in the browser.',
  kind: 'key',
  fields: [
    {
      name: 'accountSid',
      label: 'Account SID',
      secret: false,
      help: 'Twilio Console → Account → API keys & tokens. Starts with AC.',
      optional: false,
      form: /^AC[0-9a-f]{32}$/i,
    },
    {
      name: 'authToken',
      label: 'Auth token',
      secret: true,
      help: 'Shown next to the Account SID. Twilio signs its webhooks with it.',
      optional: false,
      form: /^[\w-]{16,255}$/,
    },
    {
      name: 'apiKeySid',
      label: 'API key SID',
      secret: false,
      help: 'A standard key created on the same page. Starts with SK.',
      optional: false,
      form: /^SK[0-9a-f]{32}$/i,
    },
    {
      name: 'apiKeySecret',
      label: 'API key secret',
      secret: true,
      help: 'Shown once, when the key is created. Lets your team call from the browser.',
      optional: false,
      form: /^\S{16,255}$/,
    },
    {
      name: 'applicationSid',
      label: 'TwiML app SID',
      secret: false,
      help: 'Twilio Console → Voice → TwiML apps: create one whose Voice request URL is the webhook of this connection. Starts with AP.',
      optional: false,
      form: /^AP[0-9a-f]{32}$/i,
    },
    {
      name: 'callerId',
      label: 'Number',
      secret: false,
      help: 'A number of the account, in international form: outbound calls show it, and calls to it ring here.',
      optional: false,
      form: /^\+[1-9]\d{6,14}$/,
    },
  ],
  settings: { TWILIO_API_BASE: addressSetting('https://api.twilio.com', 'Twilio’s API') },
  address: 'TWILIO_API_BASE',
  sandbox: {
    path: '/twilio',
    credentials: () => {
      const hex = randomHex(16)
      return {
        accountSid: `AC${hex}`,
        authToken: randomHex(16),
        apiKeySid: `SK${randomHex(16)}`,
        apiKeySecret: randomHex(16),
        applicationSid: `AP${randomHex(16)}`,
        // As the sandbox numbers its accounts: 555-01xx is reserved.
        callerId: `+1415555${String(100 + (Number.parseInt(hex.slice(-2), 16) % 100)).padStart(4, '0')}`,
      }
    },
  },
  // A person says at Twilio what a number and an application do.
  webhook: { path: '/functions/v1/voice-webhook', registration: 'by_hand' },
  accountIdIn: ({ accountSid }) => accountSid || null,
  serves: { voice: async () => (await import('./port.ts')).twilioPort },
})
