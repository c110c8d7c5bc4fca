import { accountNumberOf } from '../crm/control.ts'
import { Refused } from './refusals.ts'

/** The portal that a token is of. Tokens of private apps have a form of their own; every other one counts as one of a consent. */
export const accountOf = (token: string): string => {
  const isMalformed = token.startsWith('pat-') && !/^pat-[a-z]{2}\d-[\w~-]{3,}$/.test(token)
  if (token === '' || isMalformed) throw new Refused(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.')
  if (token.includes('expired')) throw expired()
  return accountNumberOf(token)
}

/** Of a token that was good. */
export const expired = (): Refused =>
  new Refused(401, 'EXPIRED_AUTHENTICATION', 'The OAuth token used to make this call expired.')
