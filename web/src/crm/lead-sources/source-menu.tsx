import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBan, IconDots, IconPencil, IconPlayerPlay } from '#icons'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { LeadSource } from '#web/wire.ts'
import { useUpdateSource } from './api.ts'
import { strings } from './strings.ts'

const RenameSource = laterWindow(() => import('./rename-source.tsx').then(({ RenameSource }) => RenameSource))

/** What can be done to any source. */
export const SourceMenu = ({ of: source }: { of: LeadSource }) => {
  const [renaming, renaming_] = useDisclosure(false)
  const [ending, ending_] = useDisclosure(false)
  const update = useUpdateSource()
  const isOff = source.state === 'off'
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal
        target={
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={strings.actionsOf(source.name)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            <parts.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={renaming_.open}>
              {strings.rename}
            </parts.Item>
            {isOff ? (
              <parts.Item
                leftSection={<IconPlayerPlay size={16} aria-hidden />}
                onClick={() => update.mutate({ leadSourceId: source.id, isOn: true })}
              >
                {strings.switchOn}
              </parts.Item>
            ) : (
              <parts.Item leftSection={<IconBan size={16} aria-hidden />} onClick={ending_.open}>
                {strings.switchOff}
              </parts.Item>
            )}
          </>
        )}
      </Menu>
      <RenameSource of={source} opened={renaming} onClose={renaming_.close} />
      <ConfirmWindow
        opened={ending}
        onClose={ending_.close}
        title={strings.switchOffTitle(source.name)}
        text={strings.switchOffText}
        confirm={strings.switchOff}
        cancel={strings.keepOn}
        isPending={update.isPending}
        error={update.error}
        onConfirm={() => update.mutate({ leadSourceId: source.id, isOn: false }, { onSuccess: ending_.close })}
      />
    </>
  )
}
