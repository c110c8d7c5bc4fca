import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { findNames } from '#domains/platform/users/users.ts'
import { choice, shape } from '#shapes'
import { type Measure, valueKinds } from './definitions.ts'
import { type Grouping, groupings } from './facts.ts'
import { type Cell, findCells } from './figures.ts'
import { units } from './periods.ts'
import { type Asked, faultOf, ReportFields, ReportNameChoice, readAsked } from './report-input.ts'

const DayRange = shape('DayRange', { first: z.iso.date(), last: z.iso.date() })

const ReportFigure = shape('ReportFigure', {
  figure: z.string(),
  kind: choice('ReportFigureKind', valueKinds).describe('`median` is in minutes, `sum` in the smallest unit of its currency'),
  currency: z.string().nullable(),
  value: z.number().nullable().describe('Null: nothing to take a median of'),
  before: z.number().nullable().describe('Of the period before'),
})

const ReportSeries = shape('ReportSeries', {
  figure: z.string(),
  currency: z.string().nullable(),
  values: z.array(z.number().nullable()).describe('As many as `points`'),
  before: z.array(z.number().nullable()).describe('The parts of the period before, in their order; as many as `points`'),
})

const ReportRow = shape('ReportRow', {
  key: z.string().nullable().describe('The source, the id of the member or stage, or the age; null: none'),
  name: z.string().nullable(),
  figures: z.array(ReportFigure),
})

const ReportGroup = shape('ReportGroup', { by: choice('ReportGrouping', groupings), rows: z.array(ReportRow) })

export const ReportDetail = shape('Report', {
  report: ReportNameChoice,
  zone: z.string(),
  period: DayRange,
  before: DayRange.nullable().describe('What it is compared with; null for what is outstanding now'),
  unit: z.enum(units).describe('Of the parts of the period'),
  points: z.array(z.iso.datetime()).describe('When each part begins'),
  figures: z.array(ReportFigure),
  series: z.array(ReportSeries),
  groups: z.array(ReportGroup),
})
export type ReportDetail = z.output<typeof ReportDetail>

export const showReport = action({
  name: 'show-report',
  summary: 'Show a report of a period',
  description:
    '`leads`: by source, day and owner. `conversion`: how far leads of the period and deals created in it have come. `response`: medians of the time to a first answer and to a win. `activity`: by member. `revenue`: payments by currency; amounts of two currencies are never added. `outstanding`: unpaid invoices now, by the days since they were due. Compared with the period before, for as many days. Deleted records do not count. `list-report-records` lists what stands behind a figure.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'reports:read',
  input: z.object(ReportFields),
  output: ReportDetail,
  errors: [transportErrors.bad_request],
  examples: [
    { title: 'Leads of this month', input: { report: 'leads' } },
    { title: 'Revenue of a quarter', input: { report: 'revenue', period: 'custom', from: '2026-07-01', to: '2026-09-30' } },
  ],

  async run(input, { db, org, now, fail }) {
    const fault = faultOf(input)
    if (fault) throw fail('bad_request', fault)
    return findReport(db, org.id, input, now())
  },
})

/** The report that an input asks for, which has been checked. */
export const findReport = async (
  db: Db,
  orgId: string,
  input: Parameters<typeof readAsked>[2],
  now: Date,
): Promise<ReportDetail> => {
  const asked = await readAsked(db, orgId, input, now)
  const { measures, isNow } = asked.report
  const found: { measure: Measure; cells: Cell[]; before: Cell[] }[] = []
  for (const measure of measures)
    found.push({
      measure,
      cells: await findCells(db, orgId, measure, asked),
      before: isNow ? [] : await findCells(db, orgId, measure, { borders: asked.bordersBefore, span: asked.spanBefore }),
    })
  const names = await namesOf(
    db,
    orgId,
    found.flatMap(({ cells, before }) => [...cells, ...before]),
  )
  const whole = found.filter(({ measure }) => !measure.isPerKey)
  const grouped = groupings.filter((by) => measures.some((measure) => measure.by.includes(by)))
  return {
    report: input.report,
    zone: asked.calendar.zone,
    period: asked.days,
    before: isNow ? null : asked.before,
    unit: asked.unit,
    points: asked.borders.map((border) => border.toISOString()),
    figures: whole.flatMap((each) => figuresOf(each, null, null)),
    series: isNow ? [] : whole.flatMap((each) => seriesOf(each, asked)),
    groups: grouped.map((by) => ({ by, rows: rowsOf(found, by, names) })),
  }
}

interface Found {
  readonly measure: Measure
  readonly cells: readonly Cell[]
  readonly before: readonly Cell[]
}

const currenciesOf = ({ measure, cells, before }: Found): (string | null)[] => {
  const found = [...new Set([...cells, ...before].map(({ currency }) => currency))].sort()
  return found.length > 0 || measure.value === 'sum' ? found : [null]
}

const figuresOf = (found: Found, by: Grouping | null, key: string | null): z.output<typeof ReportFigure>[] => {
  const { figure, value: kind } = found.measure
  const of = (cells: readonly Cell[], currency: string | null): number | null =>
    cells.find((cell) => cell.by === by && cell.key === key && cell.part === null && cell.currency === currency)?.value ??
    (kind === 'median' ? null : 0)
  return currenciesOf(found).map((currency) => ({
    ...{ figure, kind, currency, value: of(found.cells, currency), before: of(found.before, currency) },
  }))
}

const seriesOf = (found: Found, { borders }: Asked): z.output<typeof ReportSeries>[] => {
  const { figure, value: kind } = found.measure
  const parts = (cells: readonly Cell[], currency: string | null): (number | null)[] =>
    borders.map(
      (_, part) =>
        cells.find((cell) => cell.by === null && cell.part === part && cell.currency === currency)?.value ??
        (kind === 'median' ? null : 0),
    )
  return currenciesOf(found).map((currency) => ({
    ...{ figure, currency, values: parts(found.cells, currency), before: parts(found.before, currency) },
  }))
}

const rowsOf = (found: readonly Found[], by: Grouping, names: ReadonlyMap<string, string>): z.output<typeof ReportRow>[] => {
  const counted = found.filter(({ measure }) => measure.by.includes(by))
  const keys = [
    ...new Set(
      counted.flatMap(({ cells, before }) => [...cells, ...before]).flatMap((cell) => (cell.by === by ? [cell.key] : [])),
    ),
  ]
  return keys
    .map((key) => ({
      key,
      name: key === null ? null : (names.get(key) ?? key),
      figures: counted.flatMap((each) => figuresOf(each, by, key)),
    }))
    .sort((a, b) => (b.figures[0]?.value ?? 0) - (a.figures[0]?.value ?? 0) || (a.name ?? '').localeCompare(b.name ?? ''))
}

/** Names of members and stages, also of those that are gone. */
const namesOf = async (db: Db, orgId: string, cells: readonly Cell[]): Promise<ReadonlyMap<string, string>> => {
  const keysOf = (by: Grouping): string[] => [
    ...new Set(cells.flatMap((cell) => (cell.by === by && cell.key !== null ? [cell.key] : []))),
  ]
  const [people, stages] = [keysOf('owner'), keysOf('stage')]
  const members = await findNames(db, people)
  const reached =
    stages.length === 0
      ? []
      : await db.selectFrom('stages').select(['id', 'name']).where('org_id', '=', orgId).where('id', 'in', stages).execute()
  return new Map([...members, ...reached.map(({ id, name }) => [id, name] as const)])
}
