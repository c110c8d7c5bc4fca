import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import { type Profile, useOwnChange } from './api.ts'
import { IdentityForm } from './identity-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { strings } from './strings.ts'
import { TotpSetUp } from './totp-set-up.tsx'

/** So few recovery codes are a reason to make new ones. */
const fewCodes = 3

/** Codes from an authenticator app, and the recovery codes beside them. */
export const SecondFactorPart = ({ of: person }: { of: Profile['person'] }) => {
  const [opened, setOpened] = useState<'set-up' | 'turn-off' | 'renew' | null>(null)
  const close = (): void => setOpened(null)
  const left = person.recovery_codes_left
  return (
    <Part
      title={strings.secondFactor}
      actions={<Pill tone={person.totp ? 'good' : undefined}>{person.totp ? strings.on : strings.off}</Pill>}
    >
      <Text size="sm">{person.totp ? strings.codesLeft(left) : strings.secondFactorText}</Text>
      <Group mt="sm" gap="xs">
        {!person.totp && (
          <Button variant="default" onClick={() => setOpened('set-up')} disabled={!person.has_password}>
            {strings.setUp}
          </Button>
        )}
        {person.totp && (
          <>
            <Button variant={left < fewCodes ? 'filled' : 'default'} onClick={() => setOpened('renew')}>
              {strings.renewCodes}
            </Button>
            <Button variant="default" onClick={() => setOpened('turn-off')}>
              {strings.turnOff}
            </Button>
          </>
        )}
      </Group>
      <TotpSetUp email={person.email} opened={opened === 'set-up'} onClose={close} />
      <Window opened={opened === 'turn-off'} onClose={close} title={strings.turnOffTitle}>
        <TurnOff onDone={close} />
      </Window>
      <RenewCodes email={person.email} opened={opened === 'renew'} onClose={close} />
    </Part>
  )
}

const TurnOff = ({ onDone }: { onDone(): void }) => {
  const remove = useOwnChange('remove-totp')
  return (
    <IdentityForm
      act={strings.turnOff}
      cancel={strings.keepOn}
      danger
      isPending={remove.isPending}
      error={<ErrorNote error={remove.error} />}
      onCancel={onDone}
      onPassword={(password) =>
        remove.mutate(
          { password },
          {
            onSuccess: () => {
              say(strings.turnedOff)
              onDone()
            },
          },
        )
      }
    >
      <Text size="sm">{strings.turnOffText}</Text>
    </IdentityForm>
  )
}

const RenewCodes = ({ email, opened, onClose }: { email: string; opened: boolean; onClose(): void }) => {
  const renew = useOwnChange('renew-recovery-codes')
  const codes = renew.data?.recovery_codes
  const close = (): void => {
    onClose()
    renew.reset()
  }
  return (
    <Window opened={opened} onClose={close} title={codes ? strings.codesTitle : strings.renewTitle} held={codes !== undefined}>
      {codes ? (
        <RecoveryCodes codes={codes} email={email} onDone={close} />
      ) : (
        <IdentityForm
          act={strings.createCodes}
          isPending={renew.isPending}
          error={<ErrorNote error={renew.error} />}
          onCancel={close}
          onPassword={(password) => renew.mutate({ password })}
        >
          <Text size="sm">{strings.renewText}</Text>
        </IdentityForm>
      )}
    </Window>
  )
}
