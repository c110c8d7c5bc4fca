import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreateWindowProps } from '#web/module.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import { useCallOnce } from '#web/use-call-once.ts'
import { type ChosenRecord, RecordField, recordIn } from '../by-hand/record-field.tsx'
import { SheetForm } from '../by-hand/sheet-form.tsx'
import { useKeptDraft } from '../by-hand/use-kept-draft.ts'
import classes from './new-note.module.css'
import { type Mentioned, NoteField } from './note-field.tsx'
import { strings } from './strings.ts'

const mostOfNote = 10_000

interface Draft {
  readonly text: string
  readonly mentions: Mentioned
  readonly record: ChosenRecord | null
  readonly about: string
}

/** A note on a contact, company, deal or lead that is chosen here. */
export const NewNoteWindow = ({ opened, given, onClose }: CreateWindowProps) => (
  <Window opened={opened} onClose={onClose} title={strings.newNote} sheet>
    <Form key={recordIn(given)?.id} given={given} onClose={onClose} />
  </Window>
)

const Form = ({ given, onClose }: Pick<CreateWindowProps, 'given' | 'onClose'>) => {
  const queries = useQueryClient()
  const record = recordIn(given)
  const begins: Draft = { text: '', mentions: [], record, about: record?.name ?? '' }
  const { draft, change, forget, isRestored } = useKeptDraft(`note ${record?.id ?? ''}`, begins)
  const [wasTried, setTried] = useState(false)
  const addOnce = useCallOnce('add-note')
  const text = draft.text.trim()
  const tooLong = text.length - mostOfNote
  const adding = useMutation({
    mutationFn: ({ kind, id }: ChosenRecord) =>
      addOnce({
        ...{ kind, recordId: id, body: text },
        mentions: draft.mentions.filter(({ name }) => text.includes(`@${name}`)).map(({ id: memberId }) => memberId),
      }),
    onSuccess: () => {
      forget()
      onClose()
      say(strings.noteAdded)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['list-timeline'] }),
  })
  return (
    <SheetForm
      isRestored={isRestored}
      onStartOver={forget}
      onSubmit={() => {
        setTried(true)
        if (text === '' || tooLong > 0 || draft.record === null || adding.isPending) return
        adding.mutate(draft.record)
      }}
    >
      <ErrorNote error={adding.error} title={strings.notAdded} />
      <RecordField
        value={draft.about}
        chosen={draft.record}
        isRequired
        error={wasTried && draft.record === null ? strings.noteForMissing : undefined}
        onType={(about) => change({ about, record: null })}
        onChoose={(chosen) => change({ record: chosen, about: chosen.name })}
      />
      <div className={classes.note}>
        <NoteField
          label={strings.note}
          text={draft.text}
          mentions={draft.mentions}
          onWrite={(typed, mentions) => change({ text: typed, mentions })}
        />
      </div>
      {wasTried && text === '' && (
        <p className={classes.missing} role="alert">
          {strings.noteMissing}
        </p>
      )}
      {tooLong > 0 && (
        <p className={classes.missing} role="status">
          {strings.tooLong(tooLong)}
        </p>
      )}
      <WindowFoot>
        <FormButtons submit={strings.addNote} isPending={adding.isPending} onCancel={onClose} />
      </WindowFoot>
    </SheetForm>
  )
}
