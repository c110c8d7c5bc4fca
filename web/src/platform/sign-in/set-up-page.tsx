import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMemo } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { guessCountry, listCountries } from './countries.ts'
import { useEnter } from './entering.ts'
import { longEnough, looksLikeAddress, something } from './fields.ts'
import { Checking, LinkGone, Unknown } from './link-states.tsx'
import { useLink } from './links.ts'
import classes from './setup.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { words } from './strings.ts'

/** The first page anybody sees: the one-time link makes the workspace and its owner. */
export const SetUpPage = () => {
  const link = useLink('set-up')
  if (link.state === 'checking') return <Checking title={words.setUpTitle} />
  if (link.state === 'unknown') return <Unknown title={words.setUpTitle} error={link.error} again={link.again} />
  if (link.state !== 'good') return <LinkGone text={link.state === 'missing' ? words.setUpLinkMissing : words.setUpLinkGone} />
  return <SetUpForm key={link.token} token={link.token} />
}

const SetUpForm = ({ token }: { token: string }) => {
  const countries = useMemo(() => [{ value: '', label: words.noCountry }, ...listCountries()], [])
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { workspace: '', name: '', email: '', password: '', defaultCountry: guessCountry(navigator.languages) },
    validate: { workspace: something, name: something, email: looksLikeAddress, password: longEnough },
  })
  const setUp = useEnter(({ defaultCountry, ...values }: typeof form.values) =>
    call('set-up-workspace', { token, ...values, defaultCountry: defaultCountry === '' ? null : defaultCountry }),
  )
  const field = (name: 'workspace' | 'name' | 'email' | 'password' | 'defaultCountry') => {
    const props = form.getInputProps(name)
    return { ...props, error: props.error ?? fieldError(setUp.error, name) }
  }

  return (
    <SignInFrame title={words.setUpTitle} lead={words.setUpLead}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => setUp.mutate(values))} noValidate>
        <TextInput
          label={words.workspace}
          description={words.workspaceHint}
          autoComplete="organization"
          required
          data-autofocus
          autoFocus
          key={form.key('workspace')}
          {...field('workspace')}
        />
        <TextInput label={words.yourName} autoComplete="name" required key={form.key('name')} {...field('name')} />
        <TextInput
          label={words.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          key={form.key('email')}
          {...field('email')}
        />
        <PasswordInput
          label={words.password}
          description={words.passwordHint}
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': words.show }}
          key={form.key('password')}
          {...field('password')}
        />
        <NativeSelect
          label={words.country}
          description={words.countryHint}
          data={countries}
          key={form.key('defaultCountry')}
          {...field('defaultCountry')}
        />
        <ErrorNote error={setUp.error} />
        <Button type="submit" size="md" loading={setUp.isPending} fullWidth>
          {words.create}
        </Button>
      </form>
    </SignInFrame>
  )
}
