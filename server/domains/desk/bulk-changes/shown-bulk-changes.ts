import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { type BulkChange, type BulkChangeRow, findBulkChanges, isUnderWay } from './bulk-changes.ts'
import { bulkChangeErrors } from './errors.ts'
import { keptDays, stalledAfterMs } from './limits.ts'

type Named = Awaited<ReturnType<typeof findBulkChanges>>[number]
type Sent = z.input<typeof BulkChange>

export const sentBulkChange = (row: Named, now: Date): Sent => ({
  ...{ id: row.id, kind: row.kind, type: row.change.type, is_selection: row.selection !== null, state: row.state },
  change: row.change,
  progress: progressOf(row),
  ...{ selected: row.selected, done: row.done, skipped: row.skipped, failed: row.failed, undone: row.undone, kept: row.kept },
  problem: problemOf(row),
  stalled: isUnderWay(row.state) && now.getTime() - row.moved_at.getTime() > stalledAfterMs,
  created_at: row.created_at.toISOString(),
  created_by: row.person_id && row.created_name !== null ? { id: row.person_id, name: row.created_name } : null,
  undone_by: row.undone_by && row.undone_name !== null ? { id: row.undone_by, name: row.undone_name } : null,
  finished_at: row.finished_at?.toISOString() ?? null,
  kept_until: new Date(row.created_at.getTime() + keptDays * 86_400_000).toISOString(),
})

const progressOf = ({ state, failed_in, ...row }: BulkChangeRow): number => {
  const stage = state === 'failed' ? failed_in : state
  const part = (some: number, all: number): number => (all === 0 ? 1 : Math.min(1, some / all))
  if (stage === 'selecting') return 0
  if (stage === 'undoing') return part(row.undone + row.kept, row.done)
  if (stage === 'changing' || stage === 'cancelled') return part(row.done + row.skipped + row.failed, row.selected)
  return 1
}

const problemOf = ({ state, failed_in, code, selected }: BulkChangeRow): Sent['problem'] => {
  if (state !== 'failed') return null
  const known = Object.values(bulkChangeErrors).find((each) => each.code === code)
  return {
    code: code ?? 'server_error',
    // Of too many it says how many they are.
    message: known?.message.replace('<N>', selected.toLocaleString('en')) ?? 'It did not go on, several times in a row.',
    failed_in: failed_in as NonNullable<Sent['problem']>['failed_in'],
  }
}

/** One of them, read anew. Throws `bulk_change_not_found`. */
export const presentBulkChange = async (db: Db, orgId: string, id: string, now: Date): Promise<Sent> => {
  const [row] = await findBulkChanges(db, orgId, { id, limit: 1 })
  if (!row) throw new Failure(bulkChangeErrors.bulk_change_not_found)
  return sentBulkChange(row, now)
}
