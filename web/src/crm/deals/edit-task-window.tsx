import { Button, Group } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { dayAndMinute, localMinute } from '#web/i18n/format.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { Input, Task } from '#web/wire.ts'
import { OwnerField } from '../by-hand/owner-field.tsx'
import { SheetForm } from '../by-hand/sheet-form.tsx'
import { useKeptDraft } from '../by-hand/use-kept-draft.ts'
import { type OvertakenField, overtakenIn } from '../records/overtaken.tsx'
import { OvertakenNotes } from '../records/overtaken-notes.tsx'
import { useTaskEdit } from './api.ts'
import { strings } from './strings.ts'
import { TaskFields, type TypedTask } from './task-fields.tsx'

/** An open task, with what it is about. */
export interface EditedTask extends Pick<Task, 'id' | 'title' | 'kind' | 'due_at' | 'assigned_to'> {
  readonly deal: { readonly id: string } | null
  readonly contact: { readonly id: string } | null
  readonly company?: { readonly id: string } | null
  readonly reviewId?: string | null
}

/** A task beside the page that it was opened from: what is to be done, when, and by whom; and the way to what it is about. */
export const EditTaskWindow = ({
  opened,
  task,
  onClose,
}: {
  opened: boolean
  task: EditedTask | null
  onClose: () => void
}) => (
  <Window opened={opened} onClose={onClose} title={strings.editTask} sheet>
    {task && <EditForm key={task.id} task={task} onClose={onClose} />}
  </Window>
)

interface Draft {
  readonly task: TypedTask
  readonly owner: string
}
type Seen = NonNullable<Input<'update-task'>['was']>

const fields = ['title', 'kind', 'dueAt', 'assignedTo'] as const

/** What is left as it was may be changed by a colleague meanwhile: it is not sent. */
const changesOf = (task: EditedTask, begun: Draft, { task: typed, owner }: Draft, seen: Seen): Input<'update-task'> => {
  const was = { title: task.title, kind: task.kind, dueAt: task.due_at, assignedTo: task.assigned_to, ...seen }
  const wanted = {
    title: typed.title.trim(),
    kind: typed.kind,
    // A field of a browser has no seconds: what was not touched keeps its own.
    dueAt: typed.due === begun.task.due ? task.due_at : typed.due === '' ? null : new Date(typed.due).toISOString(),
    assignedTo: owner === '' ? null : owner,
  }
  const changed = fields.filter((field) => wanted[field] !== was[field])
  const only = (side: Seen) => Object.fromEntries(changed.map((field) => [field, side[field]]))
  return { taskId: task.id, ...only(wanted), was: only(was) }
}

const draftOf = ({ title, kind, due_at: dueAt, assigned_to: owner }: EditedTask): Draft => ({
  task: { title, kind, due: dueAt === null ? '' : localMinute(new Date(dueAt)) },
  owner: owner ?? '',
})

const EditForm = ({ task, onClose }: { task: EditedTask; onClose: () => void }) => {
  // As it was when the sheet was opened: what a colleague changes meanwhile is not what was edited here.
  const [opened] = useState(task)
  const [begun] = useState(() => draftOf(task))
  const { draft, change, forget, isRestored } = useKeptDraft(`edit-task ${task.id}`, begun)
  const [seen, setSeen] = useState<Seen>({})
  const [wasTried, setTried] = useState(false)
  const edit = useTaskEdit()
  const title = draft.task.title.trim()
  const overtaken = overtakenIn(edit.error)
  const send = (next: Seen): void => {
    setTried(true)
    if (title === '' || edit.isPending) return
    const done = (): void => {
      forget()
      onClose()
      say(strings.taskSaved)
    }
    edit.mutate(changesOf(opened, begun, draft, next), { onSuccess: done })
  }
  return (
    <SheetForm isRestored={isRestored} onStartOver={forget} onSubmit={() => send(seen)}>
      <Places task={task} onLeave={onClose} />
      <OvertakenNotes
        fields={overtaken}
        names={names}
        shownOf={shownValue}
        onKeep={(each) => {
          setSeen({ ...seen, ...seenOf(each) })
          change(keptOf(each, draft))
          edit.reset()
        }}
        onReplace={(each) => {
          const next = { ...seen, ...seenOf(each) }
          setSeen(next)
          send(next)
        }}
      />
      {overtaken.length === 0 && <ErrorNote error={edit.error} title={strings.taskNotSaved} />}
      <TaskFields
        value={draft.task}
        onChange={(next) => change({ task: next })}
        titleError={wasTried && title === '' ? strings.taskMissing : fieldError(edit.error, 'title')}
      />
      <OwnerField value={draft.owner} onChange={(owner) => change({ owner })} />
      <WindowFoot>
        <FormButtons submit={strings.save} isPending={edit.isPending} onCancel={onClose} />
      </WindowFoot>
    </SheetForm>
  )
}

const names: Readonly<Record<string, string>> = {
  title: strings.taskTitle,
  kind: strings.taskKind,
  dueAt: strings.taskDue,
  assignedTo: strings.owner,
}

const idIn = (value: unknown): string | null => (value as { readonly id: string } | null)?.id ?? null

/** The value that stands, as the next call says that it was seen. */
const seenOf = ({ field, value }: OvertakenField): Seen => ({ [field]: field === 'assignedTo' ? idIn(value) : value }) as Seen

/** A colleague's value in place of one's own. */
const keptOf = ({ field, value }: OvertakenField, { task, owner }: Draft): Draft => {
  if (field === 'assignedTo') return { task, owner: idIn(value) ?? '' }
  if (field === 'dueAt') return { owner, task: { ...task, due: value === null ? '' : localMinute(new Date(String(value))) } }
  return { owner, task: { ...task, [field]: value } }
}

const shownValue = ({ field, value }: OvertakenField): unknown => {
  if (field === 'dueAt' && typeof value === 'string') return dayAndMinute(value)
  return field === 'kind' ? strings.taskKinds[value as Task['kind']] : value
}

/** The deal, the contact, the company and the review that it is about. */
const Places = ({ task: { deal, contact, company, reviewId }, onLeave }: { task: EditedTask; onLeave: () => void }) => {
  const places: { name: string; link: Pick<LinkProps, 'to' | 'params'> }[] = []
  if (deal) places.push({ name: strings.openDeal, link: { to: '/deals/$dealId', params: { dealId: deal.id } as never } })
  if (contact)
    places.push({ name: strings.openContact, link: { to: '/contacts/$contactId', params: { contactId: contact.id } as never } })
  if (company)
    places.push({
      name: strings.openCompany,
      link: { to: '/companies/$companyId', params: { companyId: company.id } as never },
    })
  if (reviewId) places.push({ name: strings.openReview, link: { to: '/reviews/$reviewId', params: { reviewId } as never } })
  if (places.length === 0) return null
  return (
    <Group gap="xs">
      {places.map(({ name, link }) => (
        <Button key={name} component={Link} {...(link as { to: '/' })} variant="default" size="xs" onClick={onLeave}>
          {name}
        </Button>
      ))}
    </Group>
  )
}
