import { messages } from '#web/i18n/strings.ts'
import type { Role } from '#web/wire.ts'

/** What the roles are called; apart from the fields for them, so that the shell can name a role without loading those. */
export const roleNames: Readonly<Record<Role, string>> = messages('platform/members/role-strings', {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
})
