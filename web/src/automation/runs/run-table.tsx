import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { State } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { WorkflowRun } from '#web/wire.ts'
import classes from './runs.module.css'
import { lasted, runLabel, starterOf } from './states.ts'
import { strings } from './strings.ts'

/** Runs as rows, each a link to its page. */
export const RunTable = ({ runs, isInset }: { runs: readonly WorkflowRun[]; isInset?: boolean }) => (
  <DataTable
    label={strings.title}
    rows={runs}
    idOf={({ id }) => id}
    name={strings.workflow}
    nameOf={({ workflow }) => <bdi>{workflow.name}</bdi>}
    linkOf={({ id }) => ({ to: '/workflows/runs/$runId', params: { runId: id } })}
    columns={columns}
    {...(isInset && { isInset })}
  />
)

const columns: readonly Column<WorkflowRun>[] = [
  {
    key: 'state',
    name: strings.state,
    cell: (run) => <State of={runLabel(run)} />,
    width: '9rem',
    phone: 'end',
  },
  {
    key: 'about',
    name: strings.record,
    // On a phone it is all that tells two runs of a workflow apart.
    cell: (run) => (run.about ? <bdi>{run.about.name}</bdi> : <span className={classes.phone}>{starterOf(run)}</span>),
    phone: 'below',
  },
  { key: 'by', name: strings.startedBy, cell: (run) => starterOf(run), width: 'minmax(0, 1.2fr)' },
  {
    key: 'time',
    name: strings.time,
    cell: ({ created_at, ended_at }) => (ended_at === null ? '' : lasted(created_at, ended_at)),
    width: '6rem',
    atEnd: true,
    isExtra: true,
  },
  {
    key: 'created',
    name: strings.created,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
    width: '8rem',
    atEnd: true,
    phone: 'belowEnd',
  },
]
