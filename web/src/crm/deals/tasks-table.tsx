import { ActionIcon, Group } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconCheck } from '#icons'
import { DeleteTask } from '#web/desk/bin/delete-task.tsx'
import { useRecordSelection } from '#web/desk/bulk-changes/record-selection.ts'
import { SelectedRecords } from '#web/desk/bulk-changes/selected-records.tsx'
import type { Named } from '#web/desk/lists/list-cells.tsx'
import { ListTable } from '#web/desk/lists/list-table.tsx'
import type { ListState } from '#web/desk/lists/use-list.ts'
import { taskOutcome } from '#web/i18n/server-messages.ts'
import type { ListedRecord, Task } from '#web/wire.ts'
import type { CompletedTask } from './complete-task-window.tsx'
import { Due } from './due.tsx'
import type { EditedTask } from './edit-task-window.tsx'
import { LaterMenu } from './later-menu.tsx'
import { strings } from './strings.ts'
import classes from './tasks-table.module.css'

/** Tasks one a row; the round button before a task completes it, and the row opens the task beside the list; one that is done leads to its deal, contact or review. */
export const TasksTable = ({
  state,
  isDone,
  onComplete,
  onEdit,
  empty,
}: {
  state: ListState
  isDone: boolean
  onComplete: (task: CompletedTask) => void
  onEdit: (task: EditedTask) => void
  empty: ReactNode
}) => {
  const selection = useRecordSelection(state)
  return (
    <>
      <ListTable
        state={state}
        label={isDone ? strings.doneOnes : strings.tasks}
        failed={strings.tasksFailed}
        name={strings.taskTitle}
        nameWidth="minmax(16rem, 3fr)"
        nameOf={({ name }) => <bdi>{name}</bdi>}
        markOf={(task) =>
          task.values.done_at === null && (
            <ActionIcon
              variant="default"
              size={24}
              radius="xl"
              aria-label={`${strings.complete}: ${task.name ?? ''}`}
              title={strings.complete}
              onClick={() => onComplete(completedTask(task))}
            >
              <IconCheck size={14} stroke={2} aria-hidden />
            </ActionIcon>
          )
        }
        linkOf={linkOf}
        onOpen={(task) => onEdit(editedTask(task))}
        actionsWidth="4.5rem"
        actionsOf={(task) => (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            {task.values.done_at === null && <LaterMenu task={editedTask(task)} />}
            <DeleteTask id={task.id} name={task.name ?? ''} />
          </Group>
        )}
        cells={cells}
        looks={looks}
        selection={{ ...selection, labelOf: ({ name }) => name ?? '' }}
        empty={empty}
      />
      <SelectedRecords state={state} selection={selection} />
    </>
  )
}

const completedTask = ({ id, name, values: { deal } }: ListedRecord): CompletedTask => ({
  id,
  title: name ?? '',
  deal: deal as CompletedTask['deal'],
})

const editedTask = ({ id, name, values }: ListedRecord): EditedTask => ({
  ...{ id, title: name ?? '', kind: values.kind as Task['kind'], due_at: (values.due_at ?? null) as string | null },
  ...{ assigned_to: named(values.owner)?.id ?? null, deal: named(values.deal), contact: named(values.contact) },
  company: named(values.company),
  reviewId: named(values.review)?.id ?? null,
})

const named = (value: unknown): Named | null => (value ?? null) as Named | null

type Place = 'deal' | 'contact' | 'company' | 'review'

const linkTo: Readonly<Record<Place, (record: Named) => Pick<LinkProps, 'to' | 'params'>>> = {
  deal: ({ id }) => ({ to: '/deals/$dealId', params: { dealId: id } }),
  contact: ({ id }) => ({ to: '/contacts/$contactId', params: { contactId: id } }),
  company: ({ id }) => ({ to: '/companies/$companyId', params: { companyId: id } }),
  review: ({ id }) => ({ to: '/reviews/$reviewId', params: { reviewId: id } }),
}

/** Of one that is done: to the deal, the contact, the company or the review that it is about. */
const linkOf = ({ values }: ListedRecord) => {
  if (values.done_at === null) return null
  for (const place of ['deal', 'contact', 'company', 'review'] as const) {
    const record = named(values[place])
    if (record) return linkTo[place](record)
  }
  return null
}

const placeCell =
  (place: Place) =>
  ({ values }: ListedRecord): ReactNode => {
    const record = named(values[place])
    return (
      record && (
        <Link {...linkTo[place](record)} className={classes.place}>
          <bdi>{record.name ?? strings.unnamed}</bdi>
        </Link>
      )
    )
  }

const cells: Readonly<Record<string, (task: ListedRecord) => ReactNode>> = {
  kind: ({ values: { kind } }) => strings.taskKinds[kind as Task['kind']],
  deal: placeCell('deal'),
  company: placeCell('company'),
  contact: placeCell('contact'),
  owner: ({ values: { owner } }) => named(owner)?.name ?? strings.unassigned,
  outcome: ({ values: { outcome } }) => typeof outcome === 'string' && <bdi>{taskOutcome(outcome)}</bdi>,
  due_at: ({ values: { due_at } }) => <Due task={{ due_at: due_at as string | null }} />,
}

const looks = {
  kind: { width: '7rem', isExtra: true },
  deal: { phone: 'below' },
  owner: { isExtra: true },
  done_at: { width: '7rem', phone: 'end' },
  due_at: { width: '8rem', phone: 'end' },
} as const
