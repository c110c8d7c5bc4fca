import { useState } from 'react'
import { Window } from '#web/ui/window.tsx'
import type { Input, Output } from '#web/wire.ts'
import { type EventTypes, useWebhookChange } from './api.ts'
import { Secret } from './secret.tsx'
import { strings } from './strings.ts'
import { WebhookForm } from './webhook-form.tsx'

/** Adds a webhook: first the form; then, for the one time it can be seen, its secret, and a test event. */
export const NewWebhook = ({
  opened,
  eventTypes,
  onClose,
}: {
  opened: boolean
  eventTypes: EventTypes
  onClose: () => void
}) => {
  const [made, setMade] = useState<Output<'create-webhook'> | null>(null)
  const create = useWebhookChange('create-webhook')
  const close = (): void => {
    setMade(null)
    create.reset()
    onClose()
  }
  return (
    <Window opened={opened} onClose={close} title={made ? strings.secretTitle : strings.newTitle} sheet held={made !== null}>
      {made ? (
        <Secret webhook={made.webhook} secret={made.secret} onDone={close} withTest />
      ) : (
        <WebhookForm
          initial={{ url: '', description: '', eventTypes: [], includeImports: false }}
          eventTypes={eventTypes}
          submit={strings.create}
          isPending={create.isPending}
          error={create.error}
          onCancel={close}
          onSubmit={(values) => create.mutate(values as Input<'create-webhook'>, { onSuccess: setMade })}
        />
      )}
    </Window>
  )
}
