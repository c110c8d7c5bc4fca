import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBan, IconDots, IconPencil, IconRefresh } from '#icons'
import { laterWindow } from '#web/ui/later-window.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { ApiKey } from '#web/wire.ts'
import { RevokeKey } from './revoke-key.tsx'
import { strings } from './strings.ts'

const EditKey = laterWindow(() => import('./edit-key.tsx').then(({ EditKey }) => EditKey))

/** What can be done to a key that still works. Rolling is the page's: its window must outlive the card of the old key. */
export const KeyMenu = ({ of: key, onRoll }: { of: ApiKey; onRoll(key: ApiKey): void }) => {
  const [editing, editing_] = useDisclosure(false)
  const [revoking, revoking_] = useDisclosure(false)
  if (key.state === 'revoked' || key.state === 'expired') return null
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal
        target={
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={strings.actionsOf(key.name)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            <parts.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={editing_.open}>
              {strings.edit}
            </parts.Item>
            {key.state === 'active' && (
              <parts.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => onRoll(key)}>
                {strings.roll}
              </parts.Item>
            )}
            <parts.Divider />
            <parts.Item leftSection={<IconBan size={16} aria-hidden />} onClick={revoking_.open}>
              {strings.revoke}
            </parts.Item>
          </>
        )}
      </Menu>
      <EditKey of={key} opened={editing} onClose={editing_.close} />
      <RevokeKey of={key} opened={revoking} onClose={revoking_.close} />
    </>
  )
}
