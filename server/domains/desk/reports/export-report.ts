import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { byteOrderMark, csvLine } from '#core/csv.ts'
import { transportErrors } from '#core/errors.ts'
import { plainAmount } from '#shapes/amounts.ts'
import { faultOf, ReportFields } from './report-input.ts'
import { findReport, type ReportDetail } from './show-report.ts'

export const exportReport = action({
  name: 'export-report',
  summary: 'Export a report as a CSV file',
  description:
    'A line for each figure: of the whole period, of each of its parts, and of each row of its tables. Amounts are in their currency’s main unit. A cell that a spreadsheet would run as a formula starts with an apostrophe.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  limit: { times: 30, seconds: 60 },
  input: z.object(ReportFields),
  output: Download,
  errors: [transportErrors.bad_request],
  examples: [{ title: 'Leads of this year', input: { report: 'leads', period: 'year' } }],

  async run(input, { db, org, now, fail }) {
    const fault = faultOf(input)
    if (fault) throw fail('bad_request', fault)
    const report = await findReport(db, org.id, input, now())
    const content = async function* () {
      yield byteOrderMark + csvLine(['by', 'name', 'figure', 'currency', 'value', 'before'])
      for (const line of linesOf(report)) yield csvLine(line)
    }
    const { first, last } = report.period
    return { name: `${report.report}-${first}-${last}.csv`, type: 'text/csv; charset=utf-8', content: content() }
  },
})

const linesOf = (report: ReportDetail): (string | null)[][] => {
  const kinds = new Map(report.figures.map(({ figure, kind }) => [figure, kind]))
  const shown = (figure: string, currency: string | null, value: number | null): string | null =>
    value === null ? null : kinds.get(figure) === 'sum' && currency ? plainAmount(value, currency) : String(value)
  return [
    ...report.figures.map(({ figure, currency, value, before }) => [
      ...['total', null, figure, currency, shown(figure, currency, value), shown(figure, currency, before)],
    ]),
    ...report.series.flatMap(({ figure, currency, values, before }) =>
      report.points.map((point, at) => [
        ...[report.unit, point, figure, currency],
        ...[shown(figure, currency, values[at] ?? null), shown(figure, currency, before[at] ?? null)],
      ]),
    ),
    ...report.groups.flatMap(({ by, rows }) =>
      rows.flatMap(({ name, figures }) =>
        figures.map(({ figure, currency, value, before }) => [
          ...[by, name, figure, currency, shown(figure, currency, value), shown(figure, currency, before)],
        ]),
      ),
    ),
  ]
}
