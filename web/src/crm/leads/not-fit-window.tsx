import { Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window } from '#web/ui/window.tsx'
import { SheetForm } from '../by-hand/sheet-form.tsx'
import classes from './lead-state.module.css'
import { strings } from './strings.ts'

interface Props {
  readonly name: string
  readonly onClose: () => void
  readonly onSave: (reason: string) => void
}

/** Why a lead is not a fit: one of the usual reasons, or one's own. */
export const NotFitWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.notFitTitle(props.name)}>
    <Form {...props} />
  </Window>
)

const Form = ({ onClose, onSave }: Props) => {
  const [written, setWritten] = useState('')
  const [wasTried, setTried] = useState(false)
  const reason = written.trim()
  return (
    <SheetForm
      onSubmit={() => {
        setTried(true)
        if (reason !== '') onSave(reason)
      }}
    >
      <div className={classes.states}>
        {Object.entries(strings.usualReasons).map(([key, usual]) => (
          <button key={key} type="button" aria-pressed={reason === usual} onClick={() => setWritten(usual)}>
            {usual}
          </button>
        ))}
      </div>
      <Textarea
        label={strings.reason}
        autosize
        minRows={2}
        maxLength={500}
        required
        data-autofocus
        value={written}
        error={wasTried && reason === '' ? strings.reasonMissing : undefined}
        onChange={({ currentTarget }) => setWritten(currentTarget.value)}
      />
      <Group justify="flex-end">
        <FormButtons submit={strings.notFitSave} isPending={false} onCancel={onClose} />
      </Group>
    </SheetForm>
  )
}
