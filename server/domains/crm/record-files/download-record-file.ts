import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { recordFileErrors } from './errors.ts'
import { servedType } from './file-types.ts'
import { findRecordFile } from './record-files.ts'

export const downloadRecordFile = action({
  name: 'download-record-file',
  summary: 'Download a file of a record',
  description: 'As an attachment. Only pictures and PDFs keep their type; everything else is bytes, which no browser opens.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  scope: 'files:read',
  callsProvider: true,
  limit: { times: 300, seconds: 60 },
  input: z.object({ fileId: z.uuid() }),
  output: Download,
  errors: [recordFileErrors.record_file_not_found, recordFileErrors.record_file_damaged],
  examples: [{ title: 'One file', input: { fileId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ fileId }, { org, inOrg, ports, fail }) {
    const file = await inOrg(({ db }) => findRecordFile(db, org.id, fileId))
    if (!file) throw fail('record_file_not_found', { field: 'fileId' })
    const content = await ports.files.read(file.file_key).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? fail('record_file_damaged') : error
    })
    return { name: file.name, type: servedType(file.media_type), content }
  },
})
