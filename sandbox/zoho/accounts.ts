import { accountNumberOf } from '../crm/control.ts'

/** The account of an access token; null where it has not the form of one. Tokens that differ only after a `~` are of one account. */
export const accountOf = (token: string): string | null =>
  /^1000\.[\w.~-]{1,200}$/.test(token) ? accountNumberOf(token) : null

/** The organization's id and its number across Zoho. */
export const organizationOf = (account: string) => ({ id: `410405000${account}`, zgid: `60${account}` })
