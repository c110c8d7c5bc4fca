import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { useEnterByLink } from './entering.ts'
import { longEnough } from './fields.ts'
import { Checking, LinkGone, NowSignIn, Unknown } from './link-states.tsx'
import { useLink } from './links.ts'
import classes from './setup.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { strings } from './strings.ts'

/** Behind a link that an owner or the command line made: a first password, or a new one. */
export const SetPasswordPage = () => {
  const link = useLink('set-password', 'reset-password')
  if (link.state === 'checking') return <Checking title={strings.setPasswordTitle} />
  if (link.state === 'unknown') return <Unknown title={strings.setPasswordTitle} error={link.error} again={link.again} />
  if (link.state !== 'good') {
    return (
      <LinkGone text={link.state === 'missing' ? strings.passwordLinkMissing : strings.passwordLinkGone}>
        <Button component={Link} to="/forgot-password" fullWidth>
          {strings.askNewLink}
        </Button>
      </LinkGone>
    )
  }
  return <SetPasswordForm key={link.token} token={link.token} email={link.email ?? ''} hasAccount={link.hasAccount} />
}

const SetPasswordForm = ({ token, email, hasAccount }: { token: string; email: string; hasAccount: boolean }) => {
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' }, validate: { password: longEnough } })
  const setPassword = useEnterByLink(({ password }: typeof form.values) => call('set-password', { token, password }))
  const { error, ...password } = form.getInputProps('password')
  if (setPassword.data === 'sign-in') return <NowSignIn />

  return (
    <SignInFrame
      title={hasAccount ? strings.joinByAccountTitle : strings.setPasswordTitle}
      lead={hasAccount ? strings.joinByAccountLead(email) : strings.setPasswordLead(email)}
    >
      <form className={classes.form} onSubmit={form.onSubmit((values) => setPassword.mutate(values))} noValidate>
        {/* Password managers file the new password under this address. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={hasAccount ? strings.joinPassword : strings.newPassword}
          description={hasAccount ? strings.joinByAccountHint : strings.passwordHint}
          autoComplete={hasAccount ? 'current-password' : 'new-password'}
          required
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': strings.show }}
          key={form.key('password')}
          {...password}
          error={error ?? fieldError(setPassword.error, 'password')}
        />
        <ErrorNote error={setPassword.error} />
        <Button type="submit" size="md" loading={setPassword.isPending} fullWidth>
          {hasAccount ? strings.join : strings.save}
        </Button>
      </form>
    </SignInFrame>
  )
}
