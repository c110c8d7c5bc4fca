import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { byteOrderMark, csvLine, unguardCell } from '#core/csv.ts'
import { importErrors } from './errors.ts'
import { errorColumn } from './mappings.ts'
import { findRows } from './upload-rows.ts'
import { findUpload } from './uploads.ts'

export const downloadRejectedRows = action({
  name: 'download-rejected-rows',
  summary: 'Download the rows with errors',
  description: `CSV in UTF-8 with the columns of the file and the reason in \`${errorColumn}\`. After fixing it in a spreadsheet, upload it again: that column is
ignored, and the columns are mapped as before. A cell that a spreadsheet would run as a formula starts with an apostrophe, which the import removes.`,
  who: 'member',
  transports: ['download'],
  effect: 'read',
  limit: { times: 30, seconds: 60 },
  input: z.object({ uploadId: z.uuid() }),
  output: Download,
  errors: [importErrors.upload_not_found],
  examples: [{ title: 'Of one file', input: { uploadId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ uploadId }, { org, db, inOrg }) {
    const upload = await findUpload(db, org.id, uploadId)
    // A file of rejected rows that is rejected again keeps one column of reasons.
    const kept = upload.columns.map((column, at) => ({ column, at })).filter(({ column }) => column !== errorColumn)
    const content = async function* () {
      yield byteOrderMark + csvLine([...kept.map(({ column }) => column), errorColumn])
      let after: number | undefined
      for (;;) {
        const rows = await inOrg((trx) =>
          findRows(trx, org.id, uploadId, { outcomes: ['invalid', 'over_quota'], after, limit: 1_000 }),
        )
        if (rows.length === 0) return
        yield rows.map((row) => csvLine([...kept.map(({ at }) => unguardCell(row.cells[at] ?? '')), row.message])).join('')
        after = rows.at(-1)?.row_no
      }
    }
    return { name: `${upload.name.replace(/\.[^.]*$/, '')}-rejected.csv`, type: 'text/csv; charset=utf-8', content: content() }
  },
})
