import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { strings } from './strings.ts'

/** Asks for the password before something that a borrowed screen must not do. */
export const IdentityForm = ({
  act,
  cancel = strings.cancel,
  danger = false,
  isPending,
  error,
  onPassword,
  onCancel,
  children,
}: {
  /** What the button says. */
  act: string
  cancel?: string
  danger?: boolean
  isPending: boolean
  /** What went wrong, to be shown above the buttons. */
  error: ReactNode
  onPassword(password: string): void
  onCancel(): void
  /** What it is about, and further fields. */
  children?: ReactNode
}) => {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: (text) => (text === '' ? strings.passwordMissing : null) },
  })
  return (
    <form onSubmit={form.onSubmit(({ password }) => onPassword(password))} noValidate>
      <Stack>
        {children}
        <PasswordInput
          label={strings.currentPassword}
          description={strings.confirmIdentity}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': strings.showPassword }}
          required
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {error}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {cancel}
          </Button>
          <Button type="submit" loading={isPending} {...(danger ? { color: 'red' } : {})}>
            {act}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
