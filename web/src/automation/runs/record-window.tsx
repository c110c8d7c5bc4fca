import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { State } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Window } from '#web/ui/window.tsx'
import { useRuns } from './api.ts'
import { StartForm } from './start-form.tsx'
import { runLabel } from './states.ts'
import { strings } from './strings.ts'
import { WhyNot } from './why-not-window.tsx'

export interface RecordOf {
  readonly kind: 'lead' | 'contact' | 'deal'
  readonly id: string
}

const views = ['runs', 'start', 'why'] as const
const names = { runs: strings.recordRuns, start: strings.start, why: strings.whyNot } as const

/** What workflows did about a record, a start by hand, and why nothing ran. */
export const RecordWindow = ({ opened, of: record, onClose }: { opened: boolean; of: RecordOf; onClose: () => void }) => (
  <Window opened={opened} onClose={onClose} title={strings.recordTitle} sheet>
    {opened && <Views of={record} onClose={onClose} />}
  </Window>
)

const Views = ({ of: record, onClose }: { of: RecordOf; onClose: () => void }) => {
  const [view, setView] = useState<(typeof views)[number]>('runs')
  return (
    <Stack>
      <Group gap="xs" component="nav" aria-label={strings.recordTitle}>
        {views.map((each) => (
          <Button key={each} size="xs" variant="default" aria-pressed={view === each} onClick={() => setView(each)}>
            {names[each]}
          </Button>
        ))}
      </Group>
      {view === 'runs' && <Runs of={record} />}
      {view === 'start' && <StartForm of={record} onStarted={onClose} />}
      {view === 'why' && <WhyNot of={{ subjectId: record.id }} />}
    </Stack>
  )
}

const Runs = ({ of: { id } }: { of: RecordOf }) => {
  const { data, error, isPending, refetch } = useRuns({ subjectId: id })
  const runs = data?.pages.flatMap((page) => page.runs) ?? []
  return (
    <>
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && runs.length === 0 && <p className="dim">{strings.noRuns}</p>}
      {runs.length > 0 && (
        <LinkRows>
          {runs.slice(0, 20).map((run) => (
            <LinkRow
              key={run.id}
              link={{ to: '/workflows/runs/$runId', params: { runId: run.id } }}
              linkId={run.id}
              pill={<State of={runLabel(run)} />}
              end={<RelativeTime at={run.created_at} />}
            >
              {run.workflow.name}
            </LinkRow>
          ))}
        </LinkRows>
      )}
      {runs.length > 0 && (
        <Anchor component={Link} {...({ to: '/workflows/runs', search: { subject: id } } as object)} size="sm">
          {strings.allRuns}
        </Anchor>
      )}
    </>
  )
}
