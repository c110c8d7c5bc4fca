import { Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window } from '#web/ui/window.tsx'
import type { AvailableProvider } from '#web/wire.ts'
import { strings } from './strings.ts'
import { useConsent } from './use-consent.ts'

/** Asks for the name in the address of an account, and leads on to its page of consent. */
export const InstanceWindow = ({
  provider,
  instance,
  opened,
  onClose,
}: {
  provider: AvailableProvider
  instance: NonNullable<AvailableProvider['instance']>
  opened: boolean
  onClose: () => void
}) => {
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)
  const { go, isGoing, error } = useConsent(provider)
  const fault = isTried && name.trim() === '' ? strings.missing : fieldError(error, 'instance')
  return (
    <Window opened={opened} onClose={onClose} title={strings.connectTo(provider.title)}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (name.trim() !== '') go({ instance: name.trim().toLowerCase() })
        }}
      >
        <Stack>
          {!fault && <ErrorNote error={error} />}
          <TextInput
            label={instance.label}
            description={instance.help}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            maxLength={63}
            value={name}
            error={fault}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end">
            <FormButtons submit={strings.goOn} isPending={isGoing} onCancel={onClose} />
          </Group>
        </Stack>
      </form>
    </Window>
  )
}
