import { module } from '#core/module.ts'
import { cancelBulkChange } from './cancel-bulk-change.ts'
import { changeRecords } from './change-records.ts'
import { bulkChangeErrors } from './errors.ts'
import { bulkChangeEvents } from './events.ts'
import { listBulkChangeRecords } from './list-bulk-change-records.ts'
import { listBulkChanges } from './list-bulk-changes.ts'
import { resumeBulkChanges } from './resume-bulk-changes.ts'
import { bulkChangeRetention } from './retention.ts'
import { runBulkChanges } from './run-bulk-changes.ts'
import { showBulkChange } from './show-bulk-change.ts'
import { undoBulkChange } from './undo-bulk-change.ts'

/** One change of many records, with progress, cancel and undo. */
export const bulkChangesModule = module({
  title: 'Bulk changes',
  actions: [changeRecords, showBulkChange, listBulkChanges, listBulkChangeRecords, cancelBulkChange, undoBulkChange],
  jobs: [runBulkChanges, resumeBulkChanges],
  errors: bulkChangeErrors,
  events: [bulkChangeEvents],
  retention: [bulkChangeRetention],
  owns: ['bulk_changes', 'bulk_change_records'],
})
