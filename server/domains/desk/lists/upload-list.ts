import { sql } from 'kysely'
import { progressOf, uploadStates } from '#domains/crm/imports/uploads.ts'
import { byId, byName, type ListDefinition, type ListField, member, time } from './list-fields.ts'

const name = { by: byName(sql`r.name`), as: 'text', isName: true } as const
const rejected = { by: sql`r.rejected_rows`, as: 'bigint' } as const
const finished = { by: sql`r.finished_at`, as: 'timestamptz', isNullable: true } as const

/** What the check and the import found, in rows. An index by each would be written with every step of an import. */
const counts: readonly ListField[] = [
  { key: 'rows', name: 'Rows checked', type: 'number', shown: sql`r.checked_rows` },
  { key: 'imported', name: 'Imported', type: 'number', shown: sql`r.imported_rows`, isUsual: true },
  { key: 'duplicates', name: 'Duplicates', type: 'number', shown: sql`r.deduplicated_rows` },
  {
    key: 'rejected',
    name: 'Rejected',
    type: 'number',
    shown: sql`r.rejected_rows`,
    filter: rejected,
    sort: rejected,
    isUsual: true,
  },
  { key: 'undone', name: 'Undone', type: 'number', shown: sql`r.undone_rows` },
]

/** Files of leads. */
export const uploadList: ListDefinition = {
  kind: 'upload',
  table: sql`uploads`,
  isListed: sql<boolean>`true`,
  called: sql`r.name`,
  record: null,
  search: [sql`r.name`],
  usualSort: '-created_at',
  readers: { least: 'member', scope: 'uploads:read' },
  fields: [
    { key: 'name', name: 'File', type: 'text', filter: name, sort: name },
    {
      key: 'state',
      name: 'Status',
      type: 'choice',
      choices: uploadStates,
      shown: sql`r.state`,
      filter: { by: sql`r.state`, as: 'text' },
      isUsual: true,
    },
    {
      key: 'progress',
      name: 'Progress',
      type: 'number',
      shown: sql`json_build_object('state', r.state, 'failed_in', r.failed_in, 'size_bytes', r.size_bytes, 'received_bytes', r.received_bytes,
        'position_bytes', r.position_bytes, 'imported_rows', r.imported_rows, 'undone_rows', r.undone_rows)`,
    },
    ...counts,
    { key: 'bytes', name: 'Size in bytes', type: 'number', shown: sql`r.size_bytes` },
    { key: 'source', name: 'Source', type: 'text', shown: sql`r.source` },
    {
      key: 'created_by',
      name: 'Uploaded by',
      type: 'person',
      shown: member(sql`r.created_by`),
      filter: { by: sql`r.created_by`, as: 'uuid', isNullable: true },
      isUsual: true,
    },
    { key: 'started_at', name: 'Import started', type: 'time', shown: time(sql`r.started_at`) },
    {
      key: 'finished_at',
      name: 'Import finished',
      type: 'time',
      shown: time(sql`r.finished_at`),
      filter: finished,
      sort: finished,
    },
    {
      key: 'created_at',
      name: 'Uploaded',
      type: 'time',
      shown: time(sql`r.created_at`),
      filter: byId,
      sort: byId,
      isUsual: true,
    },
  ],
  finish: async (_reading, rows) =>
    rows.map((row) =>
      'progress' in row ? { ...row, progress: progressOf(row.progress as Parameters<typeof progressOf>[0]) } : row,
    ),
}
