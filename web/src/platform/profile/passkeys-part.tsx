import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IconFingerprint, IconPlus, IconTrash } from '#icons'
import { call } from '#web/gateway.ts'
import { onDay } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { Window } from '#web/ui/window.tsx'
import type { Passkey } from '#web/wire.ts'
import { agentInWords } from './agent.ts'
import { type Profile, useOwnChange } from './api.ts'
import { IdentityForm } from './identity-form.tsx'
import { makePasskey, PasskeyNote } from './passkey-dialog.tsx'
import { strings } from './strings.ts'

/** Signing in without a password: the passkeys, and how to add one. */
export const PasskeysPart = ({ of: person }: { of: Profile['person'] }) => {
  const [adding, adding_] = useDisclosure(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const supported = browserSupportsWebAuthn()
  return (
    <Part title={strings.passkeys}>
      <Text size="sm">{strings.passkeysText}</Text>
      {person.passkeys.length > 0 && (
        <List label={strings.passkeys} isInset>
          {person.passkeys.map((passkey) => (
            <ListRow
              key={passkey.id}
              mark={<IconFingerprint size={20} stroke={1.6} />}
              title={passkey.name}
              actions={
                <Tooltip label={strings.remove}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={strings.removePasskey(passkey.name)}
                    onClick={() => setRemoving(passkey)}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              }
            >
              {strings.addedOn(onDay(passkey.created_at))} ·{' '}
              {passkey.last_used_at ? (
                <>
                  {strings.lastUsed} <RelativeTime at={passkey.last_used_at} />
                </>
              ) : (
                strings.neverUsed
              )}
            </ListRow>
          ))}
        </List>
      )}
      {supported ? (
        <Button
          mt="sm"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={adding_.open}
          disabled={!person.has_password}
        >
          {strings.addPasskey}
        </Button>
      ) : (
        <Text size="sm" c="dimmed" mt="xs">
          {strings.passkeysUnsupported}
        </Text>
      )}
      <Window opened={adding} onClose={adding_.close} title={strings.addPasskeyTitle}>
        <AddForm onDone={adding_.close} />
      </Window>
      <RemovePasskey of={removing} onClose={() => setRemoving(null)} />
    </Part>
  )
}

const AddForm = ({ onDone }: { onDone(): void }) => {
  const queries = useQueryClient()
  const [name, setName] = useState(() => agentInWords(navigator.userAgent))
  const add = useMutation({
    mutationFn: async (password: string) => {
      const { challenge, options } = await call('start-passkey', { password })
      return call('add-passkey', { challenge, response: await makePasskey(options), name: name.trim() || strings.passkeys })
    },
    onSuccess: async ({ passkey }) => {
      say(strings.passkeyAdded(passkey.name))
      await queries.invalidateQueries({ queryKey: ['show-profile'] })
      onDone()
    },
  })
  return (
    <IdentityForm
      act={strings.next}
      isPending={add.isPending}
      error={<PasskeyNote error={add.error} title={strings.passkeyFailed} />}
      onCancel={onDone}
      onPassword={(password) => add.mutate(password)}
    >
      <Text size="sm">{strings.addPasskeyText}</Text>
      <TextInput
        label={strings.passkeyName}
        description={strings.passkeyNameHint}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </IdentityForm>
  )
}

const RemovePasskey = ({ of, onClose }: { of: Passkey | null; onClose(): void }) => {
  const passkey = useLast(of)
  return (
    <Window opened={of !== null} onClose={onClose} title={strings.removePasskeyTitle(passkey?.name ?? '')}>
      {passkey && <RemoveForm key={passkey.id} of={passkey} onDone={onClose} />}
    </Window>
  )
}

const RemoveForm = ({ of: passkey, onDone }: { of: Passkey; onDone(): void }) => {
  const remove = useOwnChange('remove-passkey')
  return (
    <IdentityForm
      act={strings.remove}
      cancel={strings.keep}
      danger
      isPending={remove.isPending}
      error={<ErrorNote error={remove.error} />}
      onCancel={onDone}
      onPassword={(password) =>
        remove.mutate(
          { passkeyId: passkey.id, password },
          {
            onSuccess: () => {
              say(strings.passkeyRemoved(passkey.name))
              onDone()
            },
          },
        )
      }
    >
      <Text size="sm">{strings.removePasskeyText}</Text>
    </IdentityForm>
  )
}
