import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { money, timeLeft } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { pagesState } from '#web/ui/keyset.ts'
import { OlderRows } from '#web/ui/keyset-list.tsx'
import { placeOf } from '#web/ui/record-link.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import { Window } from '#web/ui/window.tsx'
import type { ReportRecord } from '#web/wire.ts'
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
  const pages = pagesState(found)
  const rows = found.data?.pages.flatMap(({ records }) => records)
  if (pages.error) return <ErrorNote error={pages.error} title={strings.recordsFailed} onRetry={pages.retry} />
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
      <OlderRows list={{ ...pages, rows }} />
    </>
  )
}

const RecordRow = ({
  row: { name, opens, at, owner, source, minutes, amount_minor: amount, currency },
}: {
  row: ReportRecord
}) => {
  const title = <bdi>{name ?? strings.unnamed}</bdi>
  const worth =
    amount !== null && currency !== null ? money(amount, currency) : minutes === null ? null : timeLeft(minutes * 60_000)
  return (
    <li className={classes.record}>
      <span className={classes.recordText}>
        {opens ? (
          <Link {...placeOf(opens.kind, opens.id)} className={classes.recordName}>
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
