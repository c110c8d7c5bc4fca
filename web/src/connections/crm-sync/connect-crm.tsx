import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconFlask, IconKey, IconPlugConnected } from '#icons'
import { useSession } from '#web/session.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { sayFailure } from '#web/ui/say.tsx'
import type { AvailableCrm } from '#web/wire.ts'
import { useCrmChange } from './api.ts'
import { connectStrings as strings } from './connect-strings.ts'

export const KeyWindow = laterWindow(() => import('./key-window.tsx').then(({ KeyWindow }) => KeyWindow))

/** Sends the browser to the CRM's consent page; it comes back to `returnTo`, else to the page of the connection. */
export const useConsent = (crm: Pick<AvailableCrm, 'provider'>, returnTo?: string) => {
  const { organization, person } = useSession()
  const begin = useCrmChange('crm-init-oauth')
  return {
    isPending: begin.isPending || begin.isSuccess,
    go: (environment: 'production' | 'sandbox' = 'production'): void =>
      begin.mutate(
        { provider: crm.provider, orgId: organization.id, userId: person.id, environment, ...(returnTo && { returnTo }) },
        { onSuccess: ({ authorizeUrl }) => window.location.assign(authorizeUrl), onError: (error) => sayFailure(error) },
      ),
  }
}

/** The ways to connect a CRM that is not connected. */
export const ConnectCrm = ({ crm }: { crm: AvailableCrm }) => {
  const [isTyping, setTyping] = useState(false)
  const { isPending, go } = useConsent(crm)
  if (!crm.can_consent && !crm.key) return <span className="dim">{strings.noWay}</span>
  return (
    <>
      {crm.can_consent && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          aria-label={strings.connectTo(crm.title)}
          loading={isPending}
          onClick={() => go()}
        >
          {strings.connect}
        </Button>
      )}
      {crm.can_consent && crm.has_test_accounts && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFlask size={16} aria-hidden />}
          aria-label={strings.testAccountOf(crm.title)}
          loading={isPending}
          onClick={() => go('sandbox')}
        >
          {strings.testAccount}
        </Button>
      )}
      {crm.key && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          aria-label={strings.withKeyFor(crm.title)}
          onClick={() => setTyping(true)}
        >
          {strings.withKey}
        </Button>
      )}
      {crm.key && <KeyWindow crm={crm} opened={isTyping} onClose={() => setTyping(false)} />}
    </>
  )
}

/** The consent that ended, once more; a key that ended is replaced. */
export const ReconnectCrm = ({ crm, kind, returnTo }: { crm: AvailableCrm; kind: 'key' | 'oauth'; returnTo?: string }) => {
  const [isTyping, setTyping] = useState(false)
  const { isPending, go } = useConsent(crm, returnTo)
  const isByKey = crm.key !== null && (kind === 'key' || !crm.can_consent)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        aria-label={strings.reconnectTo(crm.title)}
        loading={isPending}
        onClick={() => (isByKey ? setTyping(true) : go())}
      >
        {strings.reconnect}
      </Button>
      {isByKey && <KeyWindow crm={crm} opened={isTyping} onClose={() => setTyping(false)} />}
    </>
  )
}
