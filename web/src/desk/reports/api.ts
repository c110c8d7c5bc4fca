import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, read } from '#web/gateway.ts'
import type { Input } from '#web/wire.ts'
import type { ListOf, Period, ReportName, ReportSearch } from './reports-search.ts'

export const inputOf = (report: ReportName, { period: named, from, to }: ReportSearch): Input<'show-report'> => {
  const period: Period = named ?? 'month'
  return { report, period, ...(period === 'custom' && { from, to }) }
}

/** Whether the days of a period are there: while one is being typed, nothing is asked for. */
export const isWhole = ({ period, from, to }: ReportSearch): boolean =>
  period !== 'custom' || (from !== undefined && to !== undefined && from <= to)

/** Reports are not live: they are read again when they are opened. */
export const useReport = (report: ReportName, search: ReportSearch) =>
  useQuery({
    ...read('show-report', inputOf(report, search)),
    enabled: isWhole(search),
    placeholderData: keepPreviousData,
  })

export const useRecords = (report: ReportName, search: ReportSearch, list: ListOf) => {
  const input = { ...inputOf(report, search), ...list } as Input<'list-report-records'>
  return useInfiniteQuery({
    queryKey: ['list-report-records', input],
    queryFn: ({ pageParam, signal }) =>
      call('list-report-records', { ...input, ...(pageParam === null ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  })
}
