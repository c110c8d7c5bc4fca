import { type Selectable, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import type { Tables } from '#db/tables.ts'
import { choice, Reference, shape } from '#shapes'
import { delimiters } from './csv/dialects.ts'
import { type Encoding, encodings } from './csv/encodings.ts'
import { importErrors } from './errors.ts'
import { uploadEvents } from './events.ts'
import { leadFields, type OwnFieldName } from './header-names.ts'
import type { Mapping } from './mappings.ts'

/**
 * uploading → mapping → checking → checked → importing → done → undoing → undone
 *
 * A check that is cancelled goes back to mapping, an import that is cancelled can go on. failed remembers in which state
 * that was. As long as no lead of it is there (none came yet, or all were taken back), a file can be mapped anew.
 */
export const uploadStates = [
  'uploading',
  'mapping',
  'checking',
  'checked',
  'importing',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const
export type UploadState = (typeof uploadStates)[number]

/** Where an upload may go from where it is. Everything else is refused. */
const moves: Readonly<Record<UploadState, readonly UploadState[]>> = {
  uploading: ['mapping'],
  mapping: ['mapping', 'checking', 'importing'],
  checking: ['mapping', 'checked', 'failed'],
  checked: ['mapping', 'checking', 'importing'],
  importing: ['done', 'cancelled', 'failed'],
  done: ['undoing'],
  cancelled: ['mapping', 'checking', 'importing', 'undoing'],
  failed: ['mapping', 'checking', 'importing', 'undoing'],
  undoing: ['undone', 'failed'],
  undone: ['mapping', 'checking'],
}

/** The worker has it: nothing else may change it. */
export const isBusy = (state: UploadState): boolean => state === 'checking' || state === 'importing' || state === 'undoing'

export type UploadRecord = Omit<Selectable<Tables['uploads']>, 'state' | 'mapping'> & {
  readonly state: UploadState
  readonly mapping: Mapping
}

const asRecord = (row: Selectable<Tables['uploads']>): UploadRecord => ({
  ...row,
  state: row.state as UploadState,
  mapping: row.mapping as Mapping,
})

export const findUpload = async (db: Db, orgId: string, id: string): Promise<UploadRecord> => {
  const row = await db.selectFrom('uploads').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Failure(importErrors.upload_not_found)
  return asRecord(row)
}

/** Finds an upload and locks it until the transaction ends: changes to it or its rows happen one after the other. */
export const lockUpload = async (db: Db, orgId: string, id: string): Promise<UploadRecord> => {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure(importErrors.upload_not_found)
  return asRecord(row)
}

type UploadPatch = Omit<Updateable<Tables['uploads']>, 'org_id' | 'id' | 'state' | 'failed_in'>

/** Records what became of a file, and wakes live pages. */
export const recordUploadChange = async (
  db: Db,
  change: 'created' | 'moved' | 'row_fixed' | 'removed',
  { before, after, row }: { readonly before: UploadRecord | null; readonly after: UploadRecord | null; readonly row?: number },
): Promise<void> => {
  const upload = after ?? before
  if (!upload) throw new Error('an upload that never was')
  const fieldsOf = ({ state, code }: UploadRecord) => ({ state, code })
  const { org_id, id, name, imported_rows, deduplicated_rows, rejected_rows } = upload
  await recordEvent(db, org_id, uploadEvents.changed, id, {
    ...{ change, name, imported_rows, deduplicated_rows, rejected_rows },
    ...changedFields(before && fieldsOf(before), after && fieldsOf(after)),
    ...(row !== undefined && { row }),
  })
}

/** Moves an upload that is held to another state. Throws `upload_busy` or `upload_wrong_state` when it may not go there. */
export const moveUpload = async (
  db: Db,
  upload: UploadRecord,
  to: UploadState,
  patch: UploadPatch = {},
): Promise<UploadRecord> => {
  if (!moves[upload.state].includes(to)) throw wrongState(upload.state)
  const row = await db
    .updateTable('uploads')
    .set({
      code: null,
      message: null,
      ...patch,
      state: to,
      failed_in: to === 'failed' ? upload.state : null,
      moved_at: sql<Date>`now()`,
    })
    .where('org_id', '=', upload.org_id)
    .where('id', '=', upload.id)
    .where('state', '=', upload.state)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Failure('conflict')
  const after = asRecord(row)
  if (to !== upload.state) await recordUploadChange(db, 'moved', { before: upload, after })
  return after
}

export const wrongState = (state: UploadState): Failure =>
  new Failure(isBusy(state) ? importErrors.upload_busy : importErrors.upload_wrong_state)

/** What an import that begins anew starts from. */
export const freshCounts = {
  checked_rows: 0,
  fresh_rows: 0,
  duplicate_rows: 0,
  invalid_rows: 0,
  imported_rows: 0,
  deduplicated_rows: 0,
  rejected_rows: 0,
  undone_rows: 0,
  position_bytes: 0,
  position_row: 0,
  tries: 0,
  started_at: null,
  finished_at: null,
} as const

/** Earlier files with the same content whose leads are still there. */
export const importedBefore = async (
  db: Db,
  upload: UploadRecord,
): Promise<{ id: string; name: string; imported_at: string; rows: number }[]> => {
  if (upload.sha256 === null) return []
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'name', 'started_at', 'created_at', 'imported_rows'])
    .where('org_id', '=', upload.org_id)
    .where('sha256', '=', upload.sha256)
    .where('id', '<>', upload.id)
    .where('imported_rows', '>', 0)
    .where('state', '<>', 'undone')
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    imported_at: (row.started_at ?? row.created_at).toISOString(),
    rows: row.imported_rows,
  }))
}

export const TextEncoding = choice('TextEncoding', encodings)
const OwnFieldOfRow = z
  .string()
  .regex(/^(contact_)?fields\.[a-z][a-z0-9_]{0,49}$/)
  .describe(
    '`fields.` and the key of a field of leads, or `contact_fields.` and that of a field of contacts',
  ) as unknown as z.ZodType<OwnFieldName, OwnFieldName>
export const MappedColumns = z.array(z.union([choice('LeadField', leadFields), OwnFieldOfRow]).nullable()).max(2_000)

/** A file of leads, as the app shows it. */
export const Upload = shape('Upload', {
  id: z.uuid(),
  name: z.string(),
  state: choice('UploadState', uploadStates),
  size_bytes: z.int(),
  received_bytes: z.int(),
  encoding: TextEncoding.nullable(),
  delimiter: z.string().nullable(),
  /** Null until the file is there; empty when nothing is quoted. */
  quote: z.string().nullable(),
  has_header: z.boolean().nullable(),
  columns: z.array(z.string()),
  /** The field that each column becomes, in the order of the columns; null for none. */
  mapping: MappedColumns,
  /** For rows that name no source. */
  source: z.string(),
  waits_for_answer: z.boolean().describe('Whether these people wait for a first answer'),
  /** What the check found; null before it. `rows` counts those with something in them, without the header. */
  check: shape('UploadCheck', { rows: z.int(), new: z.int(), duplicate: z.int(), invalid: z.int() }).nullable(),
  /** What the import has done so far; null before it. */
  import: shape('UploadImport', { imported: z.int(), duplicate: z.int(), rejected: z.int(), undone: z.int() }).nullable(),
  /** 0 to 1, of what is under way. */
  progress: z.number(),
  /** Why it failed, and in which state. */
  problem: shape('UploadProblem', {
    code: z.string(),
    message: z.string(),
    failed_in: z.enum(['checking', 'importing', 'undoing']),
  }).nullable(),
  /** The worker has not moved it for a while: it can be asked to go on. */
  stalled: z.boolean(),
  created_at: z.iso.datetime(),
  created_by: Reference.nullable(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
})

/** Without a step forward for so long, a run counts as lost. */
export const stalledAfterMs = 90_000

export const showUploadRecord = (
  upload: UploadRecord & { created_by_name?: string | null },
  now: Date,
): z.input<typeof Upload> => ({
  id: upload.id,
  name: upload.name,
  state: upload.state,
  size_bytes: upload.size_bytes,
  received_bytes: upload.received_bytes,
  encoding: upload.encoding as Encoding | null,
  delimiter: upload.delimiter,
  quote: upload.quote,
  has_header: upload.has_header,
  columns: upload.columns,
  mapping: [...upload.mapping],
  source: upload.source,
  waits_for_answer: upload.waits_for_answer,
  check:
    upload.checked_rows > 0 || upload.state === 'checked'
      ? { rows: upload.checked_rows, new: upload.fresh_rows, duplicate: upload.duplicate_rows, invalid: upload.invalid_rows }
      : null,
  import: upload.started_at
    ? {
        imported: upload.imported_rows,
        duplicate: upload.deduplicated_rows,
        rejected: upload.rejected_rows,
        undone: upload.undone_rows,
      }
    : null,
  progress: progressOf(upload),
  problem:
    upload.failed_in === null
      ? null
      : {
          code: upload.code ?? 'server_error',
          message: upload.message ?? '',
          failed_in: upload.failed_in as 'checking' | 'importing' | 'undoing',
        },
  stalled: isBusy(upload.state) && now.getTime() - upload.moved_at.getTime() > stalledAfterMs,
  created_at: upload.created_at.toISOString(),
  created_by: upload.created_by && upload.created_by_name ? { id: upload.created_by, name: upload.created_by_name } : null,
  started_at: upload.started_at?.toISOString() ?? null,
  finished_at: upload.finished_at?.toISOString() ?? null,
})

const progressOf = (upload: UploadRecord): number => {
  const part = (done: number, all: number) => (all === 0 ? 1 : Math.min(1, done / all))
  const stage = upload.state === 'failed' ? upload.failed_in : upload.state
  if (stage === 'uploading') return part(upload.received_bytes, upload.size_bytes)
  if (stage === 'undoing') return part(upload.undone_rows, upload.imported_rows)
  if (stage === 'checking' || stage === 'importing' || stage === 'cancelled')
    return part(upload.position_bytes, upload.size_bytes)
  return stage === 'mapping' ? 0 : 1
}

/** Uploads with the name of their creator, newest first. */
export const listUploadRecords = async (
  db: Db,
  orgId: string,
  page: { before?: string | undefined; limit: number; id?: string },
) => {
  const rows = await db
    .selectFrom('uploads')
    .leftJoin('directory.people', 'directory.people.id', 'uploads.created_by')
    .selectAll('uploads')
    .select('directory.people.name as created_by_name')
    .where('uploads.org_id', '=', orgId)
    .$if(page.id !== undefined, (query) => query.where('uploads.id', '=', page.id as string))
    .$if(page.before !== undefined, (query) => query.where('uploads.id', '<', page.before as string))
    .orderBy('uploads.id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map((row) => ({ ...asRecord(row), created_by_name: row.created_by_name }))
}

/** The upload as the app shows it, read anew. */
export const presentUpload = async (db: Db, orgId: string, id: string, now: Date): Promise<z.input<typeof Upload>> => {
  const [upload] = await listUploadRecords(db, orgId, { limit: 1, id })
  if (!upload) throw new Failure(importErrors.upload_not_found)
  return showUploadRecord(upload, now)
}

export const Delimiter = z.enum(delimiters)
