import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { CallError, call } from '#web/gateway.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { useEnter } from './entering.ts'
import { something } from './fields.ts'
import classes from './setup.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { strings } from './strings.ts'

/** The password was right; now the authenticator's code, or a recovery code. */
export const SecondStep = ({
  challenge,
  next,
  onBack,
}: {
  challenge: string
  next: string | undefined
  /** `late`: the first step no longer counts. */
  onBack(late: boolean): void
}) => {
  const [by, setBy] = useState<'app' | 'recovery'>('app')
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' }, validate: { code: something } })
  const confirm = useEnter(async ({ code }: typeof form.values) => {
    try {
      return await call('confirm-sign-in', { challenge, code: code.trim() })
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'challenge_invalid')) throw error
      onBack(true)
      return 'stay'
    }
  }, next)
  const swap = (): void => {
    setBy(by === 'app' ? 'recovery' : 'app')
    form.reset()
    confirm.reset()
  }

  return (
    <SignInFrame title={strings.codeTitle} lead={by === 'app' ? strings.codeLead : strings.recoveryLead}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => confirm.mutate(values))} noValidate>
        <TextInput
          label={by === 'app' ? strings.code : strings.recoveryCode}
          {...(by === 'app'
            ? { description: strings.codeHint, inputMode: 'numeric', autoComplete: 'one-time-code' }
            : { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false })}
          classNames={{ input: classes.code ?? '' }}
          size="md"
          maxLength={40}
          required
          autoFocus
          key={`${form.key('code')} ${by}`}
          {...form.getInputProps('code')}
        />
        <ErrorNote error={confirm.error} />
        <Button type="submit" size="md" loading={confirm.isPending} fullWidth>
          {strings.confirm}
        </Button>
        <div className={classes.choices}>
          <button type="button" className={classes.link} onClick={swap}>
            {by === 'app' ? strings.useRecovery : strings.useCode}
          </button>
          <button type="button" className={classes.link} onClick={() => onBack(false)}>
            {strings.startAgain}
          </button>
        </div>
      </form>
    </SignInFrame>
  )
}
