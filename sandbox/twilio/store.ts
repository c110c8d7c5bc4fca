import { createHmac, randomBytes } from 'node:crypto'
import type { SimulatorContext } from '../simulators.ts'

// What Twilio knows of accounts and calls, in its own words (https://www.twilio.com/docs/voice/api).

/** One account. It is taken at its first use, with the token that it came with. */
export interface Account {
  /** `AC…` */
  readonly id: string
  readonly authToken: string
  readonly number: string
  readonly voiceUrl: string | null
  readonly applicationSid: string | null
  readonly apiKeySid: string | null
  readonly apiKeySecret: string | null
  readonly createdAt: string
}

export type Status = 'queued' | 'ringing' | 'in-progress' | 'completed' | 'busy' | 'failed' | 'no-answer' | 'canceled'

export interface Call {
  /** `CA…` */
  readonly id: string
  readonly accountSid: string
  readonly parentSid: string | null
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-dial'
  readonly from: string
  readonly to: string
  readonly status: Status
  /** Where it asks what to do. */
  readonly url: string | null
  /** Told how the dialling ended; of a call that dials. */
  readonly action: string | null
  readonly createdAt: string
  readonly answeredAt: string | null
  readonly endedAt: string | null
  /** What happened, in plain words, oldest first. */
  readonly said: readonly string[]
  /** The last answer that came, as it came. */
  readonly twiml: string | null
}

/** Refused, in the vendor's words and with its number. */
export class Refused extends Error {
  readonly statusCode: number
  readonly code: number
  constructor(code: number, message: string, statusCode = 400) {
    super(message)
    this.code = code
    this.statusCode = statusCode
  }
}

/** Whom the people at the telephones can play. */
export const acts = ['answer', 'no-answer', 'busy', 'fail', 'hang-up'] as const
export type Act = (typeof acts)[number]

const over: ReadonlySet<Status> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled'])
export const isOver = (call: Call): boolean => over.has(call.status)

/** `X-Twilio-Signature` of a form (https://www.twilio.com/docs/usage/webhooks/webhooks-security). */
export const signatureOf = (authToken: string, url: string, form: string): string => {
  const values = Map.groupBy(new URLSearchParams(form), ([name]) => name)
  const text = [...values]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, pairs]) =>
      [...new Set(pairs.map(([, value]) => value))]
        .toSorted()
        .map((value) => name + value)
        .join(''),
    )
    .join('')
  return createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64')
}

/** An account's number, derived from its id: 555-01xx is reserved. */
const numberOf = (accountSid: string): string => `+14155550${100 + (Number.parseInt(accountSid.slice(-2), 16) % 100)}`

/** The accounts and their calls. How a call goes on stands in calls.ts. */
export const openStore = (context: SimulatorContext) => {
  const accounts = context.table<Account>('accounts')
  const now = (): string => context.now().toISOString()
  return {
    accounts,
    calls: context.table<Call>('calls'),
    now,
    newSid: (prefix: string): string => prefix + randomBytes(16).toString('hex'),
    post: context.post,
    deliver: context.deliver,
    faults: context.faults,
    /** The account of an id; null when it is known with another token. */
    enter(accountSid: string, authToken: string): Account | null {
      const known = accounts.find(accountSid)
      if (known) return known.authToken === authToken ? known : null
      const fresh = { voiceUrl: null, applicationSid: null, apiKeySid: null, apiKeySecret: null }
      return accounts.put({ id: accountSid, authToken, number: numberOf(accountSid), ...fresh, createdAt: now() })
    },
  }
}
export type Store = ReturnType<typeof openStore>

export const secondsOf = (call: Call): number =>
  call.answeredAt === null || call.endedAt === null
    ? 0
    : Math.round((Date.parse(call.endedAt) - Date.parse(call.answeredAt)) / 1_000)

/** `Sat, 21 Nov 2026 20:00:00 +0000` */
export const rfc2822 = (iso: string): string => new Date(iso).toUTCString().replace('GMT', '+0000')
