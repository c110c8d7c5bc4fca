import { createHmac, randomBytes } from 'node:crypto'
import type { SimulatorContext } from '../simulators.ts'
import { readTwiml, type Verb } from './twiml.ts'

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

/** The rules by which calls go on. */
export const openStore = (context: SimulatorContext) => {
  const accounts = context.table<Account>('accounts')
  const calls = context.table<Call>('calls')
  const now = (): string => context.now().toISOString()
  const newSid = (prefix: string): string => prefix + randomBytes(16).toString('hex')

  /** The account of an id; null when it is known with another token. */
  const enter = (accountSid: string, authToken: string): Account | null => {
    const known = accounts.find(accountSid)
    if (known) return known.authToken === authToken ? known : null
    const fresh = { voiceUrl: null, applicationSid: null, apiKeySid: null, apiKeySecret: null }
    return accounts.put({ id: accountSid, authToken, number: numberOf(accountSid), ...fresh, createdAt: now() })
  }

  const note = (call: Call, words: string, changes: Partial<Call> = {}): Call =>
    calls.put({ ...(calls.find(call.id) ?? call), ...changes, said: [...(calls.find(call.id) ?? call).said, words] })

  const legsOf = (call: Call): Call[] => calls.list().filter((leg) => leg.parentSid === call.id)

  const made = (account: Account, call: Pick<Call, 'direction' | 'from' | 'to' | 'status'> & Partial<Call>): Call =>
    calls.put({
      ...{ id: newSid('CA'), accountSid: account.id, parentSid: null, url: account.voiceUrl, action: null },
      ...{ createdAt: now(), answeredAt: null, endedAt: null, said: [], twiml: null },
      ...call,
    })

  const formOf = (account: Account, call: Call, more: Readonly<Record<string, string>> = {}): string =>
    new URLSearchParams({
      ...{ AccountSid: account.id, ApiVersion: '2010-04-01', CallSid: call.id, CallStatus: call.status },
      ...{ Direction: call.direction, From: call.from, Caller: call.from, To: call.to, Called: call.to },
      ...(call.from.startsWith('client:') && account.applicationSid !== null && { ApplicationSid: account.applicationSid }),
      ...more,
    }).toString()

  /** Asks what is to be done next, and does it. */
  const ask = async (account: Account, call: Call, url: string, more: Readonly<Record<string, string>> = {}): Promise<void> => {
    const form = formOf(account, call, more)
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': signatureOf(account.authToken, url, form),
      'i-twilio-idempotency-token': newSid(''),
    }
    const answer = await context.post(url, headers, form).catch((error: Error) => ({ status: 0, text: error.message }))
    if (answer.status !== 200) {
      const why = answer.status === 0 ? 'it did not respond' : `it responded with ${answer.status}`
      return end(account, note(call, `An application error has occurred: ${why}.`), 'failed')
    }
    let verbs: Verb[]
    try {
      verbs = readTwiml(answer.text)
    } catch (error) {
      const words = `An application error has occurred: ${(error as Error).message}`
      return end(account, note(call, words, { twiml: answer.text }), 'failed')
    }
    perform(account, calls.put({ ...(calls.find(call.id) ?? call), twiml: answer.text }), verbs)
  }

  const perform = (account: Account, call: Call, verbs: readonly Verb[]): void => {
    for (const verb of verbs) {
      if (verb.verb === 'Hangup') break
      if (verb.verb === 'Say') {
        // Who hears a voice is through.
        call = note(call, `A voice says: “${verb.words}”`, { status: 'in-progress', answeredAt: call.answeredAt ?? now() })
        continue
      }
      const from = verb.callerId ?? call.from
      for (const to of verb.who)
        made(account, { direction: 'outbound-dial', parentSid: call.id, from, to, status: 'ringing', url: null })
      const seconds = `for up to ${verb.timeoutSeconds} seconds`
      note(call, `Rings ${verb.who.join(', ')} from ${from}, ${seconds}.`, { status: 'ringing', action: verb.action })
      return
    }
    end(account, call, call.answeredAt === null ? 'no-answer' : 'completed')
  }

  /** The caller's leg is over: told to where the number, or the application, says. */
  const end = (account: Account, call: Call, status: Status): void => {
    const ended = note(call, `The call is over: ${status}.`, { status, endedAt: now(), action: null })
    for (const leg of legsOf(ended)) if (!isOver(leg)) calls.put({ ...leg, status: 'canceled', endedAt: now() })
    if (ended.url === null) return
    const body = formOf(account, ended, {
      ...(status === 'completed' && { CallDuration: String(secondsOf(ended)) }),
      ...{ CallbackSource: 'call-progress-events', SequenceNumber: '0', Timestamp: rfc2822(ended.endedAt ?? now()) },
    })
    context.deliver({ id: account.id, url: ended.url, secret: account.authToken }, { id: ended.id, type: status, body })
  }

  /** The dialing is over: the caller's TwiML is notified, and says what comes next. */
  const afterDial = async (account: Account, call: Call, leg: Call): Promise<void> => {
    const { action } = call
    if (action === null) return end(account, call, call.answeredAt === null ? leg.status : 'completed')
    // The dial of the webhooks can lose this one too.
    if (context.faults.nextWebhook().length === 0) return end(account, note(call, 'No status callback was sent.'), 'completed')
    await ask(account, calls.put({ ...call, action: null }), action, {
      ...{ DialCallSid: leg.id, DialCallStatus: leg.status, DialBridged: String(leg.answeredAt !== null) },
      ...(leg.answeredAt !== null && { DialCallDuration: String(secondsOf(leg)) }),
    })
  }

  /** A call comes in from a phone, or out of a browser. */
  const place = async (account: Account, { from, to }: { from: string; to: string }): Promise<Call> => {
    if (account.voiceUrl === null) throw new Refused(21_205, 'No voice URL is configured for this account.')
    const call = made(account, { direction: 'inbound', from, to, status: 'ringing' })
    note(call, `${from} calls ${to}.`)
    await ask(account, call, account.voiceUrl)
    return calls.find(call.id) ?? call
  }

  /** A program requests a call: it rings, and fetches instructions once it is answered. */
  const create = (account: Account, { from, to, url }: { from: string; to: string; url: string }): Call =>
    note(made(account, { direction: 'outbound-api', from, to, status: 'queued', url }), `A program calls ${to} from ${from}.`)

  /** An action on a phone. Returns the new state of the call. */
  const act = async (account: Account, call: Call, what: Act, who?: string): Promise<Call> => {
    if (isOver(call)) throw new Refused(21_220, 'The call is over.')
    const legs = legsOf(call)
    const talking = legs.find((leg) => leg.status === 'in-progress')
    const ringing = legs.filter((leg) => leg.status === 'ringing')
    const chosen = ringing.find((leg) => who === undefined || leg.to === who)
    if (what === 'hang-up') await hangUp(account, call, talking)
    else if (call.direction === 'outbound-api' && legs.length === 0) await pickUp(account, call, what)
    else if (talking || !chosen) throw new Refused(21_220, 'No phone is ringing.')
    else if (what === 'answer') {
      calls.put({ ...chosen, status: 'in-progress', answeredAt: now() })
      for (const leg of ringing) if (leg.id !== chosen.id) calls.put({ ...leg, status: 'canceled', endedAt: now() })
      note(call, `${chosen.to} answers.`, { status: 'in-progress', answeredAt: call.answeredAt ?? now() })
    } else {
      const status = what === 'fail' ? 'failed' : what
      for (const leg of ringing) calls.put({ ...leg, status, endedAt: now() })
      const words = { 'no-answer': 'No answer.', busy: 'The line is busy.', fail: 'It cannot be reached.' }[what]
      await afterDial(account, note(call, words), calls.find(chosen.id) ?? chosen)
    }
    return calls.find(call.id) ?? call
  }

  const hangUp = async (account: Account, call: Call, talking: Call | undefined): Promise<void> => {
    if (!talking) return end(account, note(call, 'The caller hangs up.'), call.answeredAt === null ? 'no-answer' : 'completed')
    const leg = calls.put({ ...talking, status: 'completed', endedAt: now() })
    await afterDial(account, note(call, `The call ended after ${secondsOf(leg)} seconds.`), leg)
  }

  /** The phone that a program has called. */
  const pickUp = async (account: Account, call: Call, what: Exclude<Act, 'hang-up'>): Promise<void> => {
    if (what !== 'answer') return end(account, call, what === 'fail' ? 'failed' : what)
    const answered = note(call, `${call.to} answers.`, { status: 'in-progress', answeredAt: now() })
    await ask(account, answered, call.url ?? '')
  }

  return { accounts, calls, enter, place, create, act, legsOf, end, now }
}
export type Store = ReturnType<typeof openStore>

export const secondsOf = (call: Call): number =>
  call.answeredAt === null || call.endedAt === null
    ? 0
    : Math.round((Date.parse(call.endedAt) - Date.parse(call.answeredAt)) / 1_000)

/** `Sat, 21 Nov 2026 20:00:00 +0000` */
export const rfc2822 = (iso: string): string => new Date(iso).toUTCString().replace('GMT', '+0000')
