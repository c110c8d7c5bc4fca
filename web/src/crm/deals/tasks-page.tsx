import { Button, SegmentedControl } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconCheckbox, IconPlus } from '#icons'
import { SummaryResult, useSummary } from '#web/automation/summaries/summary.tsx'
import { ListBar } from '#web/desk/lists/list-bar.tsx'
import { useListCount } from '#web/desk/lists/list-count.ts'
import { ListExport } from '#web/desk/lists/list-export.tsx'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { type ListOf, useList } from '#web/desk/lists/use-list.ts'
import { ViewActions, ViewTabs } from '#web/desk/lists/view-tabs.tsx'
import { beginCreating } from '#web/shell/creating.ts'
import { Empty } from '#web/ui/empty.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { CompletedTask } from './complete-task-window.tsx'
import type { TasksSearch } from './deals-search.ts'
import type { EditedTask } from './edit-task-window.tsx'
import { strings } from './strings.ts'
import { TasksTable } from './tasks-table.tsx'

const CompleteTaskWindow = laterWindow(() =>
  import('./complete-task-window.tsx').then(({ CompleteTaskWindow }) => CompleteTaskWindow),
)

const EditTaskWindow = laterWindow(() => import('./edit-task-window.tsx').then(({ EditTaskWindow }) => EditTaskWindow))

const route = getRouteApi('/staff/tasks')

/** Which tasks the page shows: mine or all, to be done or done. */
const tasksOf = ({ who, done }: TasksSearch): ListOf => {
  const isDone = done === 'yes'
  const owner = who === 'all' ? ['owner'] : []
  return {
    kind: 'task',
    usual: ['kind', 'deal', 'contact', ...owner, ...(isDone ? ['outcome', 'done_at'] : ['due_at'])],
    along: ['kind', 'deal', 'contact', 'company', 'owner', 'review', 'due_at', 'done_at'],
    order: isDone ? '-done_at' : 'due_at',
    base: [
      { field: 'done_at', op: isDone ? 'not_empty' : 'empty' },
      ...(who === 'all' ? [] : [{ field: 'owner', op: 'is', value: 'me' } as const]),
    ],
    isReadWhole: true,
  }
}

/** Open tasks, the one that is due first on top; or those that are done. */
export const TasksPage = () => {
  const { who, done, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const [completing, setCompleting] = useState<CompletedTask | null>(null)
  const [editing, setEditing] = useState<EditedTask | null>(null)
  const ofAll = who === 'all' ? ({ who: 'all' } as const) : {}
  const ofDone = done === 'yes' ? ({ done: 'yes' } as const) : {}
  const change = (next: ListSearch & TasksSearch): void => void navigate({ search: next, replace: true })
  const isDone = done === 'yes'
  const state = useList(tasksOf({ ...ofAll, ...ofDone }), search, (next) => change({ ...next, ...ofAll, ...ofDone }))
  const count = useListCount(state)
  const day = useSummary({ kind: 'day' })
  // What is searched and filtered for stays from one tab to the next.
  const kept = { ...(search.q && { q: search.q }), ...(search.f && !search.view && { f: search.f }) }
  const isOfDay = who !== 'all' && !isDone
  return (
    <>
      <PageHeader
        title={strings.tasks}
        count={count}
        tabs={
          <>
            <nav aria-label={strings.tasksShown}>
              <button
                type="button"
                aria-pressed={!isDone && !state.view}
                onClick={() => change({ ...kept, order: undefined, ...ofAll })}
              >
                {strings.toDo}
              </button>
              <button
                type="button"
                aria-pressed={isDone && !state.view}
                onClick={() => change({ ...kept, order: undefined, ...ofAll, done: 'yes' })}
              >
                {strings.doneOnes}
              </button>
            </nav>
            {state.views.length > 0 && <ViewTabs state={state} withoutAll />}
          </>
        }
        actions={
          <>
            <SegmentedControl
              aria-label={strings.tasksOf}
              value={who ?? 'me'}
              data={[
                { value: 'me', label: strings.mine },
                { value: 'all', label: strings.all },
              ]}
              onChange={(value) =>
                change({ ...search, order: search.order, ...(value === 'all' && { who: 'all' }), ...ofDone })
              }
            />
            <ListExport state={state} />
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => beginCreating('task')}>
              {strings.newTask}
            </Button>
          </>
        }
      />
      <ListBar state={state} label={strings.searchTasks} placeholder={strings.searchTasks}>
        {isOfDay && day.button}
        <ViewActions state={state} />
      </ListBar>
      {isOfDay && <SummaryResult of={day} />}
      <TasksTable
        state={state}
        isDone={isDone}
        onComplete={setCompleting}
        onEdit={setEditing}
        empty={
          <Empty
            icon={<IconCheckbox size={24} stroke={1.6} />}
            title={isDone ? strings.nothingDone : strings.nothingToDo}
            text={strings.nothingToDoText}
          >
            <Button component={Link} to="/deals" variant="default">
              {strings.toDeals}
            </Button>
          </Empty>
        }
      />
      <CompleteTaskWindow opened={completing !== null} task={completing} onClose={() => setCompleting(null)} />
      <EditTaskWindow opened={editing !== null} task={editing} onClose={() => setEditing(null)} />
    </>
  )
}
