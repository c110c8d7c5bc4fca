import { Button, Skeleton } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { money, timeLeft } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import { Window } from '#web/ui/window.tsx'
import type { OpenedKind, ReportRecord } from '#web/wire.ts'
import { useRecords } from './api.ts'
import classes from './reports.module.css'
import type { ListOf, ReportName, ReportSearch } from './reports-search.ts'
import { strings } from './strings.ts'
import { figureName } from './values.ts'

/** The records behind a value. */
export const RecordsWindow = ({
  report,
  search,
  list,
  name,
  onClose,
}: {
  report: ReportName
  search: ReportSearch
  list: ListOf | null
  /** Of the row that the value stands in. */
  name: string | null
  onClose: () => void
}) => (
  <Window
    opened={list !== null}
    onClose={onClose}
    sheet
    title={list && (name ? strings.listOf(figureName(list.figure), name) : figureName(list.figure))}
  >
    {list && <Records {...{ report, search, list }} />}
  </Window>
)

const Records = ({ report, search, list }: { report: ReportName; search: ReportSearch; list: ListOf }) => {
  const found = useRecords(report, search, list)
  const rows = found.data?.pages.flatMap(({ records }) => records)
  if (found.error && !rows)
    return <ErrorNote error={found.error} title={strings.recordsFailed} onRetry={() => void found.refetch()} />
  if (!rows) return <Skeleton height={200} />
  if (rows.length === 0) return <p>{strings.noRecords}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.records} role="list" aria-label={strings.records}>
        {rows.map((row) => (
          <RecordRow key={`${row.kind} ${row.id}`} row={row} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
    </>
  )
}

const places: Readonly<Record<OpenedKind, readonly [to: string, param: string | null]>> = {
  lead: ['/leads/$leadId', 'leadId'],
  contact: ['/contacts/$contactId', 'contactId'],
  company: ['/companies/$companyId', 'companyId'],
  deal: ['/deals/$dealId', 'dealId'],
  conversation: ['/inbox/$projectId', 'projectId'],
  invoice: ['/invoices/$invoiceId', 'invoiceId'],
  task: ['/tasks', null],
}

const RecordRow = ({
  row: { name, opens, at, owner, source, minutes, amount_minor: amount, currency },
}: {
  row: ReportRecord
}) => {
  const [to, param] = opens ? places[opens.kind] : [null, null]
  const title = <bdi>{name ?? strings.unnamed}</bdi>
  const worth =
    amount !== null && currency !== null ? money(amount, currency) : minutes === null ? null : timeLeft(minutes * 60_000)
  return (
    <li className={classes.record}>
      <span className={classes.recordText}>
        {to && opens ? (
          <Link {...({ to, ...(param && { params: { [param]: opens.id } }) } as LinkProps)} className={classes.recordName}>
            {title}
          </Link>
        ) : (
          <span className={classes.recordName}>{title}</span>
        )}
        <span className={classes.recordMore}>{[source, owner].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={classes.recordEnd}>
        {worth && <b>{worth}</b>}
        <AbsoluteTime at={at} />
      </span>
    </li>
  )
}
