import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconCircleCheck } from '#icons'
import { localMinute } from '#web/i18n/format.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { Note } from '#web/ui/note.tsx'
import { RollForm } from '#web/ui/roll-form.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Input, Output, Webhook } from '#web/wire.ts'
import { useWebhookChange, useWebhooks } from './api.ts'
import { Secret } from './secret.tsx'
import { strings } from './strings.ts'
import { WebhookForm } from './webhook-form.tsx'

interface WindowProps {
  readonly webhook: Webhook
  readonly opened: boolean
  readonly onClose: () => void
}

export const EditWebhook = ({ webhook, opened, onClose }: WindowProps) => {
  const { data } = useWebhooks()
  const update = useWebhookChange('update-webhook')
  const close = (): void => {
    update.reset()
    onClose()
  }
  return (
    <Window opened={opened} onClose={close} title={strings.editTitle} sheet>
      <WebhookForm
        initial={{
          ...{ url: webhook.url, description: webhook.description, eventTypes: [...webhook.event_types] },
          includeImports: webhook.include_imports,
        }}
        eventTypes={data?.event_types ?? []}
        submit={strings.save}
        isPending={update.isPending}
        error={update.error}
        onCancel={close}
        onSubmit={(values) =>
          update.mutate({ webhookId: webhook.id, ...values } as Input<'update-webhook'>, { onSuccess: close })
        }
      />
    </Window>
  )
}

/** Replaces the signing secret; the old one signs too for a while, so that nothing is lost on the way. */
export const RollSecret = ({ webhook, opened, onClose }: WindowProps) => {
  const [made, setMade] = useState<Output<'roll-webhook-secret'> | null>(null)
  const roll = useWebhookChange('roll-webhook-secret')
  const close = (): void => {
    setMade(null)
    roll.reset()
    onClose()
  }
  return (
    <Window
      opened={opened}
      onClose={close}
      title={made ? strings.newSecretTitle : strings.rollTitle}
      wide={made !== null}
      held={made !== null}
    >
      {made ? (
        <Secret webhook={made.webhook} secret={made.secret} onDone={close} />
      ) : (
        <RollForm
          text={strings.rollText}
          label={strings.rollOverlap}
          none={strings.noOverlap}
          act={strings.roll}
          error={roll.error}
          isPending={roll.isPending}
          onRoll={(overlapHours) => roll.mutate({ webhookId: webhook.id, overlapHours }, { onSuccess: setMade })}
          onCancel={close}
        />
      )}
    </Window>
  )
}

export const RemoveWebhook = ({ webhook, opened, onClose, onRemoved }: WindowProps & { onRemoved: () => void }) => {
  const remove = useWebhookChange('remove-webhook', () => {
    onClose()
    onRemoved()
  })
  return (
    <ConfirmWindow
      opened={opened}
      onClose={onClose}
      title={strings.removeTitle}
      about={webhook.url}
      text={strings.removeText}
      confirm={strings.removeWebhook}
      cancel={strings.keep}
      isFinal
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ webhookId: webhook.id })}
    />
  )
}

/** Sends what was missed. Begins where it first failed, else a day ago. */
export const RecoverWebhook = ({ webhook, opened, onClose }: WindowProps) => {
  const [since, setSince] = useState(() => localMinute(new Date(webhook.failing_since ?? dayAgo())))
  const [isMissing, setIsMissing] = useState(false)
  const recover = useWebhookChange('recover-webhook')
  const close = (): void => {
    recover.reset()
    onClose()
  }
  const sinceFault = isMissing ? strings.recoverMissing : fieldError(recover.error, 'since')
  const submit = (): void => {
    const at = new Date(since)
    setIsMissing(Number.isNaN(at.getTime()))
    if (Number.isNaN(at.getTime())) return
    recover.mutate(
      { webhookId: webhook.id, since: at.toISOString() },
      {
        onSuccess: ({ queued, more }) => {
          if (more) return
          say(strings.recovered(queued))
          close()
        },
      },
    )
  }
  return (
    <Window opened={opened} onClose={close} title={strings.recoverTitle}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          {!sinceFault && <ErrorNote error={recover.error} />}
          <Text size="sm">{strings.recoverText}</Text>
          <TextInput
            type="datetime-local"
            label={strings.recoverSince}
            description={strings.recoverHint}
            value={since}
            error={sinceFault}
            data-autofocus
            onChange={({ currentTarget }) => setSince(currentTarget.value)}
          />
          {recover.data?.more && (
            <Note tone="good" icon={<IconCircleCheck size={18} />} title={strings.recovered(recover.data.queued)}>
              {strings.recoveredMore}
            </Note>
          )}
          <Group justify="flex-end">
            <FormButtons submit={strings.recoverEvents} isPending={recover.isPending} onCancel={close} />
          </Group>
        </Stack>
      </form>
    </Window>
  )
}

const dayAgo = (): string => new Date(Date.now() - 86_400_000).toISOString()
