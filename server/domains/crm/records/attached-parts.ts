import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { contribution, type Within } from '#core/within.ts'
import { linkedRecords } from '../identities/moments.ts'
import { attachedParts } from './moments.ts'

/**
 * Whether people attached anything to a record at hand, by what its table is called in the statement: a note, a file, a tag, a value of a field
 * of the workspace's own. None of it moves the time of the record.
 */
export const hasParts = async (db: Db, orgId: string, within: Within, table: string): Promise<RawBuilder<boolean>> =>
  sql<boolean>`(${sql.join(await within(db, orgId, attachedParts, { table }), sql` or `)})`

/** Of whom members wrote something down they know: what is undone leaves them. */
export const linkedParts = contribution({
  name: 'linked-parts',
  to: linkedRecords,
  run: (_, { db, orgId, within }) => hasParts(db, orgId, within, 'contacts'),
})
