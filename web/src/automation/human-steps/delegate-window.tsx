import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window, WindowFoot } from '#web/ui/window.tsx'
import type { HumanStep } from '#web/wire.ts'
import { useDelegate } from './api.ts'
import { strings } from './strings.ts'

interface Props {
  readonly step: HumanStep
  readonly onClose: () => void
}

/** Chooses the colleague who answers instead. */
export const DelegateWindow = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Window opened={opened} onClose={props.onClose} title={strings.delegateTitle}>
    <DelegateForm {...props} />
  </Window>
)

const DelegateForm = ({ step, onClose }: Props) => {
  const delegate = useDelegate(step)
  const members = useMembersByName().filter(({ value }) => value !== step.person?.id)
  const [personId, setPersonId] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(personId === '')
        if (personId === '') return
        delegate.mutate(personId, {
          onSuccess: () => {
            say(strings.delegated(members.find(({ value }) => value === personId)?.label ?? ''))
            onClose()
          },
        })
      }}
    >
      <Stack>
        <p>{strings.delegateText}</p>
        <ErrorNote error={delegate.error} title={strings.notDelegated} />
        <NativeSelect
          label={strings.member}
          value={personId}
          error={isMissing && strings.chooseMember}
          data={[{ value: '', label: strings.choose }, ...members]}
          onChange={({ currentTarget }) => setPersonId(currentTarget.value)}
        />
        <WindowFoot>
          <FormButtons submit={strings.delegate} isPending={delegate.isPending} onCancel={onClose} />
        </WindowFoot>
      </Stack>
    </form>
  )
}
