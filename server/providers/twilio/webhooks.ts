import { z } from 'zod'
import type { LegState, VoiceNews, VoicePort } from '#ports/voice.ts'

/** Twilio's words for the state of a leg (https://www.twilio.com/docs/voice/api/call-resource#call-status-values). */
const states: Readonly<Record<string, LegState>> = {
  queued: 'queued',
  initiated: 'queued',
  ringing: 'ringing',
  'in-progress': 'in_progress',
  answered: 'completed', // of a dialling: it was answered, and is over
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no_answer',
  canceled: 'canceled',
  failed: 'failed',
}
export const legStateOf = (word: string | null | undefined): LegState | null => states[word ?? ''] ?? null

const seconds = (text: string | undefined): number | null => (/^\d{1,7}$/.test(text ?? '') ? Number(text) : null)

const Form = z.object({
  CallSid: z.string().regex(/^CA[0-9a-f]{32}$/i),
  ParentCallSid: z.string().max(64).optional(),
  From: z.string().max(255).default(''),
  To: z.string().max(255).default(''),
  Direction: z.string().max(64).optional(),
  CallStatus: z.string().max(64).optional(),
  CallDuration: z.string().optional(),
  CallbackSource: z.string().optional(),
  DialCallStatus: z.string().max(64).optional(),
  DialCallDuration: z.string().optional(),
})

/** Legs that are over ask nothing any more. */
const over: ReadonlySet<LegState | null> = new Set(['completed', 'busy', 'no_answer', 'canceled', 'failed'])

/** A body of Twilio's (https://www.twilio.com/docs/voice/twiml#request-parameters). Throws on one that is none. */
export const parseTwilioWebhook = (body: Buffer): VoiceNews => {
  const form = Form.parse(Object.fromEntries(new URLSearchParams(body.toString('utf8'))))
  const dialled = legStateOf(form.DialCallStatus)
  const state = legStateOf(form.CallStatus)
  return {
    callId: form.CallSid,
    parentCallId: form.ParentCallSid ?? null,
    from: form.From,
    to: form.To,
    isInbound: form.Direction === undefined ? null : form.Direction === 'inbound' && !form.From.startsWith('client:'),
    isByProgram: form.Direction?.startsWith('outbound') ?? false,
    state,
    durationSeconds: seconds(form.CallDuration),
    dialled: dialled && { state: dialled, durationSeconds: seconds(form.DialCallDuration) },
    wantsAnswer: dialled === null && form.CallbackSource === undefined && !over.has(state),
  }
}

export const isTwilioWebhook: VoicePort['isWebhook'] = ({ headers, body }) =>
  (headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded') &&
  /(?:^|&)CallSid=/.test(body.toString('latin1'))

/** `AC…` of the account that a body says it is of. */
export const twilioAccountIn = (body: Buffer): string | null => {
  const sid = new URLSearchParams(body.toString('utf8')).get('AccountSid') ?? ''
  return /^AC[0-9a-f]{32}$/i.test(sid) ? sid : null
}

/** A body names the number that was called, the one that calls, or the application that a browser calls through. */
export const isAboutTwilioNumber = (body: Buffer, { callerId, applicationSid }: Readonly<Record<string, string>>): boolean => {
  const form = new URLSearchParams(body.toString('utf8'))
  const own = [callerId, applicationSid].filter(Boolean)
  return ['To', 'From', 'ApplicationSid'].some((name) => own.includes(form.get(name) ?? ''))
}
