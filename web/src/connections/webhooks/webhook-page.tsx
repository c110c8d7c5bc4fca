import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { IconSend } from '#icons'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, notThere } from '#web/ui/error-note.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { KeysetFound } from '#web/ui/keyset-found.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Webhook, WebhookDelivery, WebhookDeliveryState } from '#web/wire.ts'
import { useWebhooks } from './api.ts'
import { deliveryTones, healthOf, whyNot } from './health.ts'
import { titleOfRule } from './rule-titles.ts'
import { strings } from './strings.ts'
import { TestEvent } from './test-event.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { WebhookMenu } from './webhook-menu.tsx'

const back = { label: strings.title, to: '/settings/webhooks' } as const

/** A rule is reached from the connection that it asks. */
const backToService = ({ title, connection_id: connectionId }: NonNullable<Webhook['service']>) =>
  ({ label: title, to: '/settings/connections/$connectionId', params: { connectionId } }) as const

/** Settings → Webhooks → one: its status, a way to test it, and everything that was sent. */
export const WebhookPage = () => {
  const { webhookId } = useParams({ from: '/staff/settings/webhooks/$webhookId' })
  const { data, error, isPending, refetch } = useWebhooks()
  const webhook = data?.webhooks.find(({ id }) => id === webhookId)
  const health = webhook && healthOf(webhook)
  return (
    <>
      <PageHeader
        title={webhook ? titleOfRule(webhook) : strings.title}
        back={webhook?.service ? backToService(webhook.service) : back}
        {...(health && webhook
          ? {
              lead: (
                <>
                  <Pill tone={health.tone}>{health.word}</Pill> {health.text}
                </>
              ),
              actions: <WebhookMenu webhook={webhook} />,
            }
          : {})}
      />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && !webhook && <ErrorNote error={notThere(strings.gone)} />}
      {webhook && (
        <RecordPanes
          properties={
            <>
              <Card title={strings.details}>
                <WebhookFacts webhook={webhook} />
              </Card>
              <TestEvent webhook={webhook} />
            </>
          }
        >
          <Deliveries webhook={webhook} />
        </RecordPanes>
      )}
    </>
  )
}

const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const [state, setState] = useState<WebhookDeliveryState | null>(null)
  return (
    <Card
      title={strings.deliveries}
      actions={
        <Select
          aria-label={strings.state}
          placeholder={strings.anyState}
          data={Object.entries(strings.states).map(([value, label]) => ({ value, label }))}
          value={state}
          onChange={(value) => setState(value as WebhookDeliveryState | null)}
          clearButtonProps={{ 'aria-label': strings.anyState }}
          clearable
          w="10rem"
        />
      }
    >
      <Rows key={state} webhookId={webhook.id} state={state} onAll={() => setState(null)} />
    </Card>
  )
}

const Rows = ({ webhookId, state, onAll }: { webhookId: string; state: WebhookDeliveryState | null; onAll: () => void }) => {
  const list = useKeyset(
    'list-webhook-deliveries',
    { webhookId, ...(state && { state }), limit: 50 },
    { rows: (answer) => answer.deliveries, on: ['webhook.changed'] },
  )
  return (
    <KeysetFound
      list={list}
      failed={strings.deliveriesFailed}
      pendingRows={4}
      empty={
        state ? (
          <NoMatch title={strings.noneInState} clear={strings.showAll} onClear={onAll} />
        ) : (
          <Empty icon={<IconSend size={24} stroke={1.6} />} title={strings.noDeliveries} text={strings.noDeliveriesText} />
        )
      }
    >
      <DataTable
        label={strings.deliveries}
        rows={list.rows}
        idOf={({ id }) => id}
        name={strings.event}
        nameOf={({ type }) => <code>{type}</code>}
        linkOf={({ id }) => ({
          to: '/settings/webhooks/$webhookId/$webhookDeliveryId',
          params: { webhookId, webhookDeliveryId: id },
        })}
        columns={columns}
        fresh={list.fresh}
        isInset
      />
    </KeysetFound>
  )
}

const columns: readonly Column<WebhookDelivery>[] = [
  {
    key: 'state',
    name: strings.state,
    cell: ({ state }) => <Pill tone={deliveryTones[state]}>{strings.states[state]}</Pill>,
    width: '7rem',
    phone: 'end',
  },
  {
    key: 'result',
    name: strings.result,
    cell: (delivery) => <span title={resultOf(delivery)}>{resultOf(delivery)}</span>,
    width: 'minmax(0, 2fr)',
    phone: 'below',
  },
  {
    key: 'next',
    name: strings.nextAttemptIs,
    cell: ({ next_try_at, tries }) => next_try_at && tries > 0 && <RelativeTime at={next_try_at} />,
    width: '8rem',
    isExtra: true,
  },
  {
    key: 'at',
    name: strings.happened,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
    width: '6rem',
    atEnd: true,
    phone: 'belowEnd',
  },
]

const resultOf = (delivery: WebhookDelivery): string =>
  [
    delivery.state !== 'delivered' && delivery.tries > 0 && whyNot(delivery),
    delivery.state === 'delivered' && delivery.last_status !== null && strings.answered(delivery.last_status),
    delivery.tries > 1 && strings.attemptCount(delivery.tries),
  ]
    .filter(Boolean)
    .join(' · ')
