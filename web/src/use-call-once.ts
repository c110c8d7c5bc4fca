import { useRef } from 'react'
import { newIdempotencyKey } from '#client'
import { call } from './gateway.ts'
import type { ActionName, Input, Output } from './wire.ts'

/**
 * Calls an action that must not happen twice, however often its button is pressed: what is sent again unchanged has the Idempotency-Key of
 * before, so where only the answer was lost, that answer comes, and nothing is done anew. Another input, or a success, begins another call.
 */
export const useCallOnce = <Name extends ActionName>(name: Name): ((input: Input<Name>) => Promise<Output<Name>>) => {
  const begun = useRef<{ readonly sent: string; readonly idempotencyKey: string } | null>(null)
  return async (input) => {
    const sent = JSON.stringify(input)
    const same = begun.current?.sent === sent ? begun.current : { sent, idempotencyKey: newIdempotencyKey() }
    begun.current = same
    const answer = await call(name, input, { idempotencyKey: same.idempotencyKey })
    if (begun.current === same) begun.current = null
    return answer
  }
}
