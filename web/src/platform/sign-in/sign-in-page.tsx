import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconFingerprint } from '#icons'
import { call } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { askPasskey, PasskeyNote } from '../profile/passkey-dialog.tsx'
import { useEnter } from './entering.ts'
import { looksLikeAddress, something } from './fields.ts'
import { SecondStep } from './second-step.tsx'
import classes from './setup.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { strings } from './strings.ts'

const route = getRouteApi('/sign-in')

/** Signing in: by password, and a code where there is a second factor; or by a passkey. */
export const SignInPage = () => {
  const { next } = route.useSearch()
  const [challenge, setChallenge] = useState<string | null>(null)
  const [isLate, setIsLate] = useState(false)
  if (challenge !== null) {
    return (
      <SecondStep
        challenge={challenge}
        next={next}
        onBack={(late) => {
          setChallenge(null)
          setIsLate(late)
        }}
      />
    )
  }
  return <FirstStep next={next} isLate={isLate} onChallenge={setChallenge} />
}

const FirstStep = ({
  next,
  isLate,
  onChallenge,
}: {
  next: string | undefined
  isLate: boolean
  onChallenge(challenge: string): void
}) => {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: looksLikeAddress, password: something },
  })
  const signIn = useEnter(async (values: typeof form.values) => {
    const answer = await call('sign-in', values)
    if (answer.needs !== 'code') return
    onChallenge(answer.challenge)
    return 'stay'
  }, next)
  const byPasskey = useEnter(async () => {
    const { challenge, options } = await call('start-passkey-sign-in', {})
    return call('passkey-sign-in', { challenge, response: await askPasskey(options) })
  }, next)

  return (
    <SignInFrame title={strings.signInTitle} lead={isLate ? strings.challengeGone : strings.signInLead} aside={<FirstStart />}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <TextInput
          label={strings.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          required
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={strings.password}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': strings.show }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <ErrorNote error={signIn.error} />
        <Button type="submit" size="md" loading={signIn.isPending} fullWidth>
          {strings.signIn}
        </Button>
        <Link to="/forgot-password" className={classes.link}>
          {strings.forgot}
        </Link>
      </form>
      {browserSupportsWebAuthn() && (
        <>
          <div className={classes.or}>{strings.or}</div>
          <Button
            variant="default"
            size="md"
            fullWidth
            leftSection={<IconFingerprint size={18} aria-hidden />}
            loading={byPasskey.isPending}
            onClick={() => byPasskey.mutate(undefined)}
          >
            {strings.signInByPasskey}
          </Button>
          <PasskeyNote error={byPasskey.error} title={strings.passkeyFailed} />
        </>
      )}
    </SignInFrame>
  )
}

const FirstStart = () => (
  <details>
    <summary>{strings.firstStart}</summary>
    {strings.firstStartText}
  </details>
)
