import type { RawBuilder } from 'kysely'
import { moment, question } from '#core/within.ts'

/** Two people were found to be one. Both merge groups are locked. */
export const contactsMerged = moment<{ readonly sourceId: string; readonly targetId: string }>('contacts.merged')

/** A merge was taken back: both stand for themselves again, and both merge groups are locked. */
export const contactsParted = moment<{
  readonly sourceId: string
  readonly targetId: string
  /** The deal that was linked with the merge. */
  readonly dealId: string | null
  readonly personId: string | null
}>('contacts.parted')

/** A member entered someone who is a contact already, and may be in the bin. The merge group is locked. */
export const contactEntered = moment<{ readonly contactId: string; readonly personId: string | null }>('contact.entered')

/** Which rows refer to a contact (`contacts`, under that name, in the statement): a condition for each. */
export const linkedRecords = question<null, RawBuilder<boolean>>('contact.linked-records')
