import { Button, Code, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { looksLikeAddress } from './fields.ts'
import classes from './setup.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { strings } from './strings.ts'

/** Asks for a link to a new password. What it answers never says whether the address has an account. */
export const ForgotPasswordPage = () => {
  const [asked, setAsked] = useState<string | null>(null)
  return asked === null ? <AskForm onAsked={setAsked} /> : <Asked email={asked} onAgain={() => setAsked(null)} />
}

const AskForm = ({ onAsked }: { onAsked(email: string): void }) => {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' }, validate: { email: looksLikeAddress } })
  const ask = useMutation({
    mutationFn: async ({ email }: typeof form.values) => {
      await call('ask-password-reset', { email: email.trim() })
      onAsked(email.trim())
    },
  })
  return (
    <SignInFrame title={strings.forgotTitle} lead={strings.forgotLead} aside={<NoMail />}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => ask.mutate(values))} noValidate>
        <TextInput
          label={strings.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          required
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <ErrorNote error={ask.error} />
        <Button type="submit" size="md" loading={ask.isPending} fullWidth>
          {strings.sendLink}
        </Button>
        <Link to="/sign-in" className={classes.link}>
          {strings.backToSignIn}
        </Link>
      </form>
    </SignInFrame>
  )
}

const Asked = ({ email, onAgain }: { email: string; onAgain(): void }) => (
  <SignInFrame title={strings.askedTitle} lead={strings.askedLead(email)} aside={<NoMail />}>
    <div className={classes.form}>
      <Button component={Link} to="/sign-in" size="md" fullWidth>
        {strings.backToSignIn}
      </Button>
      <Button variant="default" size="md" fullWidth onClick={onAgain}>
        {strings.askedAgain}
      </Button>
    </div>
  </SignInFrame>
)

const NoMail = () => (
  <details>
    <summary>{strings.noMail}</summary>
    {strings.noMailText}
    <Code block mt="xs" tabIndex={0} dir="ltr">
      {strings.noMailCommand}
    </Code>
  </details>
)
