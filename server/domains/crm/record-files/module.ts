import { module } from '#core/module.ts'
import { addRecordFile } from './add-record-file.ts'
import { attachedFiles } from './attached-files.ts'
import { downloadRecordFile } from './download-record-file.ts'
import { downloadRecordFilePage } from './download-record-file-page.ts'
import { recordFileErrors } from './errors.ts'
import { recordFileEvents } from './events.ts'
import { fileTimeline } from './file-timeline.ts'
import { listRecordFiles } from './list-record-files.ts'
import { recordFileRoutes } from './record-file-routes.ts'
import { removeRecordFile } from './remove-record-file.ts'
import { restoreRecordFile } from './restore-record-file.ts'
import { sweepRecordFiles } from './sweep-record-files.ts'

/** Files that members keep with a record. */
export const recordFilesModule = module({
  title: 'Files of records',
  actions: [listRecordFiles, addRecordFile, removeRecordFile, restoreRecordFile, downloadRecordFile, downloadRecordFilePage],
  jobs: [sweepRecordFiles],
  routes: [recordFileRoutes],
  errors: recordFileErrors,
  events: [recordFileEvents],
  scopes: {
    'files:read': 'Read and download files of contacts, companies, leads and deals',
    'files:write': 'Remove and restore files of contacts, companies, leads and deals',
  },
  within: [fileTimeline, attachedFiles],
  owns: ['record_files'],
})
