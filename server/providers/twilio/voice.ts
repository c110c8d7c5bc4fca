import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import type { ProviderCall, Voice, VoiceAccount } from '#ports/voice.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError, oneLine, parsed } from '../answers.ts'
import { legStateOf } from './webhooks.ts'

const timeoutMs = 10_000
const maxBytes = 1_048_576
/** Legs of a call: those that were rung together, ten at most, and some to spare. */
const legsAtOnce = 50

/** Twilio's voice API (https://www.twilio.com/docs/voice/api): forms in, JSON out, signed in as the account itself. */
export const twilioVoice = ({
  base,
  credentials,
  mode,
  http,
  now,
}: {
  base: string
  credentials: Readonly<Record<string, string>>
  mode: VoiceAccount['mode']
  http: ProviderHttp
  now: () => Date
}): Voice => {
  const { accountSid = '', authToken = '', apiKeySid = '', apiKeySecret = '', applicationSid = '', callerId = '' } = credentials
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    accept: 'application/json',
  }
  const account = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`
  const ask = async <T>(operation: string, path: string, shape: z.ZodType<T>): Promise<T | null> => {
    const sent = http.send({ operation, method: 'GET', url: base + path, headers, timeoutMs, maxBytes, canRepeat: true })
    return read(await sent.catch((error: unknown) => Promise.reject(asProviderError('Twilio', error, now()))), shape, now())
  }

  return {
    async test() {
      const found = await ask('accounts.fetch', `${account}.json`, Account)
      if (!found) throw new ProviderError('credentials', 'Twilio does not know this account.')
      if (found.status !== 'active')
        throw new ProviderError('credentials', `The account is ${oneLine(found.status)} at Twilio.`)
      const query = new URLSearchParams({ PhoneNumber: callerId, PageSize: '20' })
      const numbers = await ask('incomingPhoneNumbers.list', `${account}/IncomingPhoneNumbers.json?${query}`, Numbers)
      if (!numbers?.incoming_phone_numbers.some(({ phone_number }) => phone_number === callerId))
        throw new ProviderError('refused', 'The phone number does not belong to the account.')
      return {
        account: found.friendly_name ? `${oneLine(found.friendly_name)} (${accountSid})` : accountSid,
        accountId: accountSid,
        isLive: mode === 'live' && found.type !== 'Trial',
      }
    },

    // The client of a browser reads it; https://www.twilio.com/docs/iam/access-tokens.
    token({ identity, lifeSeconds }) {
      const at = Math.floor(now().getTime() / 1_000)
      const voice = { incoming: { allow: true }, outgoing: { application_sid: applicationSid } }
      return new SignJWT({ jti: `${apiKeySid}-${at}`, grants: { identity, voice } })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', cty: 'twilio-fpa;v=1' })
        .setIssuedAt(at)
        .setExpirationTime(at + lifeSeconds)
        .setIssuer(apiKeySid)
        .setSubject(accountSid)
        .sign(new TextEncoder().encode(apiKeySecret))
    },

    async findCall(callId) {
      const call = await ask('calls.fetch', `${account}/Calls/${encodeURIComponent(callId)}.json`, Call)
      if (!call) return null
      const query = new URLSearchParams({ ParentCallSid: callId, PageSize: String(legsAtOnce) })
      const legs = await ask('calls.list', `${account}/Calls.json?${query}`, Calls)
      return { callId: call.sid, ...legOf(call), legs: (legs?.calls ?? []).map(legOf) } satisfies ProviderCall
    },

    async registerWebhook(url) {
      // What a number and an application do is the account's business: a person says so on Twilio's own pages.
      if (mode !== 'sandbox') return false
      const form = new URLSearchParams({
        VoiceUrl: url,
        ApiKeySid: apiKeySid,
        ApiKeySecret: apiKeySecret,
        ApplicationSid: applicationSid,
      })
      const sent = http.send({
        operation: 'sandbox.register',
        method: 'POST',
        url: `${base}${account}/Sandbox.json`,
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        timeoutMs,
        maxBytes,
        canRepeat: true,
      })
      const answer = await sent.catch((error: unknown) => Promise.reject(asProviderError('Twilio', error, now())))
      return read(answer, z.object({ voice_url: z.string() }), now()) !== null
    },
  }
}

const Account = z.object({
  friendly_name: z.string().nullish(),
  status: z.string().default('active'),
  type: z.string().nullish(),
})
const Numbers = z.object({ incoming_phone_numbers: z.array(z.object({ phone_number: z.string().nullish() })) })
const Call = z.object({
  sid: z.string(),
  to: z.string().nullish(),
  status: z.string().nullish(),
  duration: z.string().nullish(),
})
const Calls = z.object({ calls: z.array(Call) })

const legOf = ({ to, status, duration }: z.infer<typeof Call>) => {
  const state = legStateOf(status)
  if (!state) throw new ProviderError('broken', 'Twilio returned an unknown call status.')
  return { to: to ?? '', state, durationSeconds: /^\d{1,7}$/.test(duration ?? '') ? Number(duration) : null }
}

/** https://www.twilio.com/docs/usage/twilios-response#response-formats-exceptions */
const ErrorBody = z.object({ code: z.number().nullish(), message: z.string() })

/** What was answered; null where there is nothing of that name. */
const read = <T>(answer: Answer, shape: z.ZodType<T>, now: Date): T | null => {
  const { status } = answer
  const body = answer.isCut ? undefined : parsed(answer.body)
  if (status >= 200 && status < 300) {
    const given = shape.safeParse(body)
    if (given.success) return given.data
    throw new ProviderError('broken', 'Twilio returned an invalid response.')
  }
  if (status === 404) return null
  const refusal = ErrorBody.safeParse(body)
  const words = refusal.success ? said(refusal.data) : `Twilio responded with status ${status}.`
  const wait = { retryAfterMs: retryAfterMs(answer.headers['retry-after'], now) }
  if (status === 401 || status === 403) throw new ProviderError('credentials', words)
  if (status === 429) throw new ProviderError('busy', words, wait)
  if (status >= 400 && status < 500 && refusal.success) throw new ProviderError('refused', words)
  throw new ProviderError('broken', words, wait)
}

/** What the vendor says to people, without a number, an address or a link that it may have repeated. */
const said = ({ code, message }: z.infer<typeof ErrorBody>): string => {
  const words = oneLine(message)
    .replace(/\+?\d{5,}/g, '…')
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/https?:\/\/\S+/g, '…')
  return `Twilio says: ${words}${code ? ` (${code})` : ''}`.slice(0, 250)
}
