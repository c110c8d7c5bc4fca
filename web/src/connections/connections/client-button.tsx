import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import type { ConsentService } from './client-window.tsx'
import { strings } from './strings.ts'

export const ClientWindow = laterWindow(() => import('./client-window.tsx').then(({ ClientWindow }) => ClientWindow))

/** For the owner: the client that consents of a service are asked with. Without one it says that this comes first. */
export const ClientButton = ({ provider, isFirst = false }: { provider: ConsentService; isFirst?: boolean }) => {
  const isOwner = isAtLeast(useSession().role, 'owner')
  const [opened, client] = useDisclosure(false)
  if (!isOwner) return null
  return (
    <>
      {isFirst ? (
        <Button size="xs" variant="default" aria-label={strings.setUpOf(provider.title)} onClick={client.open}>
          {strings.setUp}
        </Button>
      ) : (
        <ActionIcon variant="subtle" color="gray" size={30} aria-label={strings.clientOf(provider.title)} onClick={client.open}>
          <IconKey size={16} aria-hidden />
        </ActionIcon>
      )}
      <ClientWindow provider={provider} opened={opened} onClose={client.close} />
    </>
  )
}
