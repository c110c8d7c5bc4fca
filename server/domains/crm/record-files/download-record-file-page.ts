import { z } from 'zod'
import { action, asDownload, Download } from '#core/actions/action.ts'
import { PaperLate } from '#ports/paper.ts'
import { recordFileErrors } from './errors.ts'
import { findRecordFile } from './record-files.ts'
import { readRecordFile } from './stored-contents.ts'

export const downloadRecordFilePage = action({
  name: 'download-record-file-page',
  summary: 'Download a page of a PDF of a record as a picture',
  description: 'Drawn apart from the server: nothing in the file is run, and no browser opens it. `width` in pixels.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  scope: 'files:read',
  callsProvider: true,
  limit: { times: 300, seconds: 60 },
  input: z.object({
    fileId: z.uuid(),
    page: z.coerce.number().int().min(0).max(499).default(0).describe('Counts from 0'),
    width: z.coerce.number().int().min(200).max(2_000).default(1_000),
  }),
  output: Download,
  errors: [
    recordFileErrors.record_file_not_found,
    recordFileErrors.record_file_damaged,
    recordFileErrors.record_file_no_preview,
  ],
  examples: [{ title: 'The first page', input: { fileId: '01980000-0000-7000-8000-000000000000', page: 0 } }],

  async run({ fileId, page, width }, { org, inOrg, ports, log, fail }) {
    const file = await inOrg(({ db }) => findRecordFile(db, org.id, fileId))
    if (!file) throw fail('record_file_not_found', { field: 'fileId' })
    if (file.media_type !== 'application/pdf') throw fail('record_file_no_preview')
    const pdf = await readRecordFile(ports.files, file)
    const picture = await ports.paper.picture(pdf, page, width, org.id).catch((error: unknown) => {
      log.info({ fileId, isLate: error instanceof PaperLate }, 'a page of a PDF could not be drawn')
      throw fail('record_file_no_preview')
    })
    return asDownload({ name: `page-${page + 1}.png`, type: 'image/png', bytes: picture })
  },
})
