import { randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { connectionErrors } from './errors.ts'

/** What somebody has to copy from a provider's own pages. */
export interface CredentialField {
  readonly name: string
  readonly label: string
  readonly secret: boolean
  /** Where to find it, in the provider's words. */
  readonly help: string
  readonly optional: boolean
  /** How it looks; anything else is refused before it is sent anywhere. */
  readonly form: RegExp
}

/** A service that an organization can connect. */
export interface Provider {
  readonly title: string
  readonly about: string
  /** `key`: somebody copies a key. `oauth`: somebody consents on the provider's page. */
  readonly kind: 'key' | 'oauth'
  readonly canSandbox: boolean
  readonly fields: readonly CredentialField[]
  /** What a new connection of the sandbox signs in with, by chance: what it is signed with nobody can work out. Null: by consent. */
  sandboxCredentials: (() => Readonly<Record<string, string>>) | null
}

const someHex = (bytes: number): string => randomBytes(bytes).toString('hex')

export const providers = {
  stripe: {
    title: 'Stripe',
    about: 'Takes payments in every currency but the Indian rupee.',
    kind: 'key',
    canSandbox: true,
    fields: [
      {
        name: 'secretKey',
        label: 'Secret key',
        secret: true,
        help: 'Stripe → Developers → API keys. Begins with sk_ or, restricted, with rk_. A test key takes test money only.',
        optional: false,
        form: /^[sr]k_(test|live)_\w{10,240}$/,
      },
      {
        name: 'webhookSecret',
        label: 'Signing secret of the webhook',
        secret: true,
        help: 'Only if Foyer could not register its webhook by itself: Stripe → Developers → Webhooks. Begins with whsec_.',
        optional: true,
        form: /^whsec_[\w+/=]{10,240}$/,
      },
    ],
    sandboxCredentials: () => ({ secretKey: `sk_test_sandbox_${someHex(16)}` }),
  },
  razorpay: {
    title: 'Razorpay',
    about: 'Takes payments in Indian rupees.',
    kind: 'key',
    canSandbox: true,
    fields: [
      {
        name: 'keyId',
        label: 'Key id',
        secret: false,
        help: 'Razorpay → Account & settings → API keys. Begins with rzp_test_ or rzp_live_.',
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
        label: 'Secret of the webhook',
        secret: true,
        help: 'What you typed as the secret when you made the webhook: Razorpay → Account & settings → Webhooks.',
        optional: true,
        form: /^\S{6,255}$/,
      },
    ],
    sandboxCredentials: () => ({ keyId: `rzp_test_${someHex(7)}`, keySecret: someHex(16) }),
  },
  twilio: {
    title: 'Twilio',
    about: 'Calls people, and rings here when they call.',
    kind: 'key',
    canSandbox: true,
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
    sandboxCredentials: () => {
      const hex = someHex(16)
      return {
        accountSid: `AC${hex}`,
        authToken: someHex(16),
        apiKeySid: `SK${someHex(16)}`,
        apiKeySecret: someHex(16),
        applicationSid: `AP${someHex(16)}`,
        // As the sandbox numbers its accounts: 555-01xx is nobody's.
        callerId: `+1415555${String(100 + (Number.parseInt(hex.slice(-2), 16) % 100)).padStart(4, '0')}`,
      }
    },
  },
  whatsapp: {
    title: 'WhatsApp',
    about: 'Messages of customers, by a number of WhatsApp’s Cloud API.',
    kind: 'key',
    canSandbox: true,
    fields: [
      {
        name: 'phoneNumberId',
        label: 'Phone number id',
        secret: false,
        help: 'Meta for Developers → your app → WhatsApp → API setup. Digits; it is not the number itself.',
        optional: false,
        form: /^\d{5,30}$/,
      },
      {
        name: 'businessAccountId',
        label: 'WhatsApp Business account id',
        secret: false,
        help: 'Beside the phone number id.',
        optional: false,
        form: /^\d{5,30}$/,
      },
      {
        name: 'accessToken',
        label: 'Access token',
        secret: true,
        help: 'Of a system user with the permissions whatsapp_business_messaging and whatsapp_business_management: Meta Business settings → Users → System users. One that was made for a day ends after a day.',
        optional: false,
        form: /^EAA\w{10,1000}$/,
      },
      {
        name: 'appSecret',
        label: 'App secret',
        secret: true,
        help: 'Meta for Developers → your app → App settings → Basic. It proves that a message comes from WhatsApp.',
        optional: false,
        form: /^[0-9a-f]{32}$/,
      },
      {
        name: 'verifyToken',
        label: 'Verify token',
        secret: true,
        help: 'Any word of your own. WhatsApp shows it when the address of the webhook is registered.',
        optional: false,
        form: /^\S{8,255}$/,
      },
    ],
    // As the sandbox has it: the token tells the app's secret and the number, and no two are alike.
    sandboxCredentials: () => {
      const appSecret = someHex(16)
      const number = String(randomInt(1, 2 ** 47)).padStart(15, '0')
      return {
        phoneNumberId: `1${number}`,
        businessAccountId: `2${number}`,
        accessToken: `EAAsandbox${appSecret}${number}`,
        appSecret,
        verifyToken: `verify${someHex(12)}`,
      }
    },
  },
  google: {
    title: 'Google',
    about: 'Mail and calendars of the people who work here.',
    kind: 'oauth',
    canSandbox: true,
    fields: [],
    sandboxCredentials: null,
  },
  gemini: {
    title: 'Gemini',
    about: 'Writes product requirements, and finds out about companies.',
    kind: 'key',
    canSandbox: true,
    fields: [
      {
        name: 'apiKey',
        label: 'API key',
        secret: true,
        help: 'Google AI Studio → API keys.',
        optional: false,
        form: /^[\w.-]{16,255}$/,
      },
    ],
    sandboxCredentials: () => ({ apiKey: `sandbox-${someHex(16)}` }),
  },
  openai: {
    title: 'OpenAI',
    about: 'Writes when Gemini does not answer. The operator can name any server that speaks like it (OPENAI_API_BASE).',
    kind: 'key',
    canSandbox: true,
    fields: [
      {
        name: 'apiKey',
        label: 'API key',
        secret: true,
        help: 'OpenAI → API keys. Begins with sk-; a server of your own may give out others.',
        optional: false,
        form: /^\S{3,255}$/,
      },
    ],
    sandboxCredentials: () => ({ apiKey: `sk-sandbox-${someHex(16)}` }),
  },
} as const satisfies Record<string, Provider>

export type ProviderName = keyof typeof providers
export const ProviderName = z.enum(Object.keys(providers) as [ProviderName, ...ProviderName[]])

export const providerOf = (name: ProviderName): Provider => providers[name]

/** As the provider calls itself; its wire name where a later version knew more of them. */
export const titleOf = (provider: string): string =>
  ProviderName.safeParse(provider).data ? providers[provider as ProviderName].title : provider

/** What was typed, without blanks around it, when it can be what the provider gave out. What else was sent is left out. */
export const readCredentials = (name: ProviderName, given: Readonly<Record<string, string>>): Record<string, string> => {
  const read: Record<string, string> = {}
  for (const { name: field, label, optional, form } of providerOf(name).fields) {
    const text = given[field]?.trim() ?? ''
    if (text === '' && optional) continue
    if (text === '') throw new Failure('missing_field', { message: `Missing required field: ${field}`, field })
    if (!form.test(text))
      throw new Failure(connectionErrors.credentials_malformed, { message: `This does not look like it: ${label}`, field })
    read[field] = text
  }
  return read
}
