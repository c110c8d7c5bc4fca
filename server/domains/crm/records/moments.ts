import type { RawBuilder } from 'kysely'
import { question } from '#core/within.ts'

/** What people attached to a record (`table`, under that name in the statement): a condition for each kind of part. */
export const attachedParts = question<{ readonly table: string }, RawBuilder<boolean>>('record.attached-parts')
