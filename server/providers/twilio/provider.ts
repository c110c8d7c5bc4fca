import { provider } from '#ports/provider.ts'
import { randomHex } from '#shapes/random-hex.ts'
import { addressSetting } from '#shapes/settings.ts'

export const twilio = provider({
  name: 'twilio',
  title: 'Twilio',
  about: 'Calls people, and rings here when they call.',
  kind: 'key',
  fields: [
    {
      name: 'accountSid',
      label: 'Account SID',
      secret: false,
      help: 'Twilio Console → Account → API keys & tokens. Begins with AC.',
      optional: false,
      form: /^AC[0-9a-f]{32}$/i,
    },
    {
      name: 'authToken',
      label: 'Auth token',
      secret: true,
      help: 'Beside the Account SID. Twilio signs with it what it tells Foyer.',
      optional: false,
      form: /^[\w-]{16,255}$/,
    },
    {
      name: 'apiKeySid',
      label: 'API key SID',
      secret: false,
      help: 'A standard key made on the same page. Begins with SK.',
      optional: false,
      form: /^SK[0-9a-f]{32}$/i,
    },
    {
      name: 'apiKeySecret',
      label: 'API key secret',
      secret: true,
      help: 'Shown once, when the key is made. Lets the people here call from the browser.',
      optional: false,
      form: /^\S{16,255}$/,
    },
    {
      name: 'applicationSid',
      label: 'TwiML app SID',
      secret: false,
      help: 'Twilio Console → Voice → TwiML apps: make one whose Voice request address is the webhook of this connection. Begins with AP.',
      optional: false,
      form: /^AP[0-9a-f]{32}$/i,
    },
    {
      name: 'callerId',
      label: 'Number',
      secret: false,
      help: 'A number of the account, in international form: calls come from it, and whoever calls it rings here.',
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
        // As the sandbox numbers its accounts: 555-01xx is nobody's.
        callerId: `+1415555${String(100 + (Number.parseInt(hex.slice(-2), 16) % 100)).padStart(4, '0')}`,
      }
    },
  },
  // A person says at Twilio what a number and an application do.
  webhook: { path: '/functions/v1/voice-webhook', registration: 'by_hand' },
  accountIdIn: ({ accountSid }) => accountSid || null,
  serves: { voice: async () => (await import('./port.ts')).twilioPort },
})
