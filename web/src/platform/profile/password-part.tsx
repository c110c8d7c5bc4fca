import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import { type Profile, useOwnChange } from './api.ts'
import { strings } from './strings.ts'

/** Changing the password, which ends every other session. */
export const PasswordPart = ({ of: person }: { of: Profile['person'] }) => {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Part
      title={strings.password}
      actions={
        <Button variant="default" size="xs" onClick={open} disabled={!person.has_password}>
          {strings.changePassword}
        </Button>
      }
    >
      <Text size="sm">{person.has_password ? strings.passwordSet : strings.passwordNone}</Text>
      <Window opened={opened} onClose={close} title={strings.changePasswordTitle}>
        <PasswordForm email={person.email} onDone={close} />
      </Window>
    </Part>
  )
}

const PasswordForm = ({ email, onDone }: { email: string; onDone(): void }) => {
  const change = useOwnChange('change-password')
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', password: '' },
    validate: {
      current: (text) => (text === '' ? strings.passwordMissing : null),
      password: (text) => ([...text].length >= 10 ? null : strings.tooShort),
    },
  })
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        say(strings.passwordChanged)
        onDone()
      },
    }),
  )
  const field = (name: 'current' | 'password') => {
    const props = form.getInputProps(name)
    return {
      visibilityToggleButtonProps: { 'aria-label': strings.showPassword },
      required: true,
      ...props,
      error: props.error ?? fieldError(change.error, name),
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {/* Password managers file the new password under this address. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={strings.currentPassword}
          autoComplete="current-password"
          data-autofocus
          key={form.key('current')}
          {...field('current')}
        />
        <PasswordInput
          label={strings.newPassword}
          description={strings.newPasswordHint}
          autoComplete="new-password"
          key={form.key('password')}
          {...field('password')}
        />
        <Text size="sm" c="dimmed">
          {strings.otherSessionsEnd}
        </Text>
        <ErrorNote error={change.error} />
        <Group justify="flex-end">
          <FormButtons submit={strings.save} isPending={change.isPending} onCancel={onDone} />
        </Group>
      </Stack>
    </form>
  )
}
