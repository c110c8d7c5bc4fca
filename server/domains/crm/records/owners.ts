import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { findMember } from '#domains/platform/users/users.ts'

/** The owner of a record that is made. */
export const NewOwner = z
  .uuid()
  .nullable()
  .optional()
  .describe('A member of the workspace; without it the caller; null: without an owner')

/** The owner of a record that is changed. */
export const ChangedOwner = z.uuid().nullable().optional().describe('A member of the workspace; null: without an owner')

/** Throws `person_not_found` for one who is no member of the workspace. None at all is fine. */
export const requireMember = async (
  db: Db,
  orgId: string,
  personId: string | null | undefined,
  field = 'ownerId',
): Promise<void> => {
  if (personId && !(await findMember(db, orgId, personId))) throw new Failure(memberErrors.person_not_found, { field })
}
