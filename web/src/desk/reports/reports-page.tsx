import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { IconDownload } from '#icons'
import { onDate } from '#web/i18n/format.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Report } from '#web/wire.ts'
import { inputOf, isWhole, useReport } from './api.ts'
import { RecordsWindow } from './records-window.tsx'
import { ReportCharts } from './report-charts.tsx'
import { ReportTable, ReportTotals } from './report-table.tsx'
import classes from './reports.module.css'
import { type ListOf, periods, type ReportName, type ReportSearch, readListText, reports } from './reports-search.ts'
import { strings } from './strings.ts'
import { keyName } from './values.ts'

const route = getRouteApi('/staff/reports/$report')

/** A report of a period: figures, a chart, tables, and the list behind each value. */
export const ReportsPage = () => {
  const { report } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { list, ...ofPeriod } = search
  const found = useReport(report, ofPeriod)
  const shown = list === undefined ? null : readListText(list)
  return (
    <>
      <PageHeader
        title={strings.title}
        tabTitle={`${strings.reports[report]} · ${strings.title}`}
        tabs={
          <nav aria-label={strings.tabs}>
            {reports.map((each) => (
              <Link
                key={each}
                to="/reports/$report"
                params={{ report: each }}
                search={ofPeriod as never}
                aria-current={each === report ? 'page' : undefined}
              >
                {strings.reports[each]}
              </Link>
            ))}
          </nav>
        }
        actions={
          isWhole(ofPeriod) && (
            <Button
              component="a"
              href={exportLink(report, ofPeriod)}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {strings.export}
            </Button>
          )
        }
      />
      <div className={classes.page}>
        {report !== 'outstanding' && (
          <PeriodFields search={ofPeriod} onChange={(next) => void navigate({ search: next as never, replace: true })} />
        )}
        {found.error && !found.data && (
          <ErrorNote error={found.error} title={strings.failed} onRetry={() => void found.refetch()} />
        )}
        {!found.data && !found.error && isWhole(ofPeriod) && <Skeleton height={280} />}
        {found.data && found.data.report === report && <Shown report={found.data} search={ofPeriod} />}
      </div>
      <RecordsWindow
        {...{ report, search: ofPeriod, list: shown }}
        name={shown && found.data ? nameOf(found.data, shown) : null}
        onClose={() => void navigate({ search: ofPeriod as never, replace: true, resetScroll: false })}
      />
    </>
  )
}

const nameOf = (report: Report, { by, key }: ListOf): string | null => {
  const group = report.groups.find((each) => each.by === by)
  const row = group?.rows.find((each) => each.key === key)
  return group && row ? keyName(group.by, row) : null
}

const exportLink = (report: ReportName, search: ReportSearch): string =>
  `/download/export-report?${new URLSearchParams(
    Object.entries(inputOf(report, search)).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()}`

const PeriodFields = ({ search, onChange }: { search: ReportSearch; onChange: (next: ReportSearch) => void }) => {
  const { period = 'month', from = '', to = '' } = search
  return (
    <div className={classes.period}>
      <NativeSelect
        aria-label={strings.period}
        value={period}
        data={periods.map((value) => ({ value, label: strings.periods[value] }))}
        onChange={({ currentTarget: { value } }) => {
          const next = periods.find((known) => known === value)
          onChange(next === undefined || next === 'month' ? {} : { period: next })
        }}
      />
      {period === 'custom' && (
        <>
          <TextInput
            type="date"
            aria-label={strings.from}
            value={from}
            max={to || undefined}
            onChange={({ currentTarget }) => onChange({ ...search, from: currentTarget.value })}
          />
          <TextInput
            type="date"
            aria-label={strings.to}
            value={to}
            min={from || undefined}
            onChange={({ currentTarget }) => onChange({ ...search, to: currentTarget.value })}
          />
        </>
      )}
    </div>
  )
}

const Shown = ({ report, search }: { report: Report; search: ReportSearch }) => {
  const isEmpty = report.figures.every(({ value }) => !value) && report.groups.every(({ rows }) => rows.length === 0)
  return (
    <>
      <p className={classes.compared}>
        {report.before ? strings.compared(daysText(report.period), daysText(report.before)) : strings.now}
      </p>
      <ReportTotals report={report} search={search} />
      {isEmpty ? (
        <Empty
          title={report.report === 'outstanding' ? strings.nothingOpen : strings.empty}
          text={report.report === 'outstanding' ? undefined : strings.emptyText}
        />
      ) : (
        <>
          <ReportCharts report={report} />
          {report.groups
            .filter(({ rows }) => rows.length > 0)
            .map((group) => (
              <ReportTable key={group.by} group={group} search={search} />
            ))}
        </>
      )}
    </>
  )
}

const daysText = ({ first, last }: { first: string; last: string }): string => strings.days(onDate(first), onDate(last))
