import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { shape } from '#shapes'
import { fieldErrors } from '../fields/errors.ts'
import { findFields } from '../fields/fields.ts'
import { type Content, detectReading, partsOf, previewBytes, type Reading, readUploadRows } from './contents.ts'
import type { Encoding } from './csv/encodings.ts'
import type { FileRow } from './csv/rows.ts'
import { importErrors } from './errors.ts'
import { ownKeyOf } from './header-names.ts'
import { headersDigest, type Mapping, type RememberedMapping, recall, suggestMapping } from './mappings.ts'
import { judgeRow, rowOfFile, rulesFor, whatIsKnown } from './row-validation.ts'
import {
  Delimiter,
  findUpload,
  freshCounts,
  isBusy,
  lockUpload,
  MappedColumns,
  moveUpload,
  presentUpload,
  TextEncoding,
  Upload,
  type UploadRecord,
  wrongState,
} from './uploads.ts'

const previewRows = 20

const PreviewRow = shape('UploadPreviewRow', {
  /** As a spreadsheet counts: the header is row 1. */
  row: z.int(),
  cells: z.array(z.string()),
  /** What an import would make of it now. */
  outcome: z.enum(['new', 'duplicate', 'invalid']),
  /** The person is a contact already: the lead will be added to them. */
  contact_known: z.boolean(),
  code: z.string().nullable(),
  field: z.string().nullable(),
  message: z.string().nullable(),
})

export const configureUpload = action({
  name: 'configure-upload',
  summary: 'Set how a file is parsed, and preview its first rows',
  description: `Omitted options keep their values; without any option this is a preview. Changing the encoding, delimiter or header row reads the columns
again. A change discards the results of an earlier check.`,
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  // It reads a file, and with hostile content takes its time: no transaction is open and no row locked meanwhile.
  callsProvider: true,
  limit: { times: 300, seconds: 60 },
  input: z.object({
    uploadId: z.uuid(),
    mapping: MappedColumns.optional().describe(
      'One field or null a column, in the order of the columns. `fields.budget` is a field of leads of the workspace’s own; `contact_fields.size` one of contacts: it fills what is empty there, and replaces nothing',
    ),
    source: z.string().trim().min(1).max(64).optional(),
    encoding: TextEncoding.optional(),
    delimiter: Delimiter.optional(),
    hasHeader: z.boolean().optional(),
    waitsForAnswer: z
      .boolean()
      .optional()
      .describe(
        'These people asked for something and wait for a first answer, as senders of the API do; else their clock never starts',
      ),
  }),
  output: z.object({ upload: Upload, preview: z.array(PreviewRow) }),
  errors: [
    importErrors.upload_not_found,
    importErrors.upload_wrong_state,
    importErrors.upload_busy,
    transportErrors.bad_request,
    importErrors.upload_not_text,
    importErrors.upload_empty,
    fieldErrors.field_not_found,
  ],
  examples: [
    {
      title: 'Two columns; a third is ignored',
      input: { uploadId: '01980000-0000-7000-8000-000000000000', mapping: ['email', 'name', null], source: 'fair-2026' },
    },
  ],

  async run(input, { org, inOrg, now, ports, fail }) {
    const { before, parts } = await inOrg(async ({ db }) => ({
      before: await findUpload(db, org.id, input.uploadId),
      parts: await partsOf(db, org.id, input.uploadId),
    }))
    if (before.state === 'uploading') throw fail('upload_wrong_state', { message: 'The file is not uploaded yet.' })
    const content: Content = { files: ports.files, orgId: org.id, uploadId: before.id, parts }
    const reading = readsAnew(before, input) ? await readAnew(content, before, input) : null
    const rows = await firstRows(content, { ...before, ...reading })
    return inOrg(async ({ db }) => {
      const upload = await lockUpload(db, org.id, input.uploadId)
      if (!isReadAlike(upload, before)) throw fail('upload_busy')
      const after = await applied(db, upload, input, reading)
      return {
        upload: await presentUpload(db, org.id, after.id, now()),
        preview: await preview(db, after, rows, now()),
      }
    })
  },
})

interface Wishes {
  readonly mapping?: Mapping | undefined
  readonly source?: string | undefined
  readonly encoding?: Encoding | undefined
  readonly delimiter?: string | undefined
  readonly hasHeader?: boolean | undefined
  readonly waitsForAnswer?: boolean | undefined
}

const readsAnew = (upload: UploadRecord, wishes: Wishes): boolean =>
  (wishes.encoding !== undefined && wishes.encoding !== upload.encoding) ||
  (wishes.delimiter !== undefined && wishes.delimiter !== upload.delimiter) ||
  (wishes.hasHeader !== undefined && wishes.hasHeader !== upload.has_header)

/** Whether two states of an upload read its file in the same way: what was read for the one holds for the other. */
const isReadAlike = (one: UploadRecord, other: UploadRecord): boolean =>
  (['encoding', 'delimiter', 'quote', 'has_header', 'start_bytes', 'start_rows'] as const).every(
    (name) => one[name] === other[name],
  )

const applied = async (db: Db, upload: UploadRecord, wishes: Wishes, reading: Reading | null): Promise<UploadRecord> => {
  const maps = wishes.mapping !== undefined && JSON.stringify(wishes.mapping) !== JSON.stringify(upload.mapping)
  const renames = wishes.source !== undefined && wishes.source !== upload.source
  const waits = wishes.waitsForAnswer ?? upload.waits_for_answer
  if (!reading && !maps && !renames) return waits === upload.waits_for_answer ? upload : setWaiting(db, upload, waits)
  // What was imported was read in one way; a change would read the rest in another.
  if (upload.imported_rows > 0 && upload.state !== 'undone') throw wrongState(upload.state)

  const columns = reading?.columns ?? upload.columns
  const found = reading ? await bestMapping(db, upload.org_id, reading.columns) : upload.mapping
  const mapping = wishes.mapping ?? found
  if (wishes.mapping) await requireFields(db, upload.org_id, wishes.mapping)
  if (mapping.length !== columns.length)
    throw new Failure('bad_request', {
      field: 'mapping',
      message: `mapping must have ${columns.length} entries, one per column`,
    })
  // Mended rows stay mended under another mapping; under another reading they are other rows.
  await db
    .deleteFrom('upload_rows')
    .where('org_id', '=', upload.org_id)
    .where('upload_id', '=', upload.id)
    .$if(!reading, (query) => query.where('mended', '=', false))
    .execute()
  return moveUpload(db, upload, 'mapping', {
    ...freshCounts,
    ...reading,
    mapping: JSON.stringify(mapping),
    source: wishes.source ?? upload.source,
    waits_for_answer: waits,
  })
}

const requireFields = async (db: Db, orgId: string, mapping: Mapping): Promise<void> => {
  for (const kind of ['lead', 'contact'] as const) {
    const wanted = mapping.flatMap((field) => ownKeyOf(field, kind) ?? [])
    if (wanted.length === 0) continue
    const known = new Set((await findFields(db, orgId, { kind })).map(({ key }) => key))
    if (wanted.some((key) => !known.has(key))) throw new Failure(fieldErrors.field_not_found, { field: 'mapping' })
  }
}

/** Nothing of an earlier check depends on it. */
const setWaiting = async (db: Db, upload: UploadRecord, waits: boolean): Promise<UploadRecord> => {
  if (isBusy(upload.state) || (upload.imported_rows > 0 && upload.state !== 'undone')) throw wrongState(upload.state)
  await db
    .updateTable('uploads')
    .set({ waits_for_answer: waits })
    .where('org_id', '=', upload.org_id)
    .where('id', '=', upload.id)
    .execute()
  return { ...upload, waits_for_answer: waits }
}

const readAnew = (content: Content, upload: UploadRecord, wishes: Wishes): Promise<Reading> =>
  detectReading(content, upload.valid_utf8 ?? false, {
    encoding: wishes.encoding ?? (upload.encoding as Encoding),
    // Another encoding may show another delimiter and header row; what was just said stands.
    delimiter: wishes.delimiter ?? (wishes.encoding ? undefined : (upload.delimiter ?? undefined)),
    hasHeader: wishes.hasHeader,
  })

/** How the columns were mapped the last time, else what their names suggest. */
export const bestMapping = async (db: Db, orgId: string, columns: readonly string[]): Promise<Mapping> => {
  const remembered = await db
    .selectFrom('upload_mappings')
    .select('mapping')
    .where('org_id', '=', orgId)
    .where('headers', '=', headersDigest(columns))
    .executeTakeFirst()
  return remembered ? recall(columns, remembered.mapping as RememberedMapping) : suggestMapping(columns)
}

const firstRows = async (content: Content, upload: UploadRecord): Promise<readonly FileRow[]> => {
  for await (const batch of readUploadRows(content, upload, { bytes: 0, row: 0 }, previewRows, previewBytes)) return batch.rows
  return []
}

const preview = async (
  db: Db,
  upload: UploadRecord,
  rows: readonly FileRow[],
  now: Date,
): Promise<z.input<typeof PreviewRow>[]> => {
  const rules = await rulesFor(db, upload, now)
  const judged = rows.map((row) => {
    const verdict = judgeRow(row, rules)
    return { row, verdict, lead: 'lead' in verdict ? rowOfFile(upload, rules, row, verdict.lead) : null }
  })
  const known = await whatIsKnown(
    db,
    upload.org_id,
    judged.flatMap(({ lead }) => lead ?? []),
    { people: true },
  )
  const shown = new Set<string>()
  return judged.map(({ row, verdict, lead }) => {
    const isRepeat = lead?.dkey != null && (known.leads.has(lead.dkey) || shown.has(lead.dkey))
    const person = [lead?.ekey, lead?.pkey].filter((key) => key != null)
    const isKnown = person.some((key) => known.people.has(key) || shown.has(key))
    for (const key of [lead?.dkey, ...person]) if (key != null) shown.add(key)
    const refusal = 'refusal' in verdict ? verdict.refusal : null
    return {
      row: row.number,
      cells: [...row.cells],
      outcome: refusal ? ('invalid' as const) : isRepeat ? ('duplicate' as const) : ('new' as const),
      contact_known: isKnown,
      code: refusal?.code ?? null,
      field: refusal?.field ?? null,
      message: refusal?.message ?? null,
    }
  })
}
