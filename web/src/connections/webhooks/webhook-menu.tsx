import { ActionIcon } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconDots, IconHistory, IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh, IconTrash } from '#icons'
import { laterWindow } from '#web/ui/later-window.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Webhook } from '#web/wire.ts'
import { useWebhookChange } from './api.ts'
import { titleOfRule } from './rule-titles.ts'
import { strings } from './strings.ts'
import { EditWebhook, RecoverWebhook, RemoveWebhook, RollSecret } from './webhook-windows.tsx'

const RuleWindow = laterWindow(() => import('./rule-window.tsx').then(({ RuleWindow }) => RuleWindow))

type Open = 'edit' | 'roll' | 'recover' | 'remove' | null

/** What can be done to a webhook. */
export const WebhookMenu = ({ webhook }: { webhook: Webhook }) => {
  const [open, setOpen] = useState<Open>(null)
  const update = useWebhookChange('update-webhook')
  const navigate = useNavigate()
  const close = (): void => setOpen(null)
  const { service } = webhook
  const isOn = webhook.state === 'active'
  const turn = (isOn: boolean, onSuccess: () => void): void =>
    update.mutate(
      { webhookId: webhook.id, state: isOn ? 'active' : 'disabled' },
      { onSuccess, onError: (error) => sayFailure(error) },
    )
  const pause = (): void => turn(false, () => say(strings.paused, () => turn(true, () => say(strings.resumed))))
  const resume = (): void =>
    turn(true, () => {
      say(strings.resumed)
      setOpen('recover')
    })
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal
        target={
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={strings.actionsOf(titleOfRule(webhook))}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      >
        {(parts) => (
          <>
            <parts.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('edit')}>
              {strings.edit}
            </parts.Item>
            <parts.Item
              leftSection={isOn ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
              onClick={isOn ? pause : resume}
            >
              {isOn ? strings.pause : strings.resume}
            </parts.Item>
            {!service && (
              <parts.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => setOpen('roll')}>
                {strings.roll}
              </parts.Item>
            )}
            {isOn && (
              <parts.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setOpen('recover')}>
                {strings.recover}
              </parts.Item>
            )}
            <parts.Divider />
            <parts.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setOpen('remove')}>
              {strings.remove}
            </parts.Item>
          </>
        )}
      </Menu>
      {service ? (
        <RuleWindow
          connection={{ id: service.connection_id, provider: service.provider }}
          rule={webhook}
          opened={open === 'edit'}
          onClose={close}
        />
      ) : (
        <EditWebhook webhook={webhook} opened={open === 'edit'} onClose={close} />
      )}
      <RollSecret webhook={webhook} opened={open === 'roll'} onClose={close} />
      <RecoverWebhook webhook={webhook} opened={open === 'recover'} onClose={close} />
      <RemoveWebhook
        webhook={webhook}
        opened={open === 'remove'}
        onClose={close}
        onRemoved={() =>
          void navigate(
            service
              ? { to: '/settings/connections/$connectionId', params: { connectionId: service.connection_id } }
              : { to: '/settings/webhooks' },
          )
        }
      />
    </>
  )
}
