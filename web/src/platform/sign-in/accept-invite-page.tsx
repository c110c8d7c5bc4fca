import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { IconAlertTriangle } from '#icons'
import { CallError, call } from '#web/gateway.ts'
import { onDay } from '#web/i18n/format.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import parts from '#web/ui/parts.module.css'
import type { OpenInvitation, Role } from '#web/wire.ts'
import { useEnterByLink } from './entering.ts'
import { longEnough, something } from './fields.ts'
import { Checking, LinkGone, NowSignIn, Unknown } from './link-states.tsx'
import { useInvitation } from './links.ts'
import classes from './setup.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { strings } from './strings.ts'

const roleNames: Record<Role, string> = {
  owner: strings.roleOwner,
  admin: strings.roleAdmin,
  member: strings.roleMember,
}

/** Behind the link of an invitation. Opening it shows; only the button acts. */
export const AcceptInvitePage = () => {
  const link = useInvitation()
  if (link.state === 'checking') return <Checking title={strings.inviteTitle} />
  if (link.state === 'unknown') return <Unknown title={strings.inviteTitle} error={link.error} again={link.again} />
  if (link.state === 'missing') return <LinkGone text={strings.inviteMissing} />
  if (!link.invitation) return <LinkGone text={`${strings.inviteGone} ${strings.inviteGoneJoined}`} />
  return <AcceptForm key={link.token} token={link.token} invitation={link.invitation} />
}

const AcceptForm = ({ token, invitation }: { token: string; invitation: OpenInvitation }) => {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', password: '' },
    validate: { name: something, password: longEnough },
  })
  const accept = useEnterByLink(({ name, password }: typeof form.values) =>
    call('accept-invite', { token, name: name.trim(), password }),
  )
  const field = (name: 'name' | 'password') => {
    const props = form.getInputProps(name)
    return { ...props, error: props.error ?? fieldError(accept.error, name) }
  }
  if (accept.data === 'sign-in') return <NowSignIn />

  return (
    <SignInFrame
      title={strings.joinTitle(invitation.organization)}
      lead={strings.joinLead(invitation.email, roleNames[invitation.role])}
      aside={strings.goodUntil(onDay(invitation.expires_at))}
    >
      <form className={classes.form} onSubmit={form.onSubmit((values) => accept.mutate(values))} noValidate>
        {/* Password managers file the password under this address. */}
        <input type="email" name="email" autoComplete="username" value={invitation.email} readOnly hidden />
        <TextInput
          label={strings.yourName}
          autoComplete="name"
          maxLength={255}
          required
          autoFocus
          key={form.key('name')}
          {...field('name')}
        />
        <PasswordInput
          label={strings.joinPassword}
          description={strings.joinPasswordHint}
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': strings.show }}
          key={form.key('password')}
          {...field('password')}
        />
        {isOtherPassword(accept.error) ? <OtherPassword /> : <ErrorNote error={accept.error} />}
        <Button type="submit" size="md" loading={accept.isPending} fullWidth>
          {strings.join}
        </Button>
      </form>
    </SignInFrame>
  )
}

const isOtherPassword = (error: unknown): boolean => error instanceof CallError && error.code === 'sign_in_failed'

const OtherPassword = () => (
  <div className={parts.error} role="alert">
    <IconAlertTriangle size={18} className={parts.errorMark} aria-hidden />
    <div className={parts.errorText}>
      <div className={parts.errorMessage}>{strings.joinWrong}</div>
      <div>{strings.joinWrongMend}</div>
      <Link to="/forgot-password" className={classes.link}>
        {strings.joinWrongReset}
      </Link>
    </div>
  </div>
)
