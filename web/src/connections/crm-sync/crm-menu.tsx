import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconDots, IconHeartbeat, IconKey, IconPlugConnected, IconPlugConnectedX, IconRefresh } from '#icons'
import { useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { say } from '#web/ui/say.tsx'
import type { AvailableCrm, CrmConnection } from '#web/wire.ts'
import { useCrmChange } from './api.ts'
import { KeyWindow, useConsent } from './connect-crm.tsx'
import { connectStrings } from './connect-strings.ts'
import { strings } from './strings.ts'

/** What an admin can do to a CRM's connection. */
export const CrmMenu = ({
  connection,
  crm,
  onReadAll,
}: {
  connection: CrmConnection
  crm: AvailableCrm
  /** Where a sync can be started. */
  onReadAll?: (() => void) | undefined
}) => {
  const [open, setOpen] = useState<'key' | 'disconnect' | null>(null)
  const consent = useConsent(crm)
  const close = (): void => setOpen(null)
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal
        target={
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={strings.actionsOf(crm.title)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            {onReadAll && (
              <parts.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={onReadAll}>
                {strings.readAll}
              </parts.Item>
            )}
            <parts.Item
              leftSection={<IconHeartbeat size={16} aria-hidden />}
              component={Link}
              {...({ to: '/settings/connections/$connectionId', params: { connectionId: connection.id } } as object)}
            >
              {strings.apiCalls}
            </parts.Item>
            {crm.can_consent && (
              <parts.Item leftSection={<IconPlugConnected size={16} aria-hidden />} onClick={() => consent.go()}>
                {connectStrings.another}
              </parts.Item>
            )}
            {crm.key && (
              <parts.Item leftSection={<IconKey size={16} aria-hidden />} onClick={() => setOpen('key')}>
                {connection.kind === 'key' ? connectStrings.replaceKey : connectStrings.withKey}
              </parts.Item>
            )}
            <parts.Item leftSection={<IconPlugConnectedX size={16} aria-hidden />} onClick={() => setOpen('disconnect')}>
              {strings.disconnect}
            </parts.Item>
          </>
        )}
      </Menu>
      {crm.key && <KeyWindow crm={crm} opened={open === 'key'} onClose={close} />}
      <Disconnect connection={connection} title={crm.title} opened={open === 'disconnect'} onClose={close} />
    </>
  )
}

const Disconnect = ({
  connection,
  title,
  opened,
  onClose,
}: {
  connection: CrmConnection
  title: string
  opened: boolean
  onClose: () => void
}) => {
  const { organization } = useSession()
  const disconnect = useCrmChange('crm-disconnect', () => {
    say(strings.disconnected(title))
    onClose()
  })
  return (
    <ConfirmWindow
      opened={opened}
      onClose={onClose}
      title={strings.disconnectTitle(title)}
      about={connection.account}
      text={strings.disconnectText}
      confirm={strings.disconnect}
      cancel={strings.keep}
      isFinal
      isPending={disconnect.isPending}
      error={disconnect.error}
      onConfirm={() => disconnect.mutate({ connectionId: connection.id, orgId: organization.id })}
    />
  )
}
