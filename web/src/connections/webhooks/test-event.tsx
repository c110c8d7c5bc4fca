import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconAlertTriangle, IconCircleCheck, IconSend } from '#icons'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { Note } from '#web/ui/note.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import type { Webhook } from '#web/wire.ts'
import { useWebhookChange, useWebhookDelivery } from './api.ts'
import { whyNot } from './health.ts'
import { strings } from './strings.ts'

/** Sends a test event and shows its outcome. */
export const TestEvent = ({ webhook }: { webhook: Webhook }) => {
  const [sent, setSent] = useState<string | null>(null)
  const test = useWebhookChange('test-webhook')
  const send = (): void =>
    test.mutate({ webhookId: webhook.id }, { onSuccess: ({ delivery }) => setSent(delivery.id), onError: () => setSent(null) })
  return (
    <Stack gap="sm">
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconSend size={16} className="mirrors" aria-hidden />}
        loading={test.isPending}
        disabled={webhook.state !== 'active'}
        onClick={send}
      >
        {strings.test}
      </Button>
      <ErrorNote error={test.error} />
      {sent && <Result key={sent} webhookId={webhook.id} deliveryId={sent} />}
    </Stack>
  )
}

const Result = ({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) => {
  const { data, error } = useWebhookDelivery(deliveryId)
  const delivery = data?.delivery
  if (error) return <ErrorNote error={error} />
  if (!delivery || (delivery.state === 'waiting' && delivery.tries === 0)) return <Waiting>{strings.testSending}</Waiting>
  const link = (
    <Link
      to="/settings/webhooks/$webhookId/$webhookDeliveryId"
      params={{ webhookId, webhookDeliveryId: deliveryId }}
      className="text-link"
    >
      {strings.seeDelivery}
    </Link>
  )
  return delivery.state === 'delivered' ? (
    <Note tone="good" icon={<IconCircleCheck size={18} />} title={strings.testAccepted(delivery.last_status ?? 200)}>
      {link}
    </Note>
  ) : (
    <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={sentenceOf(strings.testFailed(whyNot(delivery)))}>
      {strings.testAgain} {link}
    </Note>
  )
}
