import {
  type Account,
  type Act,
  type Call,
  isOver,
  Refused,
  rfc2822,
  type Status,
  type Store,
  secondsOf,
  signatureOf,
} from './store.ts'
import { readTwiml, type Verb } from './twiml.ts'

/** A call as it is stored by now. */
const latest = (store: Store, call: Call): Call => store.calls.find(call.id) ?? call

const note = (store: Store, call: Call, words: string, changes: Partial<Call> = {}): Call => {
  const before = latest(store, call)
  return store.calls.put({ ...before, ...changes, said: [...before.said, words] })
}

export const legsOf = (store: Store, call: Call): Call[] => store.calls.list().filter((leg) => leg.parentSid === call.id)

const made = (store: Store, account: Account, call: Pick<Call, 'direction' | 'from' | 'to' | 'status'> & Partial<Call>): Call =>
  store.calls.put({
    ...{ id: store.newSid('CA'), accountSid: account.id, parentSid: null, url: account.voiceUrl, action: null },
    ...{ createdAt: store.now(), answeredAt: null, endedAt: null, said: [], twiml: null },
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
const ask = async (
  store: Store,
  account: Account,
  call: Call,
  url: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const form = formOf(account, call, more)
  const headers = {
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'user-agent': 'TwilioProxy/1.1',
    'x-twilio-signature': signatureOf(account.authToken, url, form),
    'i-twilio-idempotency-token': store.newSid(''),
  }
  const answer = await store.post(url, headers, form).catch((error: Error) => ({ status: 0, text: error.message }))
  if (answer.status !== 200) {
    const why = answer.status === 0 ? 'it did not respond' : `it responded with ${answer.status}`
    return end(store, account, note(store, call, `An application error has occurred: ${why}.`), 'failed')
  }
  let verbs: Verb[]
  try {
    verbs = readTwiml(answer.text)
  } catch (error) {
    const words = `An application error has occurred: ${(error as Error).message}`
    return end(store, account, note(store, call, words, { twiml: answer.text }), 'failed')
  }
  perform(store, account, store.calls.put({ ...latest(store, call), twiml: answer.text }), verbs)
}

const perform = (store: Store, account: Account, call: Call, verbs: readonly Verb[]): void => {
  for (const verb of verbs) {
    if (verb.verb === 'Hangup') break
    if (verb.verb === 'Say') {
      // Who hears a voice is through.
      call = note(store, call, `A voice says: “${verb.words}”`, {
        status: 'in-progress',
        answeredAt: call.answeredAt ?? store.now(),
      })
      continue
    }
    const from = verb.callerId ?? call.from
    for (const to of verb.who)
      made(store, account, { direction: 'outbound-dial', parentSid: call.id, from, to, status: 'ringing', url: null })
    const seconds = `for up to ${verb.timeoutSeconds} seconds`
    note(store, call, `Rings ${verb.who.join(', ')} from ${from}, ${seconds}.`, { status: 'ringing', action: verb.action })
    return
  }
  end(store, account, call, call.answeredAt === null ? 'no-answer' : 'completed')
}

/** The caller's leg is over: told to where the number, or the application, says. */
export const end = (store: Store, account: Account, call: Call, status: Status): void => {
  const ended = note(store, call, `The call is over: ${status}.`, { status, endedAt: store.now(), action: null })
  for (const leg of legsOf(store, ended))
    if (!isOver(leg)) store.calls.put({ ...leg, status: 'canceled', endedAt: store.now() })
  if (ended.url === null) return
  const body = formOf(account, ended, {
    ...(status === 'completed' && { CallDuration: String(secondsOf(ended)) }),
    ...{ CallbackSource: 'call-progress-events', SequenceNumber: '0', Timestamp: rfc2822(ended.endedAt ?? store.now()) },
  })
  store.deliver({ id: account.id, url: ended.url, secret: account.authToken }, { id: ended.id, type: status, body })
}

/** The dialing is over: the caller's TwiML is notified, and says what comes next. */
const afterDial = async (store: Store, account: Account, call: Call, leg: Call): Promise<void> => {
  const { action } = call
  if (action === null) return end(store, account, call, call.answeredAt === null ? leg.status : 'completed')
  // The dial of the webhooks can lose this one too.
  if (store.faults.nextWebhook().length === 0)
    return end(store, account, note(store, call, 'No status callback was sent.'), 'completed')
  await ask(store, account, store.calls.put({ ...call, action: null }), action, {
    ...{ DialCallSid: leg.id, DialCallStatus: leg.status, DialBridged: String(leg.answeredAt !== null) },
    ...(leg.answeredAt !== null && { DialCallDuration: String(secondsOf(leg)) }),
  })
}

/** A call comes in from a phone, or out of a browser. */
export const placeCall = async (store: Store, account: Account, { from, to }: { from: string; to: string }): Promise<Call> => {
  if (account.voiceUrl === null) throw new Refused(21_205, 'No voice URL is configured for this account.')
  const call = made(store, account, { direction: 'inbound', from, to, status: 'ringing' })
  note(store, call, `${from} calls ${to}.`)
  await ask(store, account, call, account.voiceUrl)
  return latest(store, call)
}

/** A program requests a call: it rings, and fetches instructions once it is answered. */
export const createCall = (
  store: Store,
  account: Account,
  { from, to, url }: { from: string; to: string; url: string },
): Call =>
  note(
    store,
    made(store, account, { direction: 'outbound-api', from, to, status: 'queued', url }),
    `A program calls ${to} from ${from}.`,
  )

/** An action on a phone. Returns the new state of the call. */
export const actOn = async (store: Store, account: Account, call: Call, what: Act, who?: string): Promise<Call> => {
  if (isOver(call)) throw new Refused(21_220, 'The call is over.')
  const legs = legsOf(store, call)
  const talking = legs.find((leg) => leg.status === 'in-progress')
  const ringing = legs.filter((leg) => leg.status === 'ringing')
  const chosen = ringing.find((leg) => who === undefined || leg.to === who)
  if (what === 'hang-up') await hangUp(store, account, call, talking)
  else if (call.direction === 'outbound-api' && legs.length === 0) await pickUp(store, account, call, what)
  else if (talking || !chosen) throw new Refused(21_220, 'No phone is ringing.')
  else if (what === 'answer') {
    store.calls.put({ ...chosen, status: 'in-progress', answeredAt: store.now() })
    for (const leg of ringing) if (leg.id !== chosen.id) store.calls.put({ ...leg, status: 'canceled', endedAt: store.now() })
    note(store, call, `${chosen.to} answers.`, { status: 'in-progress', answeredAt: call.answeredAt ?? store.now() })
  } else {
    const status = what === 'fail' ? 'failed' : what
    for (const leg of ringing) store.calls.put({ ...leg, status, endedAt: store.now() })
    const words = { 'no-answer': 'No answer.', busy: 'The line is busy.', fail: 'It cannot be reached.' }[what]
    await afterDial(store, account, note(store, call, words), latest(store, chosen))
  }
  return latest(store, call)
}

const hangUp = async (store: Store, account: Account, call: Call, talking: Call | undefined): Promise<void> => {
  if (!talking)
    return end(store, account, note(store, call, 'The caller hangs up.'), call.answeredAt === null ? 'no-answer' : 'completed')
  const leg = store.calls.put({ ...talking, status: 'completed', endedAt: store.now() })
  await afterDial(store, account, note(store, call, `The call ended after ${secondsOf(leg)} seconds.`), leg)
}

/** The phone that a program has called. */
const pickUp = async (store: Store, account: Account, call: Call, what: Exclude<Act, 'hang-up'>): Promise<void> => {
  if (what !== 'answer') return end(store, account, call, what === 'fail' ? 'failed' : what)
  const answered = note(store, call, `${call.to} answers.`, { status: 'in-progress', answeredAt: store.now() })
  await ask(store, account, answered, call.url ?? '')
}
