import { Button, Select, Stack } from '@mantine/core'
import { IconMoodEmpty, IconSend } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useListKeys } from '#web/shell/keyboard.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, notThere } from '#web/ui/error-note.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { NewAbove, OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Delivery, useWebhooks, type Webhook } from './api.ts'
import { deliveryTones, healthOf, whyNot } from './health.ts'
import { strings } from './strings.ts'
import { TestEvent } from './test-event.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { WebhookMenu } from './webhook-menu.tsx'
import classes from './webhooks.module.css'

const back = { label: strings.title, to: '/settings/webhooks' } as const

/** Settings → Webhooks → one: how it stands with it, a way to try it, and everything that was sent. */
export const WebhookPage = () => {
  const { webhookId } = useParams({ from: '/staff/settings/webhooks/$webhookId' })
  const { data, error, isPending, refetch } = useWebhooks()
  const webhook = data?.webhooks.find(({ id }) => id === webhookId)
  const health = webhook && healthOf(webhook)
  return (
    <>
      <PageHeader
        title={webhook ? webhook.description || webhook.url : strings.title}
        back={back}
        {...(health && webhook
          ? { lead: <Pill tone={health.tone}>{health.word}</Pill>, actions: <WebhookMenu webhook={webhook} /> }
          : {})}
      />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && !webhook && <ErrorNote error={notThere(strings.gone)} />}
      {webhook && (
        <Stack>
          <Card title={strings.stands}>
            {webhook.description && (
              <div className={classes.url}>
                <bdi>{webhook.url}</bdi>
              </div>
            )}
            <p className={classes.health}>{health?.text}</p>
            <WebhookFacts webhook={webhook} />
            <div style={{ marginTop: '1rem' }}>
              <TestEvent webhook={webhook} />
            </div>
          </Card>
          <Deliveries webhook={webhook} />
        </Stack>
      )}
    </>
  )
}

const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const [state, setState] = useState<Delivery['state'] | null>(null)
  return (
    <section aria-labelledby="deliveries-title">
      <h2 id="deliveries-title" className={classes.heading}>
        {strings.deliveries}
      </h2>
      <p className={classes.dim}>{strings.deliveriesText}</p>
      <Select
        className={classes.filter ?? ''}
        label={strings.state}
        placeholder={strings.anyState}
        data={Object.entries(strings.states).map(([value, label]) => ({ value, label }))}
        value={state}
        onChange={(value) => setState(value as Delivery['state'] | null)}
        clearButtonProps={{ 'aria-label': strings.anyState }}
        clearable
      />
      <Rows key={state} webhookId={webhook.id} state={state} onAll={() => setState(null)} />
    </section>
  )
}

const Rows = ({ webhookId, state, onAll }: { webhookId: string; state: Delivery['state'] | null; onAll: () => void }) => {
  const rows = useRef<HTMLUListElement>(null)
  useListKeys(rows)
  const list = useKeyset(
    'list-webhook-deliveries',
    { webhookId, ...(state && { state }), limit: 50 },
    { rows: (answer) => answer.deliveries, on: ['webhook.changed'] },
  )
  if (list.error) return <ErrorNote title={strings.deliveriesFailed} error={list.error} onRetry={list.retry} />
  if (list.isPending) return <RowsPending rows={4} />
  if (list.rows.length === 0)
    return state ? (
      <Empty icon={<IconMoodEmpty size={24} stroke={1.6} />} title={strings.noneInState}>
        <Button variant="default" onClick={onAll}>
          {strings.showAll}
        </Button>
      </Empty>
    ) : (
      <Empty icon={<IconSend size={24} stroke={1.6} />} title={strings.noDeliveries} text={strings.noDeliveriesText} />
    )
  return (
    <>
      <NewAbove arrived={list.arrived} />
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.list} ref={rows} role="list" aria-label={strings.deliveries}>
        {list.rows.map((delivery) => (
          <li key={delivery.id} data-fresh={list.fresh.has(delivery.id) || undefined}>
            <Link
              to="/settings/webhooks/$webhookId/$webhookDeliveryId"
              params={{ webhookId, webhookDeliveryId: delivery.id }}
              className={classes.delivery}
              data-row={delivery.id}
            >
              <span className={classes.title}>
                <Pill tone={deliveryTones[delivery.state]}>{strings.states[delivery.state]}</Pill>
                <code className={classes.type}>{delivery.type}</code>
              </span>
              <span className={classes.more}>
                {delivery.state !== 'delivered' && delivery.tries > 0 && <span>{whyNot(delivery)}</span>}
                {delivery.state === 'delivered' && delivery.last_status !== null && (
                  <span>{strings.answered(delivery.last_status)}</span>
                )}
                {delivery.tries > 1 && <span>{strings.tries(delivery.tries)}</span>}
                {delivery.next_try_at && delivery.tries > 0 && (
                  <span>
                    {strings.nextTry} <RelativeTime at={delivery.next_try_at} long />
                  </span>
                )}
              </span>
              <span className={classes.time}>
                <RelativeTime at={delivery.created_at} long />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <OlderRows list={list} />
    </>
  )
}
