import { Button, Code, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../gateway.ts'
import { ErrorNote } from '../parts/error-note.tsx'
import { Door } from './door.tsx'
import { useEnter } from './entering.ts'
import { looksLikeAddress, something } from './fields.ts'
import { words } from './messages.ts'
import classes from './setup.module.css'

const route = getRouteApi('/sign-in')

/** Signing in, and what to do for those who cannot. */
export const SignInPage = () => {
  const { next } = route.useSearch()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: looksLikeAddress, password: something },
  })
  const signIn = useEnter((values: typeof form.values) => call('sign-in', values), next)

  return (
    <Door title={words.signInTitle} lead={words.signInLead} aside={<NoWayIn />}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <TextInput
          label={words.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <ErrorNote error={signIn.error} />
        <Button type="submit" size="md" loading={signIn.isPending} fullWidth>
          {words.signIn}
        </Button>
      </form>
    </Door>
  )
}

const NoWayIn = () => (
  <>
    <details>
      <summary>{words.forgot}</summary>
      {words.forgotText}
      <Code block mt="xs" tabIndex={0}>
        {words.forgotCommand}
      </Code>
    </details>
    <details>
      <summary>{words.firstStart}</summary>
      {words.firstStartText}
    </details>
  </>
)
