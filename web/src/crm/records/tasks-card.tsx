import { beginCreating } from '#web/shell/creating.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LinkRow, LinkRows } from '#web/ui/link-rows.tsx'
import { useTasks } from '../deals/api.ts'
import { Due } from '../deals/due.tsx'
import { strings } from './strings.ts'

/** The open tasks of a contact, of which each leads to its deal or to the list of tasks. */
export const TasksCard = ({ contact }: { contact: { readonly id: string; readonly name: string } }) => {
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
            <LinkRow
              key={task.id}
              link={task.deal ? { to: '/deals/$dealId', params: { dealId: task.deal.id } } : { to: '/tasks' }}
              end={<Due task={task} />}
            >
              <bdi>{task.title}</bdi>
            </LinkRow>
          ))}
        </LinkRows>
      )}
    </Card>
  )
}
