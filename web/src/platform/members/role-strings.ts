import type { Session } from '#web/gateway.ts'
import { messages } from '#web/i18n/strings.ts'

/** What the roles are called; apart from the fields for them, so that the shell can name a role without loading those. */
export const roleNames: Readonly<Record<Session['role'], string>> = messages({
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
})
