import { Button, SegmentedControl } from '@mantine/core'
import { IconCheckbox } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import { useTasks } from './api.ts'
import classes from './deals.module.css'
import { strings } from './strings.ts'
import { TaskList } from './tasks.tsx'

const route = getRouteApi('/staff/tasks')
const pageSize = 50

/** What is to be done, what is late before everything else. */
export const TasksPage = () => {
  const { who, done } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useTasks({ ...(who === 'all' ? {} : { assignedTo: 'me' }), done: done === 'yes', limit: pageSize })
  const tasks = list.data?.pages.flatMap((page) => page.tasks)
  const nowMs = useClock()
  const isLate = ({ due_at }: { due_at: string | null }): boolean =>
    done !== 'yes' && due_at !== null && Date.parse(due_at) < nowMs
  const late = tasks?.filter(isLate) ?? []
  const rest = tasks?.filter((task) => !isLate(task)) ?? []
  return (
    <>
      <PageHeader title={strings.tasks} />
      <div className={classes.switches}>
        <SegmentedControl
          aria-label={strings.whoseTasks}
          value={who ?? 'me'}
          data={[
            { value: 'me', label: strings.mine },
            { value: 'all', label: strings.everybodys },
          ]}
          onChange={(value) =>
            void navigate({ search: { ...(value === 'all' && { who: 'all' }), ...(done && { done }) }, replace: true })
          }
        />
        <SegmentedControl
          aria-label={strings.whichTasks}
          value={done ?? 'no'}
          data={[
            { value: 'no', label: strings.toDo },
            { value: 'yes', label: strings.doneOnes },
          ]}
          onChange={(value) =>
            void navigate({ search: { ...(who && { who }), ...(value === 'yes' && { done: 'yes' }) }, replace: true })
          }
        />
      </div>
      {list.error && !tasks && <ErrorNote error={list.error} title={strings.tasksFailed} onRetry={() => void list.refetch()} />}
      {!tasks && !list.error && <RowsPending rows={5} />}
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
      {late.length > 0 && (
        <section className={classes.taskGroup} aria-label={strings.late}>
          <h2 className={classes.groupName} data-late>
            {strings.late}
          </h2>
          <TaskList tasks={late} label={strings.late} />
        </section>
      )}
      {rest.length > 0 && (
        <section className={classes.taskGroup} aria-label={done === 'yes' ? strings.doneOnes : strings.next}>
          <h2 className={classes.groupName}>{done === 'yes' ? strings.doneOnes : strings.next}</h2>
          <TaskList tasks={rest} label={done === 'yes' ? strings.doneOnes : strings.next} />
        </section>
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
    </>
  )
}
