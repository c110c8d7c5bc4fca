import { ActionIcon, type MenuItemProps, Text } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { IconDots, IconKey, IconPlugConnected, IconPlugConnectedX } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { say } from '#web/ui/say.tsx'
import type { AvailableProvider, Connection } from '#web/wire.ts'
import { useConnectionChange } from './api.ts'
import { ClientWindow } from './client-button.tsx'
import { ConnectWindow } from './connect-window.tsx'
import { strings } from './strings.ts'
import { useConsent } from './use-consent.ts'

const InstanceWindow = laterWindow(() => import('./instance-window.tsx').then(({ InstanceWindow }) => InstanceWindow))

/** What an admin can do to a connection. */
export const ConnectionMenu = ({
  connection,
  provider,
  onDisconnected,
}: {
  connection: Connection
  provider: AvailableProvider | undefined
  onDisconnected?: () => void
}) => {
  const [open, setOpen] = useState<'replace' | 'disconnect' | 'client' | 'instance' | null>(null)
  const isOwner = isAtLeast(useSession().role, 'owner')
  const close = (): void => setOpen(null)
  const canReplace = provider !== undefined && provider.kind === 'key' && connection.mode !== 'sandbox'
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal
        target={
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={strings.actionsOf(connection.title)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            {canReplace && (
              <parts.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => setOpen('replace')}>
                {strings.replace}
              </parts.Item>
            )}
            {provider?.kind === 'oauth' && (
              <AnotherAccount provider={provider} Item={parts.Item} onAsk={() => setOpen('instance')} />
            )}
            {provider?.kind === 'oauth' && isOwner && (
              <parts.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => setOpen('client')}>
                {strings.client}
              </parts.Item>
            )}
            <parts.Item leftSection={<IconPlugConnectedX size={16} aria-hidden />} onClick={() => setOpen('disconnect')}>
              {strings.disconnect}
            </parts.Item>
          </>
        )}
      </Menu>
      {canReplace && <ConnectWindow provider={provider} opened={open === 'replace'} isReplacing onClose={close} />}
      {provider && isOwner && <ClientWindow provider={provider} opened={open === 'client'} onClose={close} />}
      {provider?.instance && (
        <InstanceWindow provider={provider} instance={provider.instance} opened={open === 'instance'} onClose={close} />
      )}
      <Disconnect
        connection={connection}
        opened={open === 'disconnect'}
        onClose={close}
        {...(onDisconnected && { onDisconnected })}
      />
    </>
  )
}

const AnotherAccount = ({
  provider,
  Item,
  onAsk,
}: {
  provider: AvailableProvider
  Item: ComponentType<MenuItemProps & { onClick: () => void }>
  onAsk: () => void
}) => {
  const { go } = useConsent(provider)
  if (provider.client === null) return null
  return (
    <Item leftSection={<IconPlugConnected size={16} aria-hidden />} onClick={provider.instance ? onAsk : () => go()}>
      {strings.connectAnother}
    </Item>
  )
}

const isPaidBy = (provider: string): boolean => provider === 'stripe' || provider === 'razorpay'

const Disconnect = ({
  connection,
  opened,
  onClose,
  onDisconnected,
}: {
  connection: Connection
  opened: boolean
  onClose: () => void
  onDisconnected?: () => void
}) => {
  const { organization } = useSession()
  const disconnect = useConnectionChange('integration-disconnect', ({ open_checkouts: n }) => {
    say(n > 0 ? strings.disconnectedOpen(connection.title, n) : strings.disconnected(connection.title))
    onClose()
    onDisconnected?.()
  })
  return (
    <ConfirmWindow
      opened={opened}
      onClose={onClose}
      title={strings.disconnectTitle(connection.title)}
      text={strings.disconnectText}
      confirm={strings.disconnect}
      cancel={strings.keep}
      isFinal
      isPending={disconnect.isPending}
      error={disconnect.error}
      onConfirm={() => disconnect.mutate({ connectionId: connection.id, orgId: organization.id })}
    >
      {isPaidBy(connection.provider) && <Text size="sm">{strings.disconnectPayments}</Text>}
    </ConfirmWindow>
  )
}
