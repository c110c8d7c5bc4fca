import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { notifications } from '#web/ui/notifications.tsx'
import { Window } from '#web/ui/window.tsx'
import { type Profile, useOwnChange } from './api.ts'
import { strings } from './strings.ts'

/** Changing the password, which ends every other session. */
export const PasswordCard = ({ of: person }: { of: Profile['person'] }) => {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Card
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
    </Card>
  )
}

const PasswordForm = ({ email, onDone }: { email: string; onDone(): void }) => {
  const change = useOwnChange('change-password')
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', password: '' },
    validate: {
      current: (text) => (text === '' ? strings.needed : null),
      password: (text) => ([...text].length >= 10 ? null : strings.tooShort),
    },
  })
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        notifications.show({ message: strings.passwordChanged, color: 'teal' })
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
          <Button variant="default" onClick={onDone}>
            {strings.cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {strings.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
