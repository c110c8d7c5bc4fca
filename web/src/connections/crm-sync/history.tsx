import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconArrowBackUp } from '#icons'
import { dayAndMinute } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { State } from '#web/ui/pill.tsx'
import type { Sync } from '#web/wire.ts'
import type { OfCrm } from './crm-page.tsx'
import classes from './crm-sync.module.css'
import { strings } from './strings.ts'
import { countsText, outcomeOf, sumOf, undoneText } from './sync-words.ts'
import { clockTime } from './times.ts'

const UndoWindow = laterWindow(() => import('./undo-window.tsx').then(({ UndoWindow }) => UndoWindow))

/** The last 20 syncs; each opens what it did, and can be undone for 30 days. */
export const History = ({ connection, crm, jobs, isScheduled }: OfCrm & { jobs: readonly Sync[]; isScheduled: boolean }) => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const [undoing, setUndoing] = useState<Sync | null>(null)
  return (
    <Card title={strings.history}>
      <DataTable
        label={strings.history}
        rows={jobs}
        idOf={({ jobId }) => jobId}
        name={strings.when}
        nameWidth="minmax(6.5rem, 0.8fr)"
        nameOf={(sync) => (sync.started_at ? clockTime(sync.started_at) : strings.outcome.queued)}
        linkOf={({ jobId, status }) =>
          status === 'completed' || status === 'failed'
            ? {
                to: '/settings/connections/crm/$connectionId',
                params: { connectionId: connection.id },
                search: { sync: jobId } as never,
              }
            : null
        }
        columns={columns}
        {...(isAdmin && {
          actionsWidth: '5rem',
          actionsOf: (sync: Sync) =>
            sync.can_undo && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconArrowBackUp size={14} aria-hidden />}
                aria-label={strings.undoOf(timeOf(sync))}
                onClick={() => setUndoing(sync)}
              >
                {strings.undo}
              </Button>
            ),
        })}
        isInset
      />
      <UndoWindow
        opened={undoing !== null}
        sync={undoing}
        title={crm.title}
        isScheduled={isScheduled}
        onClose={() => setUndoing(null)}
      />
    </Card>
  )
}

const timeOf = ({ started_at }: Sync): string => (started_at ? dayAndMinute(started_at) : '')

const resultOf = (sync: Sync): string =>
  sync.kind === 'undo' ? undoneText(sumOf(sync)) : countsText(sumOf(sync), sync.status === 'completed' ? strings.nothing : '')

const columns: readonly Column<Sync>[] = [
  {
    key: 'what',
    name: strings.what,
    cell: ({ kind, mode }) => strings.kindOf[kind === 'sync' ? mode : kind],
    width: '6.5rem',
    phone: 'belowEnd',
  },
  {
    key: 'result',
    name: strings.result,
    cell: (sync) => <span className={classes.wrapped}>{resultOf(sync)}</span>,
    width: 'minmax(0, 2fr)',
    phone: 'below',
  },
  {
    key: 'outcome',
    name: strings.status,
    cell: (sync) => <State of={outcomeOf(sync)} />,
    width: '8rem',
    phone: 'end',
  },
]
