import { useState } from 'react'
import { ClientField } from '#web/business/invoices/client-field.tsx'
import type { CreateWindowProps } from '#web/module.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { OwnerField } from '../by-hand/owner-field.tsx'
import { SheetForm } from '../by-hand/sheet-form.tsx'
import { useKeptDraft } from '../by-hand/use-kept-draft.ts'
import { nameOf } from '../leads/names.ts'
import { useDealChange } from './api.ts'
import { strings } from './strings.ts'
import { asInput, emptyTask, TaskFields } from './task-fields.tsx'

/** What is to be done for a contact, with a deal or without. */
export const NewTaskWindow = ({ opened, given, onClose }: CreateWindowProps) => (
  <Window opened={opened} onClose={onClose} title={strings.newTask} sheet>
    <Form key={given.contact?.id} given={given} onClose={onClose} />
  </Window>
)

const Form = ({ given: { contact }, onClose }: Pick<CreateWindowProps, 'given' | 'onClose'>) => {
  const { person } = useSession()
  const begins = { task: emptyTask, contact: contact ?? null, whom: contact?.name ?? '', owner: person.id }
  const { draft, change, forget, isRestored } = useKeptDraft(`task ${contact?.id ?? ''}`, begins)
  const [wasTried, setTried] = useState(false)
  const add = useDealChange('add-task')
  const title = draft.task.title.trim()
  return (
    <SheetForm
      isRestored={isRestored}
      onStartOver={forget}
      onSubmit={() => {
        setTried(true)
        if (title === '' || draft.contact === null || add.isPending) return
        const assignedTo = draft.owner === '' ? null : draft.owner
        add.mutate(
          { contactId: draft.contact.id, ...asInput(draft.task), assignedTo },
          {
            onSuccess: () => {
              forget()
              onClose()
              say(strings.taskAdded)
            },
          },
        )
      }}
    >
      <ErrorNote error={add.error} title={strings.notAdded} />
      <TaskFields
        value={draft.task}
        onChange={(task) => change({ task })}
        titleError={wasTried && title === '' ? strings.taskMissing : fieldError(add.error, 'title')}
      />
      <ClientField
        value={draft.whom}
        isChosen={draft.contact !== null}
        description={strings.taskForHint}
        error={wasTried && draft.contact === null ? strings.taskForMissing : undefined}
        onType={(whom) => change({ whom, contact: null })}
        onChoose={(chosen) => change({ contact: { id: chosen.id, name: nameOf(chosen) }, whom: nameOf(chosen) })}
      />
      <OwnerField value={draft.owner} onChange={(owner) => change({ owner })} />
      <WindowFoot>
        <FormButtons submit={strings.addTask} isPending={add.isPending} onCancel={onClose} />
      </WindowFoot>
    </SheetForm>
  )
}
