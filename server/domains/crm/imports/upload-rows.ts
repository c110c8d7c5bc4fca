import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'
import { storable } from './contents.ts'
import type { FileRow } from './csv/rows.ts'
import type { Refusal } from './row-validation.ts'

/**
 * Rows with something to say about them. invalid: cannot become a lead · duplicate: its external_id is there already ·
 * mended: was invalid, and will be imported as mended · over_quota: refused by the month's quota, tried again when the
 * import goes on · imported: was invalid or over quota, and became a lead later.
 */
export const RowOutcome = choice('UploadRowOutcome', ['invalid', 'duplicate', 'mended', 'over_quota', 'imported'])
export type RowOutcome = z.output<typeof RowOutcome>

export type UploadRow = Selectable<Tables['upload_rows']>

export interface NotedRow {
  readonly row: Pick<FileRow, 'number' | 'cells'>
  readonly outcome: RowOutcome
  readonly refusal?: Refusal
  readonly leadId?: string | undefined
}

/** Writes rows, replacing earlier results. A fixed row stays marked so, with its new cells. */
export const recordRows = async (db: Db, orgId: string, uploadId: string, rows: readonly NotedRow[]): Promise<void> => {
  if (rows.length === 0) return
  const json = JSON.stringify(
    rows.map(({ row, outcome, refusal, leadId }) => ({
      row_no: row.number,
      outcome,
      cells: row.cells.map(storable),
      code: refusal?.code ?? null,
      field: refusal?.field ?? null,
      message: refusal?.message ?? null,
      lead_id: leadId ?? null,
    })),
  )
  await sql`
    insert into upload_rows (org_id, upload_id, row_no, outcome, cells, code, field, message, lead_id)
    select ${orgId}::uuid, ${uploadId}::uuid, r.row_no, r.outcome, r.cells, r.code, r.field, r.message, r.lead_id
    from jsonb_to_recordset(${json}::jsonb)
      as r(row_no int, outcome text, cells text[], code text, field text, message text, lead_id uuid)
    on conflict (org_id, upload_id, row_no) do update
    set outcome = excluded.outcome, cells = excluded.cells, code = excluded.code, field = excluded.field,
        message = excluded.message, lead_id = excluded.lead_id`.execute(db)
}

/** The mended cells of rows `after` < number ≤ `upTo`, by number. */
export const fixedCells = async (
  db: Db,
  orgId: string,
  uploadId: string,
  after: number,
  upTo: number,
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const rows = await db
    .selectFrom('upload_rows')
    .select(['row_no', 'cells'])
    .where('org_id', '=', orgId)
    .where('upload_id', '=', uploadId)
    .where('row_no', '>', after)
    .where('row_no', '<=', upTo)
    .where('mended', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.row_no, row.cells]))
}

/** Rows with fixed cells in their place: fixing a row fixes its quotation marks, too. */
export const withFixed = (rows: readonly FileRow[], mended: ReadonlyMap<number, readonly string[]>): readonly FileRow[] =>
  mended.size === 0
    ? rows
    : rows.map((row) => {
        const cells = mended.get(row.number)
        return cells ? { number: row.number, cells, fault: null } : row
      })

export const findRows = (
  db: Db,
  orgId: string,
  uploadId: string,
  page: { outcomes?: readonly RowOutcome[] | undefined; after?: number | undefined; limit: number },
): Promise<UploadRow[]> =>
  db
    .selectFrom('upload_rows')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('upload_id', '=', uploadId)
    .$if(page.outcomes !== undefined, (query) => query.where('outcome', 'in', page.outcomes as RowOutcome[]))
    .$if(page.after !== undefined, (query) => query.where('row_no', '>', page.after as number))
    .orderBy('row_no')
    .limit(page.limit)
    .execute()

/** A row as the app shows it. */
export const ShownRow = shape('UploadRow', {
  /** As a spreadsheet counts: the header is row 1. */
  row: z.int(),
  outcome: RowOutcome,
  cells: z.array(z.string()),
  mended: z.boolean(),
  code: z.string().nullable(),
  /** The lead field that is to blame. */
  field: z.string().nullable(),
  message: z.string().nullable(),
  lead_id: z.uuid().nullable(),
})

export const showRow = (row: UploadRow): z.output<typeof ShownRow> => ({
  row: row.row_no,
  outcome: row.outcome as RowOutcome,
  cells: row.cells,
  mended: row.mended,
  code: row.code,
  field: row.field,
  message: row.message,
  lead_id: row.lead_id,
})
