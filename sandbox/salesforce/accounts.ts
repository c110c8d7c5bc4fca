import { accountNumberOf } from '../crm/control.ts'

/** An access token begins with the id of its org. */
const tokenForm = /^00D[0-9A-Za-z]*![\w.~-]+$/

/** Whose token it is; null where it is none. Tokens that differ only after a `~` are of one org. */
export const accountOf = (token: string): string | null =>
  tokenForm.test(token) && !token.includes('expired') ? accountNumberOf(token) : null
