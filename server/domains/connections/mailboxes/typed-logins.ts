import { z } from 'zod'
import type { Vault } from '#core/vault.ts'
import type { CalendarLogin } from '#ports/calendars.ts'
import type { MailboxLogin } from '#ports/mailboxes.ts'
import type { ConnectionRow } from '../connections/connections.ts'
import { type Credentials, openCredentials } from '../connections/credentials.ts'

const text = (most: number) => z.string().trim().min(1).max(most)
const Password = z.string().min(1).max(1_000)

export const MailServerLogin = z.object({
  host: text(253).regex(/^[^\s/@?#\\]+$/, 'is not the name or address of a server'),
  port: z.int().min(1).max(65_535),
  user: text(320),
  password: Password,
})

export const CalendarServerLogin = z.object({
  url: z.url({ protocol: /^https?$/ }).max(500),
  user: text(320),
  password: Password,
})

/** What a member typed, as it is sealed with the connection. */
const TypedLogin = z.object({
  email: z.string(),
  imap: MailServerLogin.nullable(),
  smtp: MailServerLogin.nullable(),
  caldav: CalendarServerLogin.nullable(),
})
export type TypedLogin = z.output<typeof TypedLogin>

export const credentialsOf = (login: TypedLogin): Credentials => ({ login: JSON.stringify(login) })

/** Null for an account that was connected by consent. */
const openLogin = (vault: Vault, connection: ConnectionRow): TypedLogin | null => {
  const { login } = openCredentials(vault, connection)
  return login === undefined ? null : TypedLogin.parse(JSON.parse(login))
}

export const mailLoginOf = ({ email, imap, smtp }: TypedLogin): MailboxLogin | null => (imap ? { email, imap, smtp } : null)

/** How one signs in to a mailbox whose servers were typed; null for others. */
export const openMailLogin = (vault: Vault, connection: ConnectionRow): MailboxLogin | null => {
  const login = openLogin(vault, connection)
  return login && mailLoginOf(login)
}

export const openCalendarLogin = (vault: Vault, connection: ConnectionRow): CalendarLogin | null =>
  openLogin(vault, connection)?.caldav ?? null
