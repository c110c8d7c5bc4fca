import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { byteOrderMark, csvLine } from '#core/csv.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { SearchText } from '#shapes'
import { listErrors } from './errors.ts'
import { ListFilter, ListKind } from './filters.ts'
import { mostSelected } from './limits.ts'
import { plainCell } from './plain-cells.ts'
import { columnsOf, readingFor } from './readings.ts'
import { readRecords } from './records.ts'
import { findSelected, listedAmong } from './selections.ts'
import { testsFor } from './tests.ts'

const recordsAtOnce = 500

export const exportRecords = action({
  name: 'export-records',
  summary: 'Export records of a list as a CSV file',
  description: `All that match, newest first, or those that are named. Those that are named come in the order in which they are; with more than some 200, send the parameters as a form by \`POST\`. A column for each that is asked for, by its name, behind the id and the name of the record; choices and tags are parted by semicolons, amounts are in their currency’s main unit. A cell that a spreadsheet would run as a formula starts with an apostrophe.`,
  who: 'member',
  transports: ['download'],
  effect: 'read',
  limit: { times: 10, seconds: 60 },
  input: z.object({
    kind: ListKind,
    filter: z.string().max(4_000).optional().describe('A `ListFilter` as JSON'),
    search: SearchText.optional(),
    ids: z
      .string()
      .max(4_000_000)
      .optional()
      .describe(`Ids of records, parted by commas: these and no others; at most ${mostSelected.toLocaleString('en')}`),
    columns: z.string().max(4_000).optional().describe('Keys of fields, parted by commas; left out: the usual ones'),
  }),
  output: Download,
  errors: [
    transportErrors.bad_request,
    listErrors.list_filter_invalid,
    listErrors.list_column_unknown,
    listErrors.list_export_too_many,
  ],
  examples: [
    {
      title: 'Open deals with their values',
      input: {
        kind: 'deal',
        filter: '{"conditions":[{"field":"state","op":"is","value":"open"}]}',
        columns: 'contact,stage,value',
      },
    },
  ],

  async run({ kind, filter, search, ids, columns }, context) {
    const reading = await readingFor(context, kind)
    const shown = columnsOf(reading, columns === undefined || columns === '' ? undefined : columns.split(','))
    const whole = { filter: filter === undefined ? undefined : readFilter(filter), search }
    testsFor(whole.filter, reading)
    const named = ids === undefined ? null : readIds(ids)
    const partBehind = async (db: Db, cursor: string | null): Promise<{ ids: string[]; next: string | null }> => {
      if (!named) return findSelected(db, reading, whole, { cursor, limit: recordsAtOnce })
      const end = Number(cursor) + recordsAtOnce
      const part = await listedAmong(db, reading, named.slice(Number(cursor), end))
      return { ids: part, next: end < named.length ? String(end) : null }
    }
    const content = async function* () {
      yield byteOrderMark + csvLine(['id', 'name', ...shown.map(({ name }) => name)])
      let cursor: string | null = null
      do {
        const part: { lines: string; next: string | null } = await context.inOrg(async (db) => {
          const found = await partBehind(db, cursor)
          const records = await readRecords(db, reading, found.ids, shown, context)
          const lines = records.map(({ id, name, values }) =>
            csvLine([id, name, ...shown.map(({ key }) => plainCell(values[key]))]),
          )
          return { lines: lines.join(''), next: found.next }
        })
        yield part.lines
        cursor = part.next
      } while (cursor !== null)
    }
    const name = `${kind}-${context.now().toISOString().slice(0, 10)}.csv`
    return { name, type: 'text/csv; charset=utf-8', content: content() }
  },
})

/** Each once. Throws `bad_request` and `list_export_too_many`. */
const readIds = (text: string): string[] => {
  const ids = [...new Set(text.split(','))]
  if (!ids.every((id) => z.uuid().safeParse(id).success))
    throw new Failure('bad_request', { field: 'ids', message: 'ids: ids of records are needed, parted by commas' })
  if (ids.length > mostSelected) {
    const message = listErrors.list_export_too_many.message.replace('<N>', ids.length.toLocaleString('en'))
    throw new Failure(listErrors.list_export_too_many, { field: 'ids', message })
  }
  return ids
}

/** Throws `list_filter_invalid`. */
const readFilter = (text: string): ListFilter => {
  try {
    return ListFilter.parse(JSON.parse(text))
  } catch {
    throw new Failure(listErrors.list_filter_invalid, { field: 'filter', message: 'filter: is no filter as JSON' })
  }
}
