import { Button } from '@mantine/core'
import { useState } from 'react'
import { TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { Select } from '#web/ui/select.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { WorkflowTabProps } from '../workflows/workflow-tabs.ts'
import { useRuns } from './api.ts'
import { RunTable } from './run-table.tsx'
import { filterChoices, filterOf } from './states.ts'
import { strings } from './strings.ts'

const WhyNotWindow = laterWindow(() => import('./why-not-window.tsx').then(({ WhyNotWindow }) => WhyNotWindow))

/** The tab “Runs” of a workflow. */
export const WorkflowRuns = ({ shown: { workflow } }: WorkflowTabProps) => {
  const [state, setState] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const list = useRuns({ workflowId: workflow.id, ...filterOf(state) })
  const runs = list.data?.pages.flatMap((page) => page.runs) ?? []
  return (
    <>
      <Toolbar>
        <Select
          aria-label={strings.state}
          placeholder={strings.anyState}
          value={state}
          data={filterChoices()}
          clearable
          onChange={setState}
        />
        {workflow.trigger?.kind === 'event' && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {strings.whyNot}
          </Button>
        )}
      </Toolbar>
      <ErrorNote error={list.error} title={strings.loadFailed} onRetry={() => void list.refetch()} />
      {list.isPending && !list.error && <TablePending rows={4} />}
      {list.data && runs.length === 0 && (
        <Empty title={state === null ? strings.emptyTitle : strings.noMatch} text={strings.emptyText} />
      )}
      {runs.length > 0 && <RunTable runs={runs} />}
      {list.hasNextPage && (
        <Button variant="default" mt="md" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {strings.more}
        </Button>
      )}
      <WhyNotWindow opened={isAsking} of={{ workflowId: workflow.id }} onClose={() => setAsking(false)} />
    </>
  )
}
