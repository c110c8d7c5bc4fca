import { accountNumberOf } from '../crm/control.ts'

/** API tokens are 40 hexadecimal digits, access tokens longer texts of letters, digits and signs. What comes after a `~` is another token of the same account. */
const form = /^[\w:.+/=-]{8,400}(~[\w-]{1,40})?$/

/** The company that a token is of, a number. Null: it is no token of Pipedrive's form, or it has ended. */
export const accountOf = (token: string): string | null =>
  form.test(token) && !token.includes('expired') ? accountNumberOf(token) : null
