import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { importErrors } from './errors.ts'
import { findRows, RowOutcome, ShownRow, showRow } from './upload-rows.ts'
import { findUpload } from './uploads.ts'

export const listUploadRows = action({
  name: 'list-upload-rows',
  summary: 'List the rows of a file that need attention',
  description: 'All invalid and fixed rows; of the duplicates, the first thousand. New rows are not listed.',
  who: 'member',
  transports: ['gateway'],
  effect: 'read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    uploadId: z.uuid(),
    outcome: RowOutcome.optional(),
    /** A row number. */
    cursor: z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({ rows: z.array(ShownRow), next_cursor: z.string().nullable() }),
  errors: [importErrors.upload_not_found],
  examples: [
    {
      title: 'Rejected rows',
      input: { uploadId: '01980000-0000-7000-8000-000000000000', outcome: 'invalid', limit: 20 },
    },
  ],

  async run({ uploadId, outcome, cursor, limit }, { org, db }) {
    await findUpload(db, org.id, uploadId)
    const found = await findRows(db, org.id, uploadId, {
      outcomes: outcome && [outcome],
      after: cursor === undefined ? undefined : Number(cursor),
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    return { rows: page.map(showRow), next_cursor: found.length > limit ? String(page.at(-1)?.row_no) : null }
  },
})
