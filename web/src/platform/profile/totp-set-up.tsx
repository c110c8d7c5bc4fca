import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Output } from '#web/wire.ts'
import { useOwnChange } from './api.ts'
import { IdentityForm } from './identity-form.tsx'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { strings } from './strings.ts'

type Started = Output<'start-totp'>

/** The second factor in three steps: the password, the app, and the recovery codes, which are seen this once. */
export const TotpSetUp = ({ email, opened, onClose }: { email: string; opened: boolean; onClose(): void }) => {
  const [started, setStarted] = useState<Started | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = (): void => {
    onClose()
    setStarted(null)
    setCodes(null)
  }
  return (
    <Window opened={opened} onClose={close} title={codes ? strings.codesTitle : strings.setUpTitle} held={codes !== null}>
      {codes ? (
        <RecoveryCodes codes={codes} email={email} onDone={close} />
      ) : started ? (
        <ScanForm started={started} onCodes={setCodes} onCancel={close} />
      ) : (
        <StartForm onStarted={setStarted} onCancel={close} />
      )}
    </Window>
  )
}

const StartForm = ({ onStarted, onCancel }: { onStarted(started: Started): void; onCancel(): void }) => {
  const start = useOwnChange('start-totp')
  return (
    <IdentityForm
      act={strings.next}
      isPending={start.isPending}
      error={<ErrorNote error={start.error} />}
      onCancel={onCancel}
      onPassword={(password) => start.mutate({ password }, { onSuccess: onStarted })}
    >
      <Text size="sm">{strings.secondFactorText}</Text>
    </IdentityForm>
  )
}

const ScanForm = ({
  started,
  onCodes,
  onCancel,
}: {
  started: Started
  onCodes(codes: readonly string[]): void
  onCancel(): void
}) => {
  const confirm = useOwnChange('confirm-totp')
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: (text) => (text.trim() === '' ? strings.codeMissing : null) },
  })
  const submit = form.onSubmit(({ code }) =>
    confirm.mutate({ code: code.replaceAll(' ', '') }, { onSuccess: (answer) => onCodes(answer.recovery_codes) }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{strings.scan}</Text>
        <QrCode svg={started.qr} label={strings.qr} />
        <Text size="sm">{strings.typeSecret}</Text>
        <CodeBlock text={inFours(started.secret)} copyText={started.secret} label={strings.secret} />
        <TextInput
          label={strings.code}
          description={strings.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          data-autofocus
          autoFocus
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <ErrorNote error={confirm.error} />
        <Group justify="flex-end">
          <FormButtons submit={strings.turnOn} isPending={confirm.isPending} onCancel={onCancel} />
        </Group>
      </Stack>
    </form>
  )
}

/** As it is typed without losing one's place. */
const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
