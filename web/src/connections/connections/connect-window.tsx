import { Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { AvailableProvider } from '#web/wire.ts'
import { useConnectionChange } from './api.ts'
import { strings } from './strings.ts'

/** Takes a provider's key, tries it, and stores it. With `isReplacing`, in the place of another. */
export const ConnectWindow = ({
  provider,
  opened,
  isReplacing = false,
  onClose,
}: {
  provider: AvailableProvider
  opened: boolean
  isReplacing?: boolean
  onClose: () => void
}) => {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [isTried, setIsTried] = useState(false)
  const connect = useConnectionChange('connect-provider')
  const close = (): void => {
    setTyped({})
    setIsTried(false)
    connect.reset()
    onClose()
  }
  const missing = provider.fields.filter(({ name, optional }) => !optional && !typed[name]?.trim())
  const submit = (): void => {
    setIsTried(true)
    if (missing.length > 0) return
    connect.mutate(
      { provider: provider.provider, credentials: typed },
      {
        onSuccess: ({ connection }) => {
          say(strings.connected(connection.title, connection.account ?? ''))
          close()
        },
      },
    )
  }
  const faultOf = (name: string): string | undefined =>
    isTried && missing.some((field) => field.name === name) ? strings.missing : fieldError(connect.error, name)
  const isFieldFault = provider.fields.some(({ name }) => fieldError(connect.error, name))

  return (
    <Window
      opened={opened}
      onClose={close}
      title={isReplacing ? strings.replaceTitle(provider.title) : strings.connectTo(provider.title)}
    >
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          {!isFieldFault && <ErrorNote error={connect.error} />}
          <Text size="sm">{isReplacing ? strings.replaceText : strings.formText}</Text>
          {provider.fields.map(({ name, label, secret, help, optional }, index) => {
            const Field = secret ? PasswordInput : TextInput
            return (
              <Field
                key={name}
                label={optional ? strings.optional(label) : label}
                description={help}
                required={!optional}
                withAsterisk={false}
                autoComplete="off"
                spellCheck={false}
                dir="ltr"
                maxLength={4_000}
                value={typed[name] ?? ''}
                error={faultOf(name)}
                onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
                {...(index === 0 && { 'data-autofocus': true })}
              />
            )
          })}
          <Group justify="flex-end">
            <FormButtons
              submit={isReplacing ? strings.submitReplace : strings.submitConnect}
              isPending={connect.isPending}
              onCancel={close}
            />
          </Group>
        </Stack>
      </form>
    </Window>
  )
}
