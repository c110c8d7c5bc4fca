import { Button, SegmentedControl } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconCheckbox } from '#icons'
import { SummaryCard } from '#web/automation/summaries/summary.tsx'
import { TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Task } from '#web/wire.ts'
import { useTasks } from './api.ts'
import { CompleteTaskWindow } from './complete-task-window.tsx'
import type { TasksSearch } from './deals-search.ts'
import { strings } from './strings.ts'
import { TasksTable } from './tasks-table.tsx'

const route = getRouteApi('/staff/tasks')
const pageSize = 50

/** Open tasks, the one that is due first on top; or those that are done. */
export const TasksPage = () => {
  const { who, done } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useTasks({ ...(who === 'all' ? {} : { assignedTo: 'me' }), done: done === 'yes', limit: pageSize })
  const tasks = list.data?.pages.flatMap((page) => page.tasks)
  const [completing, setCompleting] = useState<Task | null>(null)
  const change = (next: TasksSearch): void => void navigate({ search: next, replace: true })
  const ofAll = who === 'all' ? ({ who: 'all' } as const) : {}
  const ofDone = done === 'yes' ? ({ done: 'yes' } as const) : {}
  return (
    <>
      <PageHeader
        title={strings.tasks}
        tabs={
          <nav aria-label={strings.tasksShown}>
            <button type="button" aria-pressed={done !== 'yes'} onClick={() => change(ofAll)}>
              {strings.toDo}
            </button>
            <button type="button" aria-pressed={done === 'yes'} onClick={() => change({ ...ofAll, done: 'yes' })}>
              {strings.doneOnes}
            </button>
          </nav>
        }
        actions={
          <SegmentedControl
            aria-label={strings.tasksOf}
            value={who ?? 'me'}
            data={[
              { value: 'me', label: strings.mine },
              { value: 'all', label: strings.all },
            ]}
            onChange={(value) => change({ ...(value === 'all' && { who: 'all' }), ...ofDone })}
          />
        }
      />
      {who !== 'all' && done !== 'yes' && <SummaryCard kind="day" />}
      {list.error && !tasks && <ErrorNote error={list.error} title={strings.tasksFailed} onRetry={() => void list.refetch()} />}
      {!tasks && !list.error && <TablePending rows={6} />}
      {tasks?.length === 0 && (
        <Empty
          icon={<IconCheckbox size={24} stroke={1.6} />}
          title={done === 'yes' ? strings.nothingDone : strings.nothingToDo}
          text={strings.nothingToDoText}
        >
          <Button component={Link} to="/deals" variant="default">
            {strings.toDeals}
          </Button>
        </Empty>
      )}
      {tasks && tasks.length > 0 && (
        <TasksTable tasks={tasks} isDone={done === 'yes'} withOwner={who === 'all'} onComplete={setCompleting} />
      )}
      {tasks && (
        <OlderRows
          list={{
            rows: tasks,
            hasOlder: list.hasNextPage,
            isLoadingOlder: list.isFetchingNextPage,
            olderError: list.isFetchNextPageError ? list.error : null,
            loadOlder: () => void list.fetchNextPage(),
          }}
        />
      )}
      <CompleteTaskWindow task={completing} onClose={() => setCompleting(null)} />
    </>
  )
}
