import { Button, Fieldset, Group, NumberInput, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import { strings } from './strings.ts'

interface Typed {
  readonly email: string
  readonly user: string
  readonly password: string
  readonly imapHost: string
  readonly imapPort: number
  readonly smtpHost: string
  readonly smtpPort: number
  readonly caldav: string
}

/** How the member came to the fields of the servers: they were proposed, none answered, or the search was skipped. */
type Origin = 'found' | 'not_found' | 'typed'

const nothing: Omit<Typed, 'email'> = {
  ...{ user: '', password: '', imapHost: '', imapPort: 993, smtpHost: '', smtpPort: 465, caldav: '' },
}

const inputOf = ({ email, user, password, imapHost, imapPort, smtpHost, smtpPort, caldav }: Typed) => {
  const login = { user: user.trim() || email.trim(), password }
  return {
    ...{ provider: 'imap' as const, email: email.trim() },
    ...(imapHost.trim() && { imap: { host: imapHost.trim(), port: imapPort, ...login } }),
    ...(smtpHost.trim() && { smtp: { host: smtpHost.trim(), port: smtpPort, ...login } }),
    ...(caldav.trim() && { caldav: { url: caldav.trim(), ...login } }),
  }
}

/**
 * Connects any mail server, in two steps: the address, of which the servers are proposed, and then the servers, in sight before a password
 * goes to them.
 */
export const TypedWindow = ({
  opened,
  email: given = '',
  onClose,
}: {
  readonly opened: boolean
  /** Of a mailbox that is connected again. */
  readonly email?: string
  readonly onClose: () => void
}) => {
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Typed>({ ...nothing, email: given })
  // Null: the address is still to be given.
  const [origin, setOrigin] = useState<Origin | null>(null)
  const set = (change: Partial<Typed>): void => setTyped({ ...typed, ...change })
  const find = useMutation({
    mutationFn: (email: string) => call('find-mail-servers', { email }),
    onSuccess: ({ imap, smtp, caldav }) => {
      set({
        ...(imap && { imapHost: imap.host, imapPort: imap.port }),
        ...(smtp && { smtpHost: smtp.host, smtpPort: smtp.port }),
        ...(caldav !== null && { caldav }),
      })
      setOrigin(imap || smtp || caldav !== null ? 'found' : 'not_found')
    },
  })
  const connect = useMutation({
    mutationFn: (input: ReturnType<typeof inputOf>) => call('connect-mailbox', input),
    onSettled: () => queries.invalidateQueries({ queryKey: ['list-mailboxes'] }),
  })
  const close = (): void => {
    setTyped({ ...nothing, email: given })
    setOrigin(null)
    find.reset()
    connect.reset()
    onClose()
  }
  const submit = (): void => {
    if (origin === null) return find.mutate(typed.email.trim())
    connect.mutate(inputOf(typed), {
      onSuccess: () => {
        say(strings.connected)
        close()
      },
    })
  }
  const isFieldFault = ['email', 'imap', 'smtp', 'caldav'].some((field) => fieldError(connect.error ?? find.error, field))
  return (
    <Window opened={opened} onClose={close} title={strings.typedTitle}>
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          {!isFieldFault && <ErrorNote error={find.error ?? connect.error} title={strings.notConnected} />}
          <TextInput
            label={strings.typedEmail}
            type="email"
            required
            withAsterisk={false}
            spellCheck={false}
            dir="ltr"
            maxLength={320}
            value={typed.email}
            readOnly={origin !== null}
            error={fieldError(connect.error ?? find.error, 'email')}
            onChange={({ currentTarget }) => set({ email: currentTarget.value })}
            data-autofocus
          />
          {origin !== null ? (
            <Servers typed={typed} origin={origin} error={connect.error} set={set} />
          ) : (
            <Group justify="space-between">
              <Text size="sm">{strings.typedText}</Text>
              <Button variant="subtle" size="xs" onClick={() => setOrigin('typed')}>
                {strings.typeServers}
              </Button>
            </Group>
          )}
          <Group justify="flex-end">
            <FormButtons
              submit={origin !== null ? strings.typedConnect : strings.findServers}
              isPending={find.isPending || connect.isPending}
              onCancel={close}
            />
          </Group>
        </Stack>
      </form>
    </Window>
  )
}

const Servers = ({
  typed,
  origin,
  error,
  set,
}: {
  readonly typed: Typed
  readonly origin: Origin
  readonly error: Error | null
  readonly set: (change: Partial<Typed>) => void
}) => (
  <>
    <Text size="sm">{strings.serversText[origin]}</Text>
    <Place
      {...{ label: strings.reading, host: typed.imapHost, port: typed.imapPort, error: fieldError(error, 'imap') }}
      onChange={(host, port) => set({ imapHost: host, imapPort: port })}
    />
    <Place
      {...{ label: strings.sending, host: typed.smtpHost, port: typed.smtpPort, error: fieldError(error, 'smtp') }}
      onChange={(host, port) => set({ smtpHost: host, smtpPort: port })}
    />
    <TextInput
      label={strings.calendarServer}
      description={strings.calendarServerText}
      spellCheck={false}
      dir="ltr"
      maxLength={500}
      value={typed.caldav}
      error={fieldError(error, 'caldav')}
      onChange={({ currentTarget }) => set({ caldav: currentTarget.value })}
    />
    <TextInput
      label={strings.user}
      description={strings.userText}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      maxLength={320}
      value={typed.user}
      onChange={({ currentTarget }) => set({ user: currentTarget.value })}
    />
    <PasswordInput
      label={strings.password}
      description={strings.passwordText}
      required
      withAsterisk={false}
      autoComplete="off"
      dir="ltr"
      maxLength={1_000}
      value={typed.password}
      onChange={({ currentTarget }) => set({ password: currentTarget.value })}
    />
  </>
)

/** A server and its port, side by side. */
const Place = ({
  label,
  host,
  port,
  error,
  onChange,
}: {
  readonly label: string
  readonly host: string
  readonly port: number
  readonly error: string | undefined
  readonly onChange: (host: string, port: number) => void
}) => (
  <Fieldset legend={label}>
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        label={strings.host}
        style={{ flex: 1 }}
        spellCheck={false}
        dir="ltr"
        maxLength={253}
        value={host}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value, port)}
      />
      <NumberInput
        label={strings.port}
        w={90}
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
        value={port}
        onChange={(value) => onChange(host, Number(value) || 0)}
      />
    </Group>
  </Fieldset>
)
