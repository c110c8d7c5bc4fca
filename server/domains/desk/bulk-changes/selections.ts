import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { ListFilter } from '../lists/filters.ts'
import { readingOf } from '../lists/readings.ts'
import { findSelected } from '../lists/selections.ts'
import { advanceBulkChange, type BulkChangeRow, moveBulkChange } from './bulk-changes.ts'
import { addRecords } from './changed-records.ts'
import { bulkChangeErrors } from './errors.ts'
import { countedAtOnce, mostRecords, selectedAtOnce } from './limits.ts'

const KeptSelection = z.object({
  filter: ListFilter.optional(),
  search: z.string().optional(),
  exceptIds: z.array(z.uuid()).default([]),
})

/**
 * Writes down the next part of what matches: as the one who started it read the list then. Where it is more than one change takes, the rest is
 * counted, and the change fails with the number of all.
 */
export const selectMore = async (db: Db, change: BulkChangeRow): Promise<BulkChangeRow> => {
  const { exceptIds, ...whole } = KeptSelection.parse(change.selection)
  const reading = await readingOf(db, change.org_id, change.kind, { personId: change.person_id, now: change.created_at })
  const { ids, next } = await findSelected(db, reading, whole, {
    cursor: change.cursor,
    limit: change.selected > mostRecords ? countedAtOnce : selectedAtOnce,
  })
  const left = new Set(exceptIds)
  const wanted = ids.filter((id) => !left.has(id))
  const isCounted = change.selected > mostRecords
  const more = isCounted ? wanted.length : await addRecords(db, change, { behind: change.selected, ids: wanted })
  const selected = change.selected + more
  if (next !== null) return advanceBulkChange(db, change, { selected, cursor: next })
  if (selected > mostRecords)
    return moveBulkChange(db, change, 'failed', { selected, code: bulkChangeErrors.bulk_change_too_many.code })
  return moveBulkChange(db, change, 'changing', { selected, cursor: null })
}
