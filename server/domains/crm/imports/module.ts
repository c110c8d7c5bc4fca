import { module } from '#core/module.ts'
import { cancelUpload } from './cancel-upload.ts'
import { checkUpload } from './check-upload.ts'
import { checkUploadJob } from './check-upload-job.ts'
import { cleanableUploads } from './cleanables.ts'
import { configureUpload } from './configure-upload.ts'
import { createUpload } from './create-upload.ts'
import { downloadRejectedRows } from './download-rejected-rows.ts'
import { importErrors } from './errors.ts'
import { uploadEvents } from './events.ts'
import { importUpload } from './import-upload.ts'
import { listUploadRows } from './list-upload-rows.ts'
import { listUploads } from './list-uploads.ts'
import { mendUploadRow } from './mend-upload-row.ts'
import { removeUpload } from './remove-upload.ts'
import { removeUploadFiles } from './remove-upload-files.ts'
import { resumeUploads } from './resume-uploads.ts'
import { showUpload } from './show-upload.ts'
import { startUpload } from './start-upload.ts'
import { undoUpload } from './undo-upload.ts'
import { undoUploadJob } from './undo-upload-job.ts'
import { uploadRoutes } from './upload-routes.ts'

export const importsModule = module({
  title: 'Imports',
  actions: [
    createUpload,
    listUploads,
    showUpload,
    configureUpload,
    checkUpload,
    startUpload,
    cancelUpload,
    undoUpload,
    removeUpload,
    listUploadRows,
    mendUploadRow,
    downloadRejectedRows,
  ],
  jobs: [checkUploadJob, importUpload, undoUploadJob, resumeUploads, removeUploadFiles],
  errors: importErrors,
  events: [uploadEvents],
  scopes: {
    'uploads:read': 'View import results',
  },
  within: [cleanableUploads],
  routes: [uploadRoutes],
  owns: ['upload_mappings', 'upload_parts', 'upload_rows', 'uploads'],
})
