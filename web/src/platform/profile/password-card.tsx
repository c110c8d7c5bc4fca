import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Window } from '#web/settings/window.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { type Profile, useOwnChange } from './api.ts'
import { words } from './strings.ts'

/** Changing the password, which ends every other session. */
export const PasswordCard = ({ of: person }: { of: Profile['person'] }) => {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <Card
      title={words.password}
      actions={
        <Button variant="default" size="xs" onClick={open} disabled={!person.has_password}>
          {words.changePassword}
        </Button>
      }
    >
      <Text size="sm">{person.has_password ? words.passwordSet : words.passwordNone}</Text>
      <Window opened={opened} onClose={close} title={words.changePasswordTitle}>
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
      current: (text) => (text === '' ? words.needed : null),
      password: (text) => ([...text].length >= 10 ? null : words.tooShort),
    },
  })
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        notifications.show({ message: words.passwordChanged, color: 'teal' })
        onDone()
      },
    }),
  )
  const field = (name: 'current' | 'password') => {
    const props = form.getInputProps(name)
    return {
      visibilityToggleButtonProps: { 'aria-label': words.showPassword },
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
          label={words.currentPassword}
          autoComplete="current-password"
          data-autofocus
          key={form.key('current')}
          {...field('current')}
        />
        <PasswordInput
          label={words.newPassword}
          description={words.newPasswordHint}
          autoComplete="new-password"
          key={form.key('password')}
          {...field('password')}
        />
        <Text size="sm" c="dimmed">
          {words.otherSessionsEnd}
        </Text>
        <ErrorNote error={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
