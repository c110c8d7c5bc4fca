import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { isRace } from '#db/races.ts'
import { storable } from './contents.ts'
import { importErrors } from './errors.ts'
import { importRows } from './import-upload.ts'
import { judgeRow, longestCell, type Rules, rowOfFile, rulesFor, whatIsKnown } from './row-validation.ts'
import { recordRows, ShownRow, showRow, type UploadRow } from './upload-rows.ts'
import {
  findUpload,
  isBusy,
  lockUpload,
  presentUpload,
  recordUploadChange,
  Upload,
  type UploadRecord,
  wrongState,
} from './uploads.ts'

export const mendUploadRow = action({
  name: 'mend-upload-row',
  summary: 'Fix a row that could not be imported',
  description: `The cells are validated at once by the same rules. Before the import reaches the row, it waits for the import; after that, it is imported
immediately, once. A row that is still invalid keeps its new cells, with the reason.`,
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    uploadId: z.uuid(),
    row: z.int().min(1).max(2_147_483_647),
    /** All cells of the row, in the order of the columns. */
    cells: z.array(z.string().max(longestCell)).max(2_000),
  }),
  output: z.object({ row: ShownRow, upload: Upload }),
  errors: [
    importErrors.upload_not_found,
    importErrors.upload_wrong_state,
    importErrors.upload_busy,
    importErrors.upload_row_not_found,
    importErrors.upload_row_taken,
    transportErrors.conflict,
  ],
  examples: [
    {
      title: 'Correct an email address',
      input: { uploadId: '01980000-0000-7000-8000-000000000000', row: 7, cells: ['maya@example.com', 'Maya Rao', ''] },
    },
  ],

  async run(input, { org, db, now, fail }) {
    const upload = await lockUpload(db, org.id, input.uploadId)
    if (isBusy(upload.state) || ['uploading', 'mapping', 'undone'].includes(upload.state)) throw wrongState(upload.state)
    const before = await findRow(db, upload, input.row)
    if (!before) throw fail('upload_row_not_found')
    if (before.outcome === 'imported' || before.outcome === 'duplicate') throw fail('upload_row_taken')

    const rules = await rulesFor(db, upload, now())
    const row = { number: input.row, cells: input.cells.map(storable), fault: null }
    const wasReached = upload.started_at !== null && input.row <= upload.position_row
    if (wasReached) await importMended(db, upload, rules, row, now())
    else await recordFixed(db, upload, rules, row, before)
    await db
      .updateTable('upload_rows')
      .set({ mended: true })
      .where('org_id', '=', org.id)
      .where('upload_id', '=', upload.id)
      .where('row_no', '=', input.row)
      .execute()
    await recordUploadChange(db, 'row_fixed', {
      before: upload,
      after: await findUpload(db, org.id, upload.id),
      row: input.row,
    })

    const after = await findRow(db, upload, input.row)
    if (!after) throw new Error('a fixed row is missing')
    return { row: showRow(after), upload: await presentUpload(db, org.id, upload.id, now()) }
  },
})

interface FixedRow {
  readonly number: number
  readonly cells: readonly string[]
  readonly fault: null
}

const findRow = (db: Db, upload: UploadRecord, row: number): Promise<UploadRow | undefined> =>
  db
    .selectFrom('upload_rows')
    .selectAll()
    .where('org_id', '=', upload.org_id)
    .where('upload_id', '=', upload.id)
    .where('row_no', '=', row)
    .executeTakeFirst()

/** Holding the upload makes this happen once: a second mending of the row waits, and finds it taken. */
const importMended = async (db: Db, upload: UploadRecord, rules: Rules, row: FixedRow, now: Date): Promise<void> => {
  const result = await importRows(db, upload, rules, [row], now, new Set([row.number])).catch((error: unknown) => {
    throw isRace(error) ? new Failure('conflict', { cause: error }) : error
  })
  await db
    .updateTable('uploads')
    .set({
      imported_rows: upload.imported_rows + result.imported,
      deduplicated_rows: upload.deduplicated_rows + result.deduplicated,
      rejected_rows: upload.rejected_rows - 1 + result.rejected,
    })
    .where('org_id', '=', upload.org_id)
    .where('id', '=', upload.id)
    .execute()
}

/** The row waits for the import with its mended cells, and the counts of the check follow. */
const recordFixed = async (db: Db, upload: UploadRecord, rules: Rules, row: FixedRow, before: UploadRow): Promise<void> => {
  const verdict = judgeRow(row, rules)
  const lead = 'lead' in verdict ? rowOfFile(upload, rules, row, verdict.lead) : null
  await recordRows(db, upload.org_id, upload.id, [
    'refusal' in verdict ? { row, outcome: 'invalid', refusal: verdict.refusal } : { row, outcome: 'mended' },
  ])
  const isGood = lead !== null
  const wasGood = before.outcome === 'mended'
  if (isGood === wasGood) return
  const known = lead ? await whatIsKnown(db, upload.org_id, [lead], { people: false }) : null
  const isRepeat = lead?.dkey != null && (known?.leads.has(lead.dkey) ?? false)
  const sign = isGood ? 1 : -1
  await db
    .updateTable('uploads')
    .set({
      invalid_rows: upload.invalid_rows - sign,
      fresh_rows: upload.fresh_rows + (isRepeat ? 0 : sign),
      duplicate_rows: upload.duplicate_rows + (isRepeat ? sign : 0),
    })
    .where('org_id', '=', upload.org_id)
    .where('id', '=', upload.id)
    .execute()
}
