import { lazy, Suspense, useState } from 'react'
import { belongsTo } from '#web/desk/lists/belonging.ts'
import { beginCreating } from '#web/shell/creating.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MoreRows } from '#web/ui/keyset-list.tsx'
import { useTasks } from '../deals/api.ts'
import { strings } from './strings.ts'

const TaskRows = lazy(() => import('./task-rows.tsx').then(({ TaskRows }) => ({ default: TaskRows })))

interface Named {
  readonly id: string
  readonly name: string
}

/** The open tasks of a contact, or of a company with its people and deals: each is completed here, and opens beside the page. */
export const TasksCard = (of: { readonly contact: Named } | { readonly company: Named }) => {
  const kind = 'contact' in of ? 'contact' : 'company'
  const { id } = 'contact' in of ? of.contact : of.company
  const list = useTasks('contact' in of ? { contactId: id, limit: 10 } : { companyId: id, limit: 10 })
  const tasks = list.data?.pages.flatMap((page) => page.tasks)
  // They stay once they were there: the window of the last one is closing, and what was done can be undone.
  const [hadRows, setHadRows] = useState(false)
  if (tasks && tasks.length > 0 && !hadRows) setHadRows(true)
  return (
    <Card title={strings.tasks} actions={<AddButton label={strings.addTask} onClick={() => beginCreating('task', of)} />}>
      {tasks?.length === 0 && <p className="dim">{strings.noTasks}</p>}
      {hadRows && (
        <Suspense>
          <TaskRows tasks={tasks ?? []} of={kind} />
        </Suspense>
      )}
      <MoreRows
        list={list}
        all={
          tasks !== undefined &&
          tasks.length > 0 && {
            title: strings.tasks,
            to: '/tasks',
            search: { who: 'all', f: belongsTo(kind, id) },
          }
        }
      />
    </Card>
  )
}
