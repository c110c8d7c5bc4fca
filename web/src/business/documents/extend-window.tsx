import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { DocumentDetail } from '#web/wire.ts'
import { useDocumentChange } from './api.ts'
import { endOf } from './send-draft.ts'
import { strings } from './strings.ts'

interface Props {
  readonly document: DocumentDetail
  readonly onClose: () => void
}

/** A later deadline for those who have not signed. */
export const ExtendWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.extendTitle}>
    <Form {...props} />
  </Window>
)

const Form = ({ document, onClose }: Props) => {
  const extend = useDocumentChange('extend-document')
  const [day, setDay] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (): void => {
    setMissing(day === '')
    if (day === '') return
    extend.mutate(
      { documentId: document.id, expiresAt: endOf(day) },
      {
        onSuccess: () => {
          say(strings.extended)
          onClose()
        },
      },
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!extend.isPending) submit()
      }}
    >
      <Stack>
        {!fieldError(extend.error, 'expiresAt') && <ErrorNote error={extend.error} title={strings.notExtended} />}
        <TextInput
          type="date"
          label={strings.newDeadline}
          value={day}
          error={isMissing ? strings.dayMissing : fieldError(extend.error, 'expiresAt')}
          required
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <WindowFoot>
          <FormButtons submit={strings.extendConfirm} isPending={extend.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}
