import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { readAhead, stopIfDraining } from '#core/jobs/lots.ts'
import { readUploadRows } from './contents.ts'
import { importErrors } from './errors.ts'
import { judgeRow, rowOfFile, whatIsKnown } from './row-validation.ts'
import { RunData, RunEnded, runOnUpload } from './runs.ts'
import { SeenIds } from './seen-ids.ts'
import { fixedCells, type NotedRow, recordRows, withFixed } from './upload-rows.ts'
import { moveUpload } from './uploads.ts'

/** Duplicates that are written down for the list; all are counted. */
export const mostNotedDuplicates = 1_000
/** When so many rows at the beginning hold not one lead, the mapping is wrong, not the rows. */
const hopelessRows = 10_000
/** Rows that are kept for mending. */
export const mostNotedInvalid = 1_000_000

/** Counts what an import would do, row by row, and writes down what cannot be imported. Begins anew on every run. */
export const checkUploadJob = job({
  name: 'check-upload-job',
  summary: 'Check the rows of an uploaded file',
  data: RunData,
  retry: { times: 20, delaySeconds: 1 },
  expireSeconds: 86_400,

  run: (data, context) =>
    runOnUpload(data, 'checking', context, async (run) => {
      const { orgId, uploadId } = data
      const seen = new SeenIds()
      await run.step(async (db) => {
        await db
          .deleteFrom('upload_rows')
          .where('org_id', '=', orgId)
          .where('upload_id', '=', uploadId)
          .where('mended', '=', false)
          .execute()
        await db
          .updateTable('uploads')
          .set({ checked_rows: 0, fresh_rows: 0, duplicate_rows: 0, invalid_rows: 0, position_bytes: 0, position_row: 0 })
          .where('org_id', '=', orgId)
          .where('id', '=', uploadId)
          .execute()
      })

      let at = 0
      for await (const batch of readAhead(readUploadRows(run.content, run.upload, { bytes: 0, row: 0 }))) {
        stopIfDraining(context)
        await run.step(async (db, upload) => {
          if (upload.position_row !== at) throw new RunEnded()
          const rows = withFixed(batch.rows, await fixedCells(db, orgId, uploadId, at, batch.end.row))
          const mended = new Set(rows.filter((row, n) => row !== batch.rows[n]).map((row) => row.number))
          const judged = rows.map((row) => ({ row, verdict: judgeRow(row, run.rules) }))
          const leads = judged.flatMap(({ row, verdict }) =>
            'lead' in verdict ? [rowOfFile(upload, run.rules, row, verdict.lead)] : [],
          )
          const known = await whatIsKnown(db, orgId, leads, { people: false })
          const leadOf = new Map(leads.map((lead) => [lead.uploadRow, lead]))

          const counts = { fresh: 0, duplicate: 0, invalid: 0 }
          const noted: NotedRow[] = []
          for (const { row, verdict } of judged) {
            if ('refusal' in verdict) {
              counts.invalid++
              noted.push({ row, outcome: 'invalid', refusal: verdict.refusal })
              continue
            }
            const dkey = leadOf.get(row.number)?.dkey ?? null
            const isRepeat = dkey !== null && (seen.add(dkey) || known.leads.has(dkey))
            if (isRepeat) counts.duplicate++
            else counts.fresh++
            if (mended.has(row.number)) noted.push({ row, outcome: 'mended' })
            else if (isRepeat && upload.duplicate_rows + counts.duplicate <= mostNotedDuplicates)
              noted.push({ row, outcome: 'duplicate' })
          }
          const checked = upload.checked_rows + rows.length
          if (upload.invalid_rows + counts.invalid > mostNotedInvalid) throw new Failure(importErrors.upload_too_many_invalid)
          if (checked >= hopelessRows && upload.invalid_rows + counts.invalid === checked)
            throw new Failure(importErrors.upload_nothing_valid)
          await recordRows(db, orgId, uploadId, noted)
          await db
            .updateTable('uploads')
            .set({
              checked_rows: checked,
              fresh_rows: upload.fresh_rows + counts.fresh,
              duplicate_rows: upload.duplicate_rows + counts.duplicate,
              invalid_rows: upload.invalid_rows + counts.invalid,
              position_bytes: batch.end.bytes,
              position_row: batch.end.row,
              tries: 0,
              moved_at: context.now(),
            })
            .where('org_id', '=', orgId)
            .where('id', '=', uploadId)
            .execute()
          await run.tell(db)
        })
        at = batch.end.row
      }

      await run.step(async (db, upload) => {
        if (upload.position_row !== at) throw new RunEnded()
        await moveUpload(db, upload, 'checked', { position_bytes: 0, position_row: 0 })
      })
    }),
})
