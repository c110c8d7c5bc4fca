import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { IconPlus, IconWebhook } from '#icons'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Webhook } from '#web/wire.ts'
import { useWebhooks } from './api.ts'
import { healthOf } from './health.ts'
import { NewWebhook } from './new-webhook.tsx'
import { strings } from './strings.ts'
import { WebhookMenu } from './webhook-menu.tsx'

/** Settings → Webhooks. */
export const WebhooksPage = () => {
  const { data, error, isPending, refetch } = useWebhooks()
  const [adding, adding_] = useDisclosure(false)
  // The rules of connected services stand on the pages of their connections.
  const webhooks = data?.webhooks.filter(({ service }) => service === null)
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.about}
        actions={
          <>
            <Button component={Link} to="/settings/webhook-deliveries" variant="default">
              {strings.allDeliveries}
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={adding_.open} disabled={!data}>
              {strings.add}
            </Button>
          </>
        }
      />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <TablePending rows={3} />}
      {webhooks?.length === 0 && (
        <Empty icon={<IconWebhook size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
          <Button onClick={adding_.open}>{strings.addFirst}</Button>
        </Empty>
      )}
      {webhooks && webhooks.length > 0 && (
        <DataTable
          label={strings.list}
          rows={webhooks}
          idOf={({ id }) => id}
          name={strings.url}
          nameOf={({ description, url }) => <bdi title={url}>{description || url}</bdi>}
          linkOf={({ id }) => ({ to: '/settings/webhooks/$webhookId', params: { webhookId: id } })}
          columns={columns}
          actionsOf={(webhook) => <WebhookMenu webhook={webhook} />}
        />
      )}
      <NewWebhook opened={adding} eventTypes={data?.event_types ?? []} onClose={adding_.close} />
    </>
  )
}

const columns: readonly Column<Webhook>[] = [
  {
    key: 'state',
    name: strings.state,
    cell: (webhook) => <Pill tone={healthOf(webhook).tone}>{healthOf(webhook).word}</Pill>,
    width: '8rem',
    phone: 'end',
  },
  {
    key: 'result',
    name: strings.result,
    cell: (webhook) => <span title={healthOf(webhook).text}>{healthOf(webhook).text}</span>,
    width: 'minmax(0, 2fr)',
    phone: 'below',
  },
  {
    key: 'events',
    name: strings.events,
    cell: ({ event_types }) =>
      event_types.length === 0 ? strings.everything : <span title={event_types.join(', ')}>{event_types.join(', ')}</span>,
    isExtra: true,
  },
  {
    key: 'secret',
    name: strings.secret,
    cell: ({ old_secret_until, secret_hint }) =>
      old_secret_until ? (
        <>
          {strings.oldSecret} <RelativeTime at={old_secret_until} />
        </>
      ) : (
        strings.secretEnds(secret_hint)
      ),
    isExtra: true,
  },
  {
    key: 'last',
    name: strings.last,
    cell: ({ last_delivery }) => (last_delivery ? <RelativeTime at={last_delivery.at} /> : strings.never),
    width: '7rem',
    atEnd: true,
  },
]
