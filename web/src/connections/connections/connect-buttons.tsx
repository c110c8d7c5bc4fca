import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFlask, IconPlugConnected } from '@tabler/icons-react'
import { useSession } from '#web/session.ts'
import { type Available, say, sayFailure, useConnectionChange } from './api.ts'
import { ConnectWindow } from './connect-window.tsx'
import { strings } from './strings.ts'

/** Sends the browser to the page where somebody consents; it comes back to Settings → Connections. */
export const ConsentButton = ({ provider, isAgain = false }: { provider: Available; isAgain?: boolean }) => {
  const { organization, person } = useSession()
  const begin = useConnectionChange('integration-init-oauth')
  const go = (): void =>
    begin.mutate(
      { provider: provider.provider, orgId: organization.id, userId: person.id },
      { onSuccess: ({ authorizeUrl }) => window.location.assign(authorizeUrl), onError: sayFailure },
    )
  return (
    <Button
      size="xs"
      leftSection={<IconPlugConnected size={16} aria-hidden />}
      aria-label={isAgain ? strings.consentAgainTo(provider.title) : strings.connectTo(provider.title)}
      loading={begin.isPending || begin.isSuccess}
      onClick={go}
    >
      {isAgain ? strings.consentAgain : strings.connect}
    </Button>
  )
}

/** How a service that is not connected, or only played, comes to be. */
export const ConnectButtons = ({ provider, isSimulated = false }: { provider: Available; isSimulated?: boolean }) => {
  const [opened, form] = useDisclosure(false)
  const sandbox = useConnectionChange('connect-sandbox')
  const play = (): void =>
    sandbox.mutate({ provider: provider.provider }, { onSuccess: () => say(strings.sandboxUsed), onError: sayFailure })
  if (provider.kind === 'oauth') return <ConsentButton provider={provider} />
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant={isSimulated ? 'default' : 'filled'}
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
          onClick={play}
        >
          {strings.playIt}
        </Button>
      )}
      <ConnectWindow provider={provider} opened={opened} onClose={form.close} />
    </Group>
  )
}
