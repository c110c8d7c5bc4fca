import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFlask, IconPlugConnected } from '#icons'
import { useSession } from '#web/session.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { AvailableProvider } from '#web/wire.ts'
import { useConnectionChange } from './api.ts'
import { ConnectWindow } from './connect-window.tsx'
import { strings } from './strings.ts'

/** Sends the browser to the provider’s consent page; it comes back to Settings → Connections. */
export const ConsentButton = ({ provider, isAgain = false }: { provider: AvailableProvider; isAgain?: boolean }) => {
  const { organization, person } = useSession()
  const begin = useConnectionChange('integration-init-oauth')
  const go = (): void =>
    begin.mutate(
      { provider: provider.provider, orgId: organization.id, userId: person.id },
      { onSuccess: ({ authorizeUrl }) => window.location.assign(authorizeUrl), onError: (error) => sayFailure(error) },
    )
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlugConnected size={16} aria-hidden />}
      aria-label={isAgain ? strings.reconnectTo(provider.title) : strings.connectTo(provider.title)}
      loading={begin.isPending || begin.isSuccess}
      onClick={go}
    >
      {isAgain ? strings.reconnect : strings.connect}
    </Button>
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
  if (provider.kind === 'oauth') return <ConsentButton provider={provider} />
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
