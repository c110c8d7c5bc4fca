import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconPalette, IconPlugConnected } from '#icons'
import { call } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { sayFailure } from '#web/ui/say.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { DesignAccount } from '#web/wire.ts'
import { strings } from './strings.ts'

/** Sends the browser to Canva’s consent page, and back to this one. */
const ConnectButton = ({ isAgain = false }: { isAgain?: boolean }) => {
  const { organization, person } = useSession()
  const begin = useMutation({
    mutationFn: () =>
      call('integration-init-oauth', {
        ...{ provider: 'canva', orgId: organization.id, userId: person.id, returnTo: '/designs' },
      }),
    onSuccess: ({ authorizeUrl }) => window.location.assign(authorizeUrl),
    onError: (error) => sayFailure(error),
  })
  return (
    <Button
      leftSection={<IconPlugConnected size={16} aria-hidden />}
      loading={begin.isPending || begin.isSuccess}
      onClick={() => begin.mutate()}
    >
      {isAgain ? strings.connectAgain : strings.connect}
    </Button>
  )
}

/** Where no account is connected: what it is good for, and the way there. */
export const ConnectCanva = ({ canConnect }: { canConnect: boolean }) => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const text = !isAdmin ? strings.connectAsk : canConnect ? strings.connectText : strings.connectNoClient
  return (
    <Empty icon={<IconPalette size={24} stroke={1.6} />} title={strings.connectTitle} text={text}>
      {isAdmin && canConnect && <ConnectButton />}
    </Empty>
  )
}

/** An account that cannot be used now, and why. */
export const AccountNote = ({ account }: { account: DesignAccount }) => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  if (account.status === 'connected') return null
  return (
    <WarningNote title={strings.accountTrouble}>
      {account.last_error} {strings.accountTroubleText} {isAdmin && <ConnectButton isAgain />}
    </WarningNote>
  )
}
