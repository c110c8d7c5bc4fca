import { textIn } from '#web/ui/route-params.ts'

export const reports = ['leads', 'conversion', 'response', 'activity', 'revenue', 'outstanding'] as const
export type ReportName = (typeof reports)[number]
export const periods = ['today', 'week', 'month', 'quarter', 'year', 'custom'] as const
export type Period = (typeof periods)[number]

/** What the address of a report says. */
export interface ReportSearch {
  /** This month without it. */
  readonly period?: Exclude<Period, 'month'>
  /** The days of `custom`. */
  readonly from?: string
  readonly to?: string
  /** The list behind a figure is open: `figure`, `by`, `key`, `part`, `currency` and `before`, apart by `~`. */
  readonly list?: string
}

const dayIn = (name: 'from' | 'to', value: unknown): Pick<ReportSearch, 'from' | 'to'> =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? { [name]: value } : {}

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readReportSearch = (search: Record<string, unknown>): ReportSearch => {
  const period = periods.find((known) => known === search.period && known !== 'month')
  return {
    ...(period && { period: period as Exclude<Period, 'month'> }),
    ...(period === 'custom' && { ...dayIn('from', search.from), ...dayIn('to', search.to) }),
    ...textIn('list', search.list),
  }
}

/** The value of a report that a list stands behind. */
export interface ListOf {
  readonly figure: string
  readonly by?: string | undefined
  /** Null: what has none. */
  readonly key?: string | null | undefined
  readonly part?: number | undefined
  readonly currency?: string | undefined
  readonly isBefore?: boolean | undefined
}

export const listText = ({ figure, by, key, part, currency, isBefore }: ListOf): string =>
  [figure, by, by && (key === null ? '-' : `=${key}`), part, currency, isBefore && 'before']
    .map((each) => each || (each === 0 ? '0' : ''))
    .join('~')

export const readListText = (text: string): ListOf => {
  const [figure = '', by = '', key = '', part = '', currency = '', before = ''] = text.split('~')
  return {
    figure,
    ...(by !== '' && { by, key: key.startsWith('=') ? key.slice(1) : null }),
    ...(/^\d+$/.test(part) && { part: Number(part) }),
    ...(currency !== '' && { currency }),
    ...(before !== '' && { isBefore: true }),
  }
}
