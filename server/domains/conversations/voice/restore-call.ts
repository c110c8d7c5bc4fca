import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Call, showCall } from './calls.ts'
import { voiceErrors } from './errors.ts'
import { lockLoggedCall, mayChange, writeCall } from './logged-calls.ts'

export const restoreCall = action({
  name: 'restore-call',
  summary: 'Restore a deleted call',
  description: 'By its author or an admin, within 30 days.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'calls:write',
  input: z.object({ callId: z.uuid() }),
  output: z.object({ success: z.literal(true), call: Call }),
  errors: [voiceErrors.call_not_found, voiceErrors.call_not_logged, voiceErrors.call_of_other],
  examples: [{ title: 'One call', input: { callId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ callId }, { db, org, person, fail }) {
    const call = await lockLoggedCall(db, org.id, callId)
    if (!mayChange(call, person)) throw fail('call_of_other')
    if (call.deleted_at) await writeCall(db, call, 'restored', { deleted_at: null })
    return { success: true as const, call: await showCall(db, org.id, callId) }
  },
})
