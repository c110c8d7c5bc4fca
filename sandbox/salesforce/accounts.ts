import { isGoodToken } from '../crm/consent-grants.ts'
import { accountNumberOf } from '../crm/control.ts'
import type { SimulatorContext } from '../simulators.ts'

/** An access token begins with the id of its org. */
const tokenForm = /^00D[0-9A-Za-z]*![\w.~-]+$/

/** Whose token it is; null where it is none, or its time is over. Tokens that differ only after a `~` are of one org. */
export const accountOf = (context: SimulatorContext, token: string): string | null => {
  const isGood = isGoodToken(context, token) ?? !token.includes('expired')
  return isGood && tokenForm.test(token) ? accountNumberOf(token) : null
}
