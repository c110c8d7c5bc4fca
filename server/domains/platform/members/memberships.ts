import { z } from 'zod'
import { lesser, type Role, roles } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { choice, shape } from '#shapes'
import { closeSessionsIn } from '../users/sessions.ts'
import { findMember, roleOf } from '../users/users.ts'
import { memberErrors } from './errors.ts'

export const AnyRole = choice('Role', roles)

/** A new member, or one whose role was changed. */
export const MadeMember = shape('User', { id: z.uuid(), email: z.string(), name: z.string(), role: AnyRole })

/**
 * Locks the members of a workspace until the transaction ends: changes happen one after the other, so that
 * the last owner stays and an address has one open invitation. Answers the workspace's name.
 */
export const lockMembers = async (db: Db, orgId: string): Promise<{ name: string }> =>
  db.selectFrom('orgs').select('name').where('org_id', '=', orgId).forNoKeyUpdate().executeTakeFirstOrThrow()

/**
 * The same for a person who acts on others: only owners make owners, change or remove them, or invite them. Asked while
 * the members are held, because the caller's own role may have changed a moment ago. Throws `forbidden`.
 */
export const lockMembersFor = async (
  db: Db,
  orgId: string,
  person: { readonly id: string; readonly role: Role },
): Promise<{ name: string; requireRankFor: (...touched: Role[]) => void }> => {
  const { name } = await lockMembers(db, orgId)
  const member = await findMember(db, orgId, person.id)
  if (!member) throw new Failure('not_signed_in')
  const role = lesser(person.role, roleOf(member))
  if (role === 'member') throw new Failure('forbidden')
  return {
    name,
    requireRankFor: (...touched) => {
      if (role !== 'owner' && touched.includes('owner')) throw new Failure('forbidden', { message: ownersOnly })
    },
  }
}

const ownersOnly = 'Only an owner can create, invite, change or remove an owner.'

/** Gives a member another role. The members must be held. Throws `last_owner`. */
export const changeRoleOf = async (db: Db, orgId: string, personId: string, from: Role, to: Role): Promise<void> => {
  if (from === 'owner' && to !== 'owner') await keepOneOwner(db, orgId)
  await db.updateTable('members').set({ role: to }).where('org_id', '=', orgId).where('id', '=', personId).execute()
}

/** Takes a member out, and ends what they have open in this workspace. The members must be held. Throws `last_owner`. */
export const removeMemberOf = async (db: Db, orgId: string, personId: string, role: Role): Promise<void> => {
  if (role === 'owner') await keepOneOwner(db, orgId)
  await db.deleteFrom('members').where('org_id', '=', orgId).where('id', '=', personId).execute()
  await closeSessionsIn(db, orgId, personId)
}

const keepOneOwner = async (db: Db, orgId: string): Promise<void> => {
  const { owners } = await db
    .selectFrom('members')
    .select((select) => select.fn.countAll<number>().as('owners'))
    .where('org_id', '=', orgId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  if (owners < 2) throw new Failure(memberErrors.last_owner)
}

/** Makes a person a member; false when they are one already, whose role stays. The transaction must be inside the organization. */
export const addMember = async (db: Db, orgId: string, personId: string, role: Role): Promise<boolean> => {
  const added = await db
    .insertInto('members')
    .values({ org_id: orgId, id: personId, role })
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}
