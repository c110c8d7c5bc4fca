import { messages } from '#web/i18n/strings.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('crm/imports/sentences', {
  'cancel-upload': { done: 'cancelled a check or an import', tried: 'tried to cancel a check or an import' },
  'check-upload': { done: 'checked a file', tried: 'tried to check a file' },
  'configure-upload': { done: 'mapped the columns of a file', tried: 'tried to map the columns of a file' },
  'create-upload': { done: 'started uploading a file', tried: 'tried to upload a file' },
  'mend-upload-row': { done: 'fixed a row of a file', tried: 'tried to fix a row of a file' },
  'remove-upload': { done: 'deleted an uploaded file', tried: 'tried to delete an uploaded file' },
  'start-upload': { done: 'started an import', tried: 'tried to start an import' },
  'undo-upload': { done: 'undid an import', tried: 'tried to undo an import' },
})
