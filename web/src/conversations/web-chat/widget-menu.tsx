import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { IconDots, IconPlayerPause, IconPlayerPlay, IconTrash } from '#icons'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { ChatWidget } from '#web/wire.ts'
import { useChatWidgetChange } from './api.ts'
import { strings } from './strings.ts'

/** Switching a chat off and on, and removing it. */
export const WidgetMenu = ({ widget }: { widget: ChatWidget }) => {
  const [removing, removing_] = useDisclosure(false)
  const navigate = useNavigate()
  const update = useChatWidgetChange('update-chat-widget')
  const remove = useChatWidgetChange('remove-chat-widget', () => {
    removing_.close()
    void navigate({ to: '/settings/website-chat' })
  })
  const turn = (): void =>
    update.mutate(
      { widgetId: widget.id, isEnabled: !widget.is_enabled },
      {
        onSuccess: () => say(widget.is_enabled ? strings.switchedOff : strings.switchedOn),
        onError: (error) => sayFailure(error, strings.changeFailed),
      },
    )
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal
        target={
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={strings.actionsOf(widget.name)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            <parts.Item
              leftSection={
                widget.is_enabled ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />
              }
              onClick={turn}
            >
              {widget.is_enabled ? strings.switchOff : strings.switchOn}
            </parts.Item>
            <parts.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={removing_.open}>
              {strings.remove}
            </parts.Item>
          </>
        )}
      </Menu>
      <ConfirmWindow
        opened={removing}
        title={strings.removeTitle}
        about={widget.name}
        text={strings.removeText}
        confirm={strings.removeIt}
        isFinal
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ widgetId: widget.id })}
        onClose={removing_.close}
      />
    </>
  )
}
