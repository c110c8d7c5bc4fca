import { useQuery } from '@tanstack/react-query'
import { IconPhone, IconPhoneIncoming, IconPhoneOutgoing, IconPhoneX } from '#icons'
import { read } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { NewAbove, OlderRows } from '#web/ui/keyset-list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Call } from '#web/wire.ts'
import classes from './calls.module.css'
import { length, otherEnd, ownEnd, standingOf } from './shown.ts'
import { strings } from './strings.ts'

/** The newest calls of a person, or of a deal. Nothing where there was none: the button beside it says that there could be. */
export const Calls = (of: { readonly contactId: string } | { readonly dealId: string }) => {
  const { data, error, refetch } = useQuery(read('list-calls', { ...of, limit: 10 }))
  return (
    <Card title={strings.calls}>
      {error && !data && <ErrorNote title={strings.callsFailed} error={error} onRetry={() => void refetch()} />}
      {data?.calls.length === 0 && <p className={classes.dim}>{strings.noneText}</p>}
      {data && data.calls.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.plain} role="list" aria-label={strings.calls}>
          {data.calls.map((call) => (
            <li key={call.id}>
              <Row call={call} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** All calls of the workspace, newest first. */
export const AllCalls = ({ missed }: { missed: boolean }) => {
  const list = useKeyset(
    'list-calls',
    { ...(missed && { missed: true }), limit: 50 },
    { rows: (answer) => answer.calls, on: ['call.changed', 'call.ended'] },
  )
  if (list.error) return <ErrorNote title={strings.callsFailed} error={list.error} onRetry={list.retry} />
  if (list.isPending) return <TablePending rows={4} />
  if (list.rows.length === 0)
    return (
      <Empty
        icon={<IconPhone size={24} stroke={1.6} />}
        title={missed ? strings.noneMissed : strings.none}
        text={strings.noneAtAll}
      />
    )
  return (
    <>
      <NewAbove arrived={list.arrived} />
      <DataTable
        label={strings.calls}
        rows={list.rows}
        fresh={list.fresh}
        idOf={({ id }) => id}
        name={strings.contactColumn}
        nameOf={(call) => <bdi>{otherEnd(call)}</bdi>}
        markOf={(call) => <CallMark call={call} />}
        linkOf={({ contact }) => (contact === null ? null : { to: '/contacts/$contactId', params: { contactId: contact.id } })}
        columns={columns}
      />
      <OlderRows list={list} />
    </>
  )
}

const columns: readonly Column<Call>[] = [
  {
    key: 'direction',
    name: strings.direction,
    cell: ({ direction }) => (direction === 'in' ? strings.incoming : strings.outgoing),
    width: '7rem',
    isExtra: true,
  },
  { key: 'teammate', name: strings.teammateColumn, cell: ({ person }) => person?.name, isExtra: true },
  {
    key: 'state',
    name: strings.outcome,
    cell: (call) => (
      <>
        <Pill tone={standingOf(call).tone}>{standingOf(call).word}</Pill>{' '}
        {call.refused_because && strings.refused[call.refused_because]}
        {call.outcome !== null && strings.byOwnPhone}
      </>
    ),
    width: 'minmax(0, 1.6fr)',
    phone: 'below',
  },
  {
    key: 'duration',
    name: strings.duration,
    cell: ({ duration_s, state }) => duration_s !== null && state === 'completed' && length(duration_s),
    width: '6rem',
    atEnd: true,
    phone: 'belowEnd',
  },
  {
    key: 'time',
    name: strings.startedAt,
    cell: ({ started_at }) => <RelativeTime at={started_at} />,
    width: '6.5rem',
    atEnd: true,
    phone: 'end',
  },
]

const CallMark = ({ call }: { call: Call }) => {
  const Icon =
    call.is_missed || call.state === 'refused' ? IconPhoneX : call.direction === 'in' ? IconPhoneIncoming : IconPhoneOutgoing
  return <Icon size={18} stroke={1.6} className={classes.icon} aria-hidden />
}

/** A call where it is plain who is at the other end. */
const Row = ({ call }: { call: Call }) => {
  const { word, tone } = standingOf(call)
  const number = call.direction === 'in' ? call.from_number : call.to_number
  return (
    <div className={classes.row}>
      <CallMark call={call} />
      <span className={classes.who}>
        <span className={classes.dim}>{call.direction === 'in' ? strings.incoming : strings.outgoing} </span>
        <bdi>{number === '' || number.startsWith('client:') ? otherEnd(call) : number}</bdi>
        {call.person && <span className={classes.dim}> {ownEnd(call)}</span>}
        {call.refused_because && <span className={classes.why}>{strings.refused[call.refused_because]}</span>}
        {call.outcome !== null && <span className={classes.why}>{call.note ?? strings.byOwnPhone}</span>}
      </span>
      <span className={classes.facts}>
        <Pill tone={tone}>{word}</Pill>
        {call.duration_s !== null && call.state === 'completed' && <span className="numbers">{length(call.duration_s)}</span>}
        <RelativeTime at={call.started_at} />
      </span>
    </div>
  )
}
