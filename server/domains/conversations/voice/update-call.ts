import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { Call, showCall } from './calls.ts'
import { voiceErrors } from './errors.ts'
import { CallNote, CallSeconds, lockLoggedCall, mayChange, mendCall, requireLength } from './logged-calls.ts'
import { CallOutcome } from './outcomes.ts'

export const updateCall = action({
  name: 'update-call',
  summary: 'Edit a logged call',
  description:
    'By its author or an admin, of calls that `log-call` logged. Omitted fields keep their values, `null` clears one. What the call answered stays answered; an outcome that becomes `reached` answers what waited.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  scope: 'calls:write',
  input: z.object({
    callId: z.uuid(),
    outcome: CallOutcome.optional(),
    durationSeconds: CallSeconds.nullish(),
    note: CallNote.nullish(),
  }),
  output: z.object({ success: z.literal(true), call: Call }),
  errors: [
    ...[voiceErrors.call_not_found, voiceErrors.call_not_logged, voiceErrors.call_of_other],
    transportErrors.bad_request,
  ],
  examples: [
    {
      title: 'They were reached after all',
      input: { callId: '01980000-0000-7000-8000-000000000000', outcome: 'reached', durationSeconds: 120 },
    },
  ],

  async run({ callId, durationSeconds, note, ...wanted }, { db, org, person, now, fail }) {
    const before = await lockLoggedCall(db, org.id, callId)
    if (before.deleted_at) throw fail('call_not_found')
    if (!mayChange(before, person)) throw fail('call_of_other')
    const outcome = wanted.outcome ?? CallOutcome.parse(before.outcome)
    requireLength(outcome, durationSeconds)
    const said = {
      outcome,
      seconds: durationSeconds === undefined ? before.duration_s : durationSeconds,
      note: note === undefined ? before.note : note || null,
    }
    const isSame = said.outcome === before.outcome && said.seconds === before.duration_s && said.note === before.note
    if (!isSame) await mendCall(db, before, said, now())
    return { success: true as const, call: await showCall(db, org.id, callId) }
  },
})
