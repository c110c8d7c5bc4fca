import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMemo } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { browserZone, zoneChoices } from '#web/ui/zones.ts'
import { guessCountry, listCountries } from './countries.ts'
import { useEnter } from './entering.ts'
import { longEnough, looksLikeAddress, something } from './fields.ts'
import { Checking, LinkGone, Unknown } from './link-states.tsx'
import { useLink } from './links.ts'
import classes from './setup.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { strings } from './strings.ts'

/** The first page of an installation: the one-time link creates the workspace and its owner. */
export const SetUpPage = () => {
  const link = useLink('set-up')
  if (link.state === 'checking') return <Checking title={strings.setUpTitle} />
  if (link.state === 'unknown') return <Unknown title={strings.setUpTitle} error={link.error} again={link.again} />
  if (link.state !== 'good')
    return <LinkGone text={link.state === 'missing' ? strings.setUpLinkMissing : strings.setUpLinkGone} />
  return <SetUpForm key={link.token} token={link.token} />
}

const SetUpForm = ({ token }: { token: string }) => {
  const countries = useMemo(() => [{ value: '', label: strings.noCountry }, ...listCountries()], [])
  const here = useMemo(browserZone, [])
  const zones = useMemo(() => zoneChoices(here), [here])
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      ...{ workspace: '', name: '', email: '', password: '' },
      ...{ defaultCountry: guessCountry(navigator.languages), timezone: here },
    },
    validate: { workspace: something, name: something, email: looksLikeAddress, password: longEnough },
  })
  const setUp = useEnter(({ defaultCountry, ...values }: typeof form.values) =>
    call('set-up-workspace', { token, ...values, defaultCountry: defaultCountry === '' ? null : defaultCountry }),
  )
  const field = (name: 'workspace' | 'name' | 'email' | 'password' | 'defaultCountry' | 'timezone') => {
    const props = form.getInputProps(name)
    return { ...props, error: props.error ?? fieldError(setUp.error, name) }
  }

  return (
    <SignInFrame title={strings.setUpTitle} lead={strings.setUpLead}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => setUp.mutate(values))} noValidate>
        <TextInput
          label={strings.workspace}
          description={strings.workspaceHint}
          autoComplete="organization"
          required
          data-autofocus
          autoFocus
          key={form.key('workspace')}
          {...field('workspace')}
        />
        <TextInput label={strings.yourName} autoComplete="name" required key={form.key('name')} {...field('name')} />
        <TextInput
          label={strings.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          key={form.key('email')}
          {...field('email')}
        />
        <PasswordInput
          label={strings.password}
          description={strings.passwordHint}
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': strings.show }}
          key={form.key('password')}
          {...field('password')}
        />
        <NativeSelect
          label={strings.country}
          description={strings.countryHint}
          data={countries}
          key={form.key('defaultCountry')}
          {...field('defaultCountry')}
        />
        <NativeSelect
          label={strings.zone}
          description={strings.zoneHint}
          data={zones}
          key={form.key('timezone')}
          {...field('timezone')}
        />
        <ErrorNote error={setUp.error} />
        <Button type="submit" size="md" loading={setUp.isPending} fullWidth>
          {strings.create}
        </Button>
      </form>
    </SignInFrame>
  )
}
