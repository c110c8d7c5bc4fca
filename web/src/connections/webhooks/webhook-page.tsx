import { getRouteApi } from '@tanstack/react-router'
import { IconSend } from '#icons'
import { ListTools } from '#web/desk/lists/list-bar.tsx'
import { ListExport } from '#web/desk/lists/list-export.tsx'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { useList } from '#web/desk/lists/use-list.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, notThere } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import type { Webhook } from '#web/wire.ts'
import { useWebhooks } from './api.ts'
import { DeliveryTable, deliveriesOf } from './deliveries.tsx'
import { healthOf } from './health.ts'
import { titleOfRule } from './rule-titles.ts'
import { strings } from './strings.ts'
import { TestEvent } from './test-event.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { WebhookMenu } from './webhook-menu.tsx'
import classes from './webhooks.module.css'

const route = getRouteApi('/staff/settings/webhooks/$webhookId')

const back = { label: strings.title, to: '/settings/webhooks' } as const

/** A rule is reached from the connection that it asks. */
const backToService = ({ title, connection_id: connectionId }: NonNullable<Webhook['service']>) =>
  ({ label: title, to: '/settings/connections/$connectionId', params: { connectionId } }) as const

/** Settings → Webhooks → one: its status, a way to test it, and everything that was sent. */
export const WebhookPage = () => {
  const { webhookId } = route.useParams()
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
  const navigate = route.useNavigate()
  const change = (next: ListSearch): void => void navigate({ search: next, replace: true, resetScroll: false })
  const state = useList(deliveriesOf(webhook.id), route.useSearch(), change)
  return (
    <Card title={strings.deliveries} actions={<ListExport state={state} />}>
      <div className={classes.tools}>
        <ListTools state={state} />
      </div>
      <DeliveryTable
        state={state}
        isInset
        empty={
          <Empty icon={<IconSend size={24} stroke={1.6} />} title={strings.noDeliveries} text={strings.noDeliveriesText} />
        }
      />
    </Card>
  )
}
