import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { csvLine } from '#core/csv.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { SearchText } from '#shapes'
import { listErrors } from './errors.ts'
import { ListFilter, ListKind } from './filters.ts'
import { plainCell } from './plain-cells.ts'
import { columnsOf, readingOf } from './readings.ts'
import { readRecords } from './records.ts'
import { findSelected } from './selections.ts'
import { testsFor } from './tests.ts'

/** An address has room for so many. */
export const mostNamed = 200
const recordsAtOnce = 500

export const exportRecords = action({
  name: 'export-records',
  summary: 'Export records of a list as a CSV file',
  description: `All that match, newest first, or those that are named. A column for each that is asked for, by its name, behind the id and the name of the record; choices and tags are parted by semicolons, amounts are in their currency’s main unit. A cell that a spreadsheet would run as a formula starts with an apostrophe.`,
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
      .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/)
      .max(mostNamed * 37)
      .optional()
      .describe(`Ids of records, parted by commas: these and no others; at most ${mostNamed}`),
    columns: z.string().max(4_000).optional().describe('Keys of fields, parted by commas; left out: the usual ones'),
  }),
  output: Download,
  errors: [transportErrors.bad_request, listErrors.list_filter_invalid, listErrors.list_column_unknown],
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

  async run({ kind, filter, search, ids, columns }, { db, org, person, now, inOrg }) {
    const reading = await readingOf(db, org.id, kind, { personId: person?.id ?? null, now: now() })
    const shown = columnsOf(reading, columns === undefined || columns === '' ? undefined : columns.split(','))
    const whole = { filter: filter === undefined ? undefined : readFilter(filter), search }
    testsFor(whole.filter, reading)
    const content = async function* () {
      yield csvLine(['id', 'name', ...shown.map(({ name }) => name)])
      let cursor: string | null = null
      do {
        const part: { lines: string; next: string | null } = await inOrg(async (trx) => {
          const found: { ids: string[]; next: string | null } = ids
            ? { ids: ids.split(','), next: null }
            : await findSelected(trx, reading, whole, { cursor, limit: recordsAtOnce })
          const records = await readRecords(trx, reading, found.ids, shown)
          const lines = records.map(({ id, name, values }) =>
            csvLine([id, name, ...shown.map(({ key }) => plainCell(values[key]))]),
          )
          return { lines: lines.join(''), next: found.next }
        })
        yield part.lines
        cursor = part.next
      } while (cursor !== null)
    }
    return { name: `${kind}-${now().toISOString().slice(0, 10)}.csv`, type: 'text/csv; charset=utf-8', content: content() }
  },
})

/** Throws `list_filter_invalid`. */
const readFilter = (text: string): ListFilter => {
  try {
    return ListFilter.parse(JSON.parse(text))
  } catch {
    throw new Failure(listErrors.list_filter_invalid, { field: 'filter', message: 'filter: is no filter as JSON' })
  }
}
