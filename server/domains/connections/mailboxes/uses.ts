import type { ConnectionRow } from '../connections/connections.ts'
import { allows } from './google-scopes.ts'

/** What an account is used for: as far as its owner consented, or typed a server for it. */
export const usesOf = ({ kind, scopes }: ConnectionRow): { readonly has_mail: boolean; readonly has_calendar: boolean } =>
  kind === 'login'
    ? { has_mail: scopes.includes('mail'), has_calendar: scopes.includes('calendar') }
    : { has_mail: allows(scopes, 'mail'), has_calendar: allows(scopes, 'calendar') }
