import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { useWebhooks, type Webhook } from './api.ts'
import { healthOf } from './health.ts'
import { NewWebhook } from './new-webhook.tsx'
import { strings } from './strings.ts'
import { WebhookFacts } from './webhook-facts.tsx'
import { WebhookMenu } from './webhook-menu.tsx'
import classes from './webhooks.module.css'

/** Settings → Webhooks. */
export const WebhooksPage = () => {
  const { data, error, isPending, refetch } = useWebhooks()
  const [making, making_] = useDisclosure(false)
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.lead}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={making_.open} disabled={!data}>
            {strings.add}
          </Button>
        }
      />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data?.webhooks.length === 0 && (
        <Empty icon={<IconWebhook size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
          <Button onClick={making_.open}>{strings.addFirst}</Button>
        </Empty>
      )}
      {data && data.webhooks.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.list} role="list" aria-label={strings.list}>
          {data.webhooks.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      <NewWebhook opened={making} eventTypes={data?.event_types ?? []} onClose={making_.close} />
    </>
  )
}

const Row = ({ webhook }: { webhook: Webhook }) => {
  const health = healthOf(webhook)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <div className={classes.title}>
          <Link to="/settings/webhooks/$webhookId" params={{ webhookId: webhook.id }} className={classes.name}>
            <bdi>{webhook.description || webhook.url}</bdi>
          </Link>
          <Pill tone={health.tone}>{health.word}</Pill>
        </div>
        <WebhookMenu webhook={webhook} />
      </div>
      {webhook.description && (
        <div className={classes.url}>
          <bdi>{webhook.url}</bdi>
        </div>
      )}
      <p className={classes.health}>{health.text}</p>
      <WebhookFacts webhook={webhook} />
    </li>
  )
}
