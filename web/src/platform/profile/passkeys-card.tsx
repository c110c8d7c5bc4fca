import { ActionIcon, Button, Text, TextInput, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { IconFingerprint, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/gateway.ts'
import { onDay } from '#web/i18n/format.ts'
import { Window } from '#web/settings/window.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { agentInWords } from './agent.ts'
import { type Passkey, type Profile, useOwnChange } from './api.ts'
import { IdentityForm } from './identity-form.tsx'
import { makePasskey, PasskeyNote } from './passkey-dialog.tsx'
import classes from './profile.module.css'
import { words } from './strings.ts'

/** Signing in without a password: what is kept where, and more of it. */
export const PasskeysCard = ({ of: person }: { of: Profile['person'] }) => {
  const [adding, adding_] = useDisclosure(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const supported = browserSupportsWebAuthn()
  return (
    <Card title={words.passkeys}>
      <Text size="sm">{words.passkeysText}</Text>
      {person.passkeys.length > 0 && (
        <ul className={classes.list} aria-label={words.passkeys}>
          {person.passkeys.map((passkey) => (
            <li key={passkey.id} className={classes.row}>
              <span className={classes.mark} aria-hidden>
                <IconFingerprint size={20} stroke={1.6} />
              </span>
              <div className={classes.what}>
                <div className={classes.name}>{passkey.name}</div>
                <div className={classes.quiet}>
                  {words.addedOn(onDay(passkey.created_at))} ·{' '}
                  {passkey.last_used_at ? (
                    <>
                      {words.lastUsed} <RelativeTime at={passkey.last_used_at} />
                    </>
                  ) : (
                    words.neverUsed
                  )}
                </div>
              </div>
              <Tooltip label={words.remove}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={words.removePasskey(passkey.name)}
                  onClick={() => setRemoving(passkey)}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </li>
          ))}
        </ul>
      )}
      {supported ? (
        <Button
          mt="sm"
          variant={person.passkeys.length === 0 ? 'filled' : 'default'}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={adding_.open}
          disabled={!person.has_password}
        >
          {words.addPasskey}
        </Button>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          {words.passkeysUnsupported}
        </Text>
      )}
      <Window opened={adding} onClose={adding_.close} title={words.addPasskeyTitle}>
        <AddForm onDone={adding_.close} />
      </Window>
      <RemovePasskey of={removing} onClose={() => setRemoving(null)} />
    </Card>
  )
}

const AddForm = ({ onDone }: { onDone(): void }) => {
  const queries = useQueryClient()
  const [name, setName] = useState(() => agentInWords(navigator.userAgent))
  const add = useMutation({
    mutationFn: async (password: string) => {
      const { challenge, options } = await call('start-passkey', { password })
      return call('add-passkey', { challenge, response: await makePasskey(options), name: name.trim() || words.passkeys })
    },
    onSuccess: async ({ passkey }) => {
      notifications.show({ message: words.passkeyAdded(passkey.name), color: 'teal' })
      await queries.invalidateQueries({ queryKey: ['show-profile'] })
      onDone()
    },
  })
  return (
    <IdentityForm
      act={words.next}
      isPending={add.isPending}
      error={<PasskeyNote error={add.error} title={words.passkeyFailed} />}
      onCancel={onDone}
      onPassword={(password) => add.mutate(password)}
    >
      <Text size="sm">{words.addPasskeyText}</Text>
      <TextInput
        label={words.passkeyName}
        description={words.passkeyNameHint}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </IdentityForm>
  )
}

const RemovePasskey = ({ of, onClose }: { of: Passkey | null; onClose(): void }) => {
  const [last, setLast] = useState(of)
  if (of && of !== last) setLast(of)
  const name = (of ?? last)?.name ?? ''
  return (
    <Window opened={of !== null} onClose={onClose} title={words.removePasskeyTitle(name)}>
      {last && <RemoveForm key={last.id} of={last} onDone={onClose} />}
    </Window>
  )
}

const RemoveForm = ({ of: passkey, onDone }: { of: Passkey; onDone(): void }) => {
  const remove = useOwnChange('remove-passkey')
  return (
    <IdentityForm
      act={words.remove}
      cancel={words.keep}
      danger
      isPending={remove.isPending}
      error={<ErrorNote error={remove.error} />}
      onCancel={onDone}
      onPassword={(password) =>
        remove.mutate(
          { passkeyId: passkey.id, password },
          {
            onSuccess: () => {
              notifications.show({ message: words.passkeyRemoved(passkey.name), color: 'teal' })
              onDone()
            },
          },
        )
      }
    >
      <Text size="sm">{words.removePasskeyText}</Text>
    </IdentityForm>
  )
}
