import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { contactErrors } from '../identities/errors.ts'
import { type ContactRow, lockMergeGroups } from '../identities/merge-groups.ts'
import { recordErrors } from './errors.ts'

export interface StandingContact {
  /** The record that was named. */
  readonly record: ContactRow
  /** Stands for the person. */
  readonly contactId: string
  /** All their records, by id. */
  readonly group: ReadonlyMap<string, ContactRow>
}

/**
 * A contact for whom something is made, held with all their records until the transaction ends, so that they are not deleted meanwhile.
 * Throws `contact_not_found`, also of one that was removed for good, and `record_in_bin`.
 */
export const lockStandingContact = async (db: Db, orgId: string, id: string, field?: string): Promise<StandingContact> => {
  const group = await lockMergeGroups(db, orgId, [id])
  const record = group.get(id)
  if (!record) throw new Failure(contactErrors.contact_not_found, { ...(field && { field }) })
  const contactId = record.root_id ?? id
  requireStanding(group.get(contactId), field)
  return { record, contactId, group }
}

/** Of the record that stands for a person and that the caller holds. Throws the same. */
export const requireStanding = (top: ContactRow | undefined, field?: string): void => {
  if (!top || top.removed_at) throw new Failure(contactErrors.contact_not_found, { ...(field && { field }) })
  if (top.deleted_at) throw new Failure(recordErrors.record_in_bin, { ...(field && { field }) })
}
