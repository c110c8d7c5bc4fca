import { useState } from 'react'
import { beginCreating } from '#web/shell/creating.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import type { Task } from '#web/wire.ts'
import { useTasks } from '../deals/api.ts'
import { Due } from '../deals/due.tsx'
import { LaterMenu } from '../deals/later-menu.tsx'
import { strings } from './strings.ts'

const EditTaskWindow = laterWindow(() => import('../deals/edit-task-window.tsx').then(({ EditTaskWindow }) => EditTaskWindow))

/** The open tasks of a contact, of which each opens beside the page. */
export const TasksCard = ({ contact }: { contact: { readonly id: string; readonly name: string } }) => {
  const [editing, setEditing] = useState<Task | null>(null)
  const { data } = useTasks({ contactId: contact.id, limit: 10 })
  const tasks = data?.pages[0]?.tasks
  return (
    <Card
      title={strings.tasks}
      actions={<AddButton label={strings.addTask} onClick={() => beginCreating('task', { contact })} />}
    >
      {tasks?.length === 0 && <p className="dim">{strings.noTasks}</p>}
      {tasks && tasks.length > 0 && (
        <LinkRows>
          {tasks.map((task) => (
            <LinkRow key={task.id} onOpen={() => setEditing(task)} end={<Due task={task} />} action={<LaterMenu task={task} />}>
              <bdi>{task.title}</bdi>
            </LinkRow>
          ))}
        </LinkRows>
      )}
      <EditTaskWindow
        opened={editing !== null}
        // The page is that of the contact.
        task={editing && { ...editing, contact: null }}
        onClose={() => setEditing(null)}
      />
    </Card>
  )
}
