import { useState } from 'react'
import type { CreateWindowProps } from '#web/module.ts'
import { useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { OwnerField } from '../by-hand/owner-field.tsx'
import { type ChosenRecord, RecordField, recordIn } from '../by-hand/record-field.tsx'
import { SheetForm } from '../by-hand/sheet-form.tsx'
import { useKeptDraft } from '../by-hand/use-kept-draft.ts'
import { useDealChange } from './api.ts'
import { strings } from './strings.ts'
import { asInput, emptyTask, TaskFields } from './task-fields.tsx'

/** To what a task is added: that of a lead to whose lead it is. */
const placeOf = (record: ChosenRecord | null): { contactId?: string; companyId?: string; dealId?: string } => {
  if (record?.kind === 'deal') return { dealId: record.id }
  if (record?.kind === 'company') return { companyId: record.id }
  const contactId = record?.kind === 'contact' ? record.id : record?.contactId
  return contactId ? { contactId } : {}
}

/** What is to be done for a contact, company, deal or lead, or for none of them. */
export const NewTaskWindow = ({ opened, given, onClose }: CreateWindowProps) => (
  <Window opened={opened} onClose={onClose} title={strings.newTask} sheet>
    <Form key={recordIn(given)?.id} given={given} onClose={onClose} />
  </Window>
)

const Form = ({ given, onClose }: Pick<CreateWindowProps, 'given' | 'onClose'>) => {
  const { person } = useSession()
  const record = recordIn(given)
  const begins = { task: emptyTask, record, about: record?.name ?? '', owner: person.id }
  const { draft, change, forget, isRestored } = useKeptDraft(`task ${record?.id ?? ''}`, begins)
  const [wasTried, setTried] = useState(false)
  const add = useDealChange('add-task')
  const title = draft.task.title.trim()
  // What is typed there and not chosen would be lost.
  const isUnchosen = draft.record === null && draft.about.trim() !== ''
  return (
    <SheetForm
      isRestored={isRestored}
      onStartOver={forget}
      onSubmit={() => {
        setTried(true)
        if (title === '' || isUnchosen || add.isPending) return
        const assignedTo = draft.owner === '' ? null : draft.owner
        add.mutate(
          { ...placeOf(draft.record), ...asInput(draft.task), assignedTo },
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
      <RecordField
        value={draft.about}
        chosen={draft.record}
        error={wasTried && isUnchosen ? strings.taskForMissing : undefined}
        onType={(about) => change({ about, record: null })}
        onChoose={(chosen) => change({ record: chosen, about: chosen.name })}
      />
      <OwnerField value={draft.owner} onChange={(owner) => change({ owner })} />
      <WindowFoot>
        <FormButtons submit={strings.addTask} isPending={add.isPending} onCancel={onClose} />
      </WindowFoot>
    </SheetForm>
  )
}
