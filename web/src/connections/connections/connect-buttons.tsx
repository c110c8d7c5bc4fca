import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFlask, IconPlugConnected } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { AvailableProvider } from '#web/wire.ts'
import { useConnectionChange } from './api.ts'
import { ClientButton } from './client-button.tsx'
import { ConnectWindow } from './connect-window.tsx'
import { strings } from './strings.ts'
import { useConsent } from './use-consent.ts'

const InstanceWindow = laterWindow(() => import('./instance-window.tsx').then(({ InstanceWindow }) => InstanceWindow))

/** Leads to the provider’s consent page, by way of a question where each account has an address of its own. */
export const ConsentButton = ({
  provider,
  isAgain = false,
  isDeveloper = false,
}: {
  provider: AvailableProvider
  isAgain?: boolean
  isDeveloper?: boolean
}) => {
  const { go, isGoing } = useConsent(provider)
  const [asking, question] = useDisclosure(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        aria-label={isAgain ? strings.reconnectTo(provider.title) : strings.connectTo(provider.title)}
        loading={isGoing}
        onClick={provider.instance ? question.open : () => go(isDeveloper ? { environment: 'sandbox' } : {})}
      >
        {isAgain ? strings.reconnect : strings.connect}
      </Button>
      {provider.instance && (
        <InstanceWindow provider={provider} instance={provider.instance} opened={asking} onClose={question.close} />
      )}
    </>
  )
}

/** Leads to the consent page of the service for developers, whose accounts are apart from the others. */
const DeveloperButton = ({ provider }: { provider: AvailableProvider }) => {
  const { go, isGoing } = useConsent(provider)
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFlask size={16} aria-hidden />}
      aria-label={strings.connectDeveloperTo(provider.title)}
      loading={isGoing}
      onClick={() => go({ environment: 'sandbox' })}
    >
      {strings.connectDeveloper}
    </Button>
  )
}

/** The consent of a service, and for the owner the client that it is asked with; without one that comes first. */
const ConsentButtons = ({ provider }: { provider: AvailableProvider }) => {
  const isOwner = isAtLeast(useSession().role, 'owner')
  const hasClient = provider.client !== null
  return (
    <Group gap="xs">
      {hasClient ? <ConsentButton provider={provider} /> : !isOwner && <span className="dim">{strings.askOwner}</span>}
      {hasClient && provider.has_developer_accounts && <DeveloperButton provider={provider} />}
      <ClientButton provider={provider} isFirst={!hasClient} />
    </Group>
  )
}

/** The ways to connect a service that is not connected, or only simulated. */
export const ConnectButtons = ({ provider, isSimulated = false }: { provider: AvailableProvider; isSimulated?: boolean }) => {
  const [opened, form] = useDisclosure(false)
  const sandbox = useConnectionChange('connect-sandbox')
  const simulate = (): void =>
    sandbox.mutate(
      { provider: provider.provider },
      { onSuccess: () => say(strings.sandboxUsed), onError: (error) => sayFailure(error) },
    )
  if (provider.kind === 'oauth') return <ConsentButtons provider={provider} />
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        aria-label={isSimulated ? strings.connectRealTo(provider.title) : strings.connectTo(provider.title)}
        onClick={form.open}
      >
        {isSimulated ? strings.connectReal : strings.connect}
      </Button>
      {provider.can_sandbox && !isSimulated && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFlask size={16} aria-hidden />}
          aria-label={strings.sandboxFor(provider.title)}
          loading={sandbox.isPending}
          onClick={simulate}
        >
          {strings.useSandbox}
        </Button>
      )}
      <ConnectWindow provider={provider} opened={opened} onClose={form.close} />
    </Group>
  )
}
