import { z } from 'zod'
import { type Role, roles } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import { AnyRole } from './memberships.ts'

/** A member of the workspace. */
export const Member = shape('Member', {
  /** The person's id. */
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: AnyRole,
  joined_at: z.iso.datetime(),
  /** False until the link to set a password was used. */
  has_password: z.boolean(),
  /** Signs in with codes of an authenticator app, or has a passkey. */
  two_factor: z.boolean(),
  /** The last sign of life of an open session; null without one. */
  last_seen_at: z.iso.datetime().nullable(),
})

/** Owners first, then by name. */
export const findMembers = async (db: Db, orgId: string): Promise<z.output<typeof Member>[]> => {
  const rows = await db
    .selectFrom('members')
    .innerJoin('directory.people', 'directory.people.id', 'members.id')
    .select((select) => [
      'members.id',
      'members.role',
      'members.created_at',
      'directory.people.name',
      'directory.people.email',
      'directory.people.password_hash',
      select
        .selectFrom('directory.sessions')
        .select((each) => each.fn.max('directory.sessions.last_seen_at').as('at'))
        .whereRef('directory.sessions.person_id', '=', 'members.id')
        .where('directory.sessions.org_id', '=', orgId)
        .as('last_seen_at'),
      select
        .or([
          select.exists(
            select
              .selectFrom('directory.totp')
              .select('directory.totp.person_id')
              .whereRef('directory.totp.person_id', '=', 'members.id')
              .where('directory.totp.confirmed_at', 'is not', null),
          ),
          select.exists(
            select
              .selectFrom('directory.passkeys')
              .select('directory.passkeys.id')
              .whereRef('directory.passkeys.person_id', '=', 'members.id'),
          ),
        ])
        .as('two_factor'),
    ])
    .where('members.org_id', '=', orgId)
    .execute()
  return rows
    .map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role as Role,
      joined_at: row.created_at.toISOString(),
      has_password: row.password_hash !== null,
      two_factor: Boolean(row.two_factor),
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
    }))
    .sort((a, b) => roles.indexOf(b.role) - roles.indexOf(a.role) || a.name.localeCompare(b.name))
}
