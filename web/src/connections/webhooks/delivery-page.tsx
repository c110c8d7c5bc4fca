import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { IconAlertTriangle, IconCircleCheck, IconSend } from '#icons'
import { prettyJson } from '#web/crm/leads/json-text.ts'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { ErrorNote, sentenceOf } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Note } from '#web/ui/note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { WebhookAttempt, WebhookDeliveryDetail } from '#web/wire.ts'
import { useWebhookChange, useWebhookDelivery, useWebhooks } from './api.ts'
import { deliveryTones, whyNot } from './health.ts'
import { strings } from './strings.ts'
import classes from './webhooks.module.css'

type Attempt = WebhookAttempt

/** Settings → Webhooks → one → a delivery: the request, and the response to every attempt. */
export const WebhookDeliveryPage = () => {
  const { webhookId, webhookDeliveryId } = useParams({ from: '/staff/settings/webhooks/$webhookId/$webhookDeliveryId' })
  const { data, error, isPending, refetch } = useWebhookDelivery(webhookDeliveryId)
  const delivery = data?.delivery
  return (
    <>
      <PageHeader
        title={strings.delivery}
        back={{ label: strings.deliveries, to: '/settings/webhooks/$webhookId', params: { webhookId } }}
        {...(delivery
          ? {
              lead: <Pill tone={deliveryTones[delivery.state]}>{strings.states[delivery.state]}</Pill>,
              actions: <Replay webhookId={webhookId} deliveryId={webhookDeliveryId} />,
            }
          : {})}
      />
      <ErrorNote error={error} title={strings.deliveryFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {delivery && (
        <RecordPanes
          properties={
            <Card title={strings.event}>
              <Facts>
                <Fact name={strings.event} wide>
                  <code>{delivery.type}</code>
                </Fact>
                <Fact name={strings.happened} wide>
                  <AbsoluteTime at={delivery.created_at} />
                </Fact>
                {delivery.delivered_at && (
                  <Fact name={strings.deliveredAt} wide>
                    <AbsoluteTime at={delivery.delivered_at} />
                  </Fact>
                )}
                <Fact name={strings.eventId} wide>
                  <code>{delivery.event_id}</code>
                </Fact>
              </Facts>
            </Card>
          }
        >
          <div className={classes.outcome}>
            <Outcome delivery={delivery} />
          </div>
          <Card title={strings.body}>
            <CodeBlock text={prettyJson(delivery.body)} label={strings.body} maxHeight="20rem" copyText={delivery.body} />
          </Card>
          <Card title={strings.attempts}>
            {delivery.attempts.length === 0 && <p className="dim">{strings.noAttempts}</p>}
            {delivery.attempts.map((attempt, n) => (
              <AttemptDetails key={attempt.at} attempt={attempt} n={n + 1} isOpen={n === delivery.attempts.length - 1} />
            ))}
          </Card>
        </RecordPanes>
      )}
    </>
  )
}

const Outcome = ({ delivery }: { delivery: WebhookDeliveryDetail }) => {
  if (delivery.state === 'delivered')
    return (
      <Note tone="good" icon={<IconCircleCheck size={18} />} title={strings.deliveredTitle}>
        {delivery.last_status !== null && sentenceOf(strings.answered(delivery.last_status))}
      </Note>
    )
  if (delivery.tries === 0 && delivery.state === 'waiting') return null
  return (
    <Note
      tone="bad"
      icon={<IconAlertTriangle size={18} />}
      title={delivery.state === 'failed' ? strings.failedTitle : strings.waitingTitle}
    >
      {sentenceOf(whyNot(delivery))}
      {delivery.next_try_at && (
        <>
          {' '}
          {strings.nextAttemptIs} <RelativeTime at={delivery.next_try_at} long />.
        </>
      )}
    </Note>
  )
}

const Replay = ({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) => {
  const { data } = useWebhooks()
  const replay = useWebhookChange('replay-webhook-delivery')
  const isOn = data?.webhooks.find(({ id }) => id === webhookId)?.state === 'active'
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} className="mirrors" aria-hidden />}
      loading={replay.isPending}
      disabled={!isOn}
      {...(data && !isOn ? { title: strings.pausedText } : {})}
      onClick={() =>
        replay.mutate(
          { webhookDeliveryId: deliveryId },
          { onSuccess: () => say(strings.replayed), onError: (error) => sayFailure(error, strings.replayFailed) },
        )
      }
    >
      {strings.replay}
    </Button>
  )
}

const AttemptDetails = ({ attempt, n, isOpen }: { attempt: Attempt; n: number; isOpen: boolean }) => {
  const isGood = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
  return (
    <details className={classes.attempt} open={isOpen}>
      <summary>
        <span className={classes.attemptName}>{strings.attempt(n)}</span>
        <Pill tone={isGood ? 'good' : 'bad'}>{attempt.status ?? strings.noResponse}</Pill>
        <span className="dim">
          <AbsoluteTime at={attempt.at} /> · {strings.took(attempt.duration_ms)}
        </span>
      </summary>
      <div className={classes.attemptBody}>
        {attempt.error && <p className="dim">{sentenceOf(attempt.error)}</p>}
        <h3>{strings.request}</h3>
        <CodeBlock text={headerText(attempt.request_headers)} label={strings.request} maxHeight="12rem" />
        {attempt.status !== null && (
          <>
            <h3>{strings.response}</h3>
            <CodeBlock text={headerText(attempt.response_headers)} label={strings.response} maxHeight="12rem" />
            <h3>{strings.responseBody}</h3>
            {attempt.response_body ? (
              <CodeBlock text={attempt.response_body} label={strings.responseBody} maxHeight="12rem" />
            ) : (
              <p className="dim">{strings.noBody}</p>
            )}
          </>
        )}
      </div>
    </details>
  )
}

const headerText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
