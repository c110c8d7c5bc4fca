import type { Db, JobContext } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { againAfterRace, readAhead, stopIfDraining } from '#core/jobs/lots.ts'
import { addValues, fillBlanks, type NewValue, valueRows } from '../fields/record-fields.ts'
import { lockMergeGroups } from '../identities/merge-groups.ts'
import { leadsWait } from '../leads/states.ts'
import { takeLeads } from '../leads/take-leads.ts'
import { mostNotedDuplicates, mostNotedInvalid } from './check-upload-job.ts'
import { readUploadRows } from './contents.ts'
import { batchRows, type FileRow } from './csv/rows.ts'
import { importErrors } from './errors.ts'
import { judgeRow, type Rules, rowOfFile } from './row-validation.ts'
import { type Run, RunData, RunEnded, runOnUpload } from './runs.ts'
import { findRows, fixedCells, type NotedRow, recordRows, withFixed } from './upload-rows.ts'
import { moveUpload, type UploadRecord } from './uploads.ts'

/**
 * Imports a file from where it stands. Leads, counts and position are written in one transaction a batch, so that a run
 * that is killed at any moment is gone on with by the next, without loss and without a row twice.
 */
export const importUpload = job({
  name: 'import-upload',
  summary: 'Import the rows of an uploaded file',
  data: RunData,
  retry: { times: 20, delaySeconds: 1 },
  expireSeconds: 86_400,

  run: (data, context) =>
    runOnUpload(data, 'importing', context, async (run) => {
      if (!(await importWhatTheQuotaRefused(run, context))) return
      let at = run.upload.position_row
      const from = { bytes: run.upload.position_bytes, row: at }
      for await (const batch of readAhead(readUploadRows(run.content, run.upload, from))) {
        stopIfDraining(context)
        const goOn = await againAfterRace(() =>
          run.step(async (db, upload) => {
            if (upload.position_row !== at) throw new RunEnded()
            const mended = await fixedCells(db, upload.org_id, upload.id, at, batch.end.row)
            const rows = withFixed(batch.rows, mended)
            const result = await importRows(db, upload, run.rules, rows, context.now(), new Set(mended.keys()))
            await moveOn(db, upload, { position_bytes: batch.end.bytes, position_row: batch.end.row }, result, context)
            await run.tell(db)
            return result.overQuota === 0
          }),
        )
        if (!goOn) return
        at = batch.end.row
      }
      await run.step(async (db, upload) => {
        if (upload.position_row !== at) throw new RunEnded()
        await moveUpload(db, upload, 'done', { finished_at: context.now() })
      })
    }),
})

/** Rows that the quota refused come first when an import goes on. False when the quota is still used up. */
const importWhatTheQuotaRefused = async (run: Run, context: JobContext): Promise<boolean> => {
  const { org_id, id } = run.upload
  for (;;) {
    stopIfDraining(context)
    const left = await againAfterRace(() =>
      run.step(async (db, upload) => {
        const waiting = await findRows(db, org_id, id, { outcomes: ['over_quota'], limit: batchRows })
        if (waiting.length === 0) return 'none' as const
        const rows = waiting.map((row) => ({ number: row.row_no, cells: row.cells, fault: null }))
        const result = await importRows(db, upload, run.rules, rows, context.now(), new Set(rows.map((row) => row.number)))
        // They were counted as rejected when the quota refused them; what is still refused is counted anew.
        await moveOn(db, { ...upload, rejected_rows: upload.rejected_rows - rows.length }, {}, result, context)
        return result.overQuota > 0 ? ('refused' as const) : ('more' as const)
      }),
    )
    if (left !== 'more') return left === 'none'
  }
}

interface TakenRows {
  readonly imported: number
  readonly deduplicated: number
  readonly rejected: number
  readonly overQuota: number
}

/** Takes rows inside a transaction and writes down what is to be said about them. `noted` are rows that are written down already. */
export const importRows = async (
  db: Db,
  upload: UploadRecord,
  rules: Rules,
  rows: readonly FileRow[],
  now: Date,
  noted: ReadonlySet<number>,
): Promise<TakenRows> => {
  const judged = rows.map((row) => ({ row, verdict: judgeRow(row, rules) }))
  const good = judged.flatMap(({ row, verdict }) =>
    'lead' in verdict ? [{ row, ...verdict, lead: rowOfFile(upload, rules, row, verdict.lead) }] : [],
  )
  const results = await takeLeads(
    db,
    good.map(({ lead }) => lead),
    now,
  )

  if (upload.waits_for_answer) {
    const taken = results.flatMap((result) => (result.outcome === 'accepted' ? result.leadId : []))
    await leadsWait(db, upload.org_id, taken)
  }

  const notes: NotedRow[] = judged.flatMap(({ row, verdict }) =>
    'refusal' in verdict ? [{ row, outcome: 'invalid' as const, refusal: verdict.refusal }] : [],
  )
  const invalid = notes.length
  let imported = 0
  let deduplicated = 0
  let overQuota = 0
  const ofFields: NewValue[] = []
  const ofContacts = new Map<string, Record<string, string>>()
  for (const [n, { row, values, contactValues }] of good.entries()) {
    const result = results[n]
    if (result?.outcome === 'accepted') {
      imported++
      ofFields.push(...valueRows(result.leadId, values))
      // Of several rows of one person, the first that says something fills the blank.
      if (Object.keys(contactValues).length > 0)
        ofContacts.set(result.contactId, { ...contactValues, ...ofContacts.get(result.contactId) })
      if (noted.has(row.number)) notes.push({ row, outcome: 'imported', leadId: result.leadId })
    } else if (result?.outcome === 'deduplicated') {
      deduplicated++
      if (noted.has(row.number) || upload.deduplicated_rows + deduplicated <= mostNotedDuplicates)
        notes.push({ row, outcome: 'duplicate', leadId: result.leadId })
    } else if (result?.outcome === 'over_quota') {
      overQuota++
      notes.push({ row, outcome: 'over_quota', refusal: { code: 'quota_exceeded', field: null, message: quotaWords } })
    } else throw new Error(`a row of a file returned ${result?.outcome}`)
  }
  if (upload.rejected_rows + invalid > mostNotedInvalid) throw new Failure(importErrors.upload_too_many_invalid)
  await recordRows(db, upload.org_id, upload.id, notes)
  // Not told one by one: an upload tells how far it has come.
  await addValues(db, upload.org_id, ofFields)
  await fillContacts(db, upload, rules, ofContacts)
  return { imported, deduplicated, rejected: invalid + overQuota, overQuota }
}

/** What a file says of a person is a claim: it fills what is empty on their contact, and replaces nothing. */
const fillContacts = async (
  db: Db,
  { org_id: orgId, id }: UploadRecord,
  { contactFields }: Rules,
  given: ReadonlyMap<string, Readonly<Record<string, string>>>,
): Promise<void> => {
  if (given.size === 0 || contactFields.length === 0) return
  const rows = await lockMergeGroups(db, orgId, [...given.keys()])
  const byRoot = new Map<string, Readonly<Record<string, string>>>()
  for (const [contactId, values] of given) {
    const root = rows.get(contactId)?.root_id ?? contactId
    byRoot.set(root, { ...values, ...byRoot.get(root) })
  }
  await fillBlanks(db, orgId, 'contact', byRoot, { fields: contactFields, uploadId: id })
}

const quotaWords = 'The monthly lead quota of this workspace is used up.'

/** Counts and position, in the transaction of the rows. A used-up quota stops the import where people see it. */
const moveOn = async (
  db: Db,
  upload: UploadRecord,
  position: { position_bytes?: number; position_row?: number },
  result: TakenRows,
  context: JobContext,
): Promise<void> => {
  const counts = {
    imported_rows: upload.imported_rows + result.imported,
    deduplicated_rows: upload.deduplicated_rows + result.deduplicated,
    rejected_rows: upload.rejected_rows + result.rejected,
    tries: 0,
    ...position,
  }
  if (result.overQuota > 0) {
    await moveUpload(db, upload, 'failed', {
      ...counts,
      code: 'quota_exceeded',
      message: `${quotaWords} ${transportErrors.quota_exceeded.fix}`,
    })
    return
  }
  await db
    .updateTable('uploads')
    .set({ ...counts, moved_at: context.now() })
    .where('org_id', '=', upload.org_id)
    .where('id', '=', upload.id)
    .execute()
}
