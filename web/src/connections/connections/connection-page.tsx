import { Stack } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, notThere } from '#web/ui/error-note.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { NewAbove, OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Connection, type ProviderCall, useConnections } from './api.ts'
import { ConnectionFacts } from './connection-facts.tsx'
import { ConnectionMenu } from './connection-menu.tsx'
import classes from './connections.module.css'
import { outcomeTones, standingOf } from './state.ts'
import { strings } from './strings.ts'
import { TestCall } from './test-call.tsx'

const back = { label: strings.title, to: '/settings/connections' } as const

/** Settings → Connections → one: how it stands, a way to try it, where its webhook goes, and every call. */
export const ConnectionPage = () => {
  const { connectionId } = useParams({ from: '/staff/settings/connections/$connectionId' })
  const { data, error, isPending, refetch } = useConnections()
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const navigate = useNavigate()
  const connection = data?.connections.find(({ id }) => id === connectionId)
  const standing = connection && standingOf(connection)
  return (
    <>
      <PageHeader
        title={connection?.title ?? strings.title}
        back={back}
        {...(standing && { lead: <Pill tone={standing.tone}>{standing.word}</Pill> })}
        {...(connection &&
          isAdmin && {
            actions: (
              <ConnectionMenu
                connection={connection}
                provider={data?.available.find(({ provider }) => provider === connection.provider)}
                onDisconnected={() => void navigate({ to: '/settings/connections' })}
              />
            ),
          })}
      />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && !connection && <ErrorNote error={notThere(strings.gone)} />}
      {connection && (
        <Stack>
          <Card title={strings.stands}>
            <p className={classes.text}>{standing?.text}</p>
            <ConnectionFacts connection={connection} />
            <div className={classes.actions}>
              <TestCall connection={connection} />
            </div>
          </Card>
          {connection.webhook_url && <Webhook connection={connection} url={connection.webhook_url} />}
          {isAdmin && <Calls connectionId={connection.id} />}
        </Stack>
      )}
    </>
  )
}

const Webhook = ({ connection, url }: { connection: Connection; url: string }) => {
  const of = (texts: Readonly<Record<string, string>>): string => texts[connection.provider] ?? ''
  return (
    <Card title={strings.webhook}>
      <p className={classes.text}>
        {connection.webhook_state === 'ready' && strings.webhookReady}
        {connection.webhook_state === 'waiting' && `${strings.webhookWaiting} ${of(strings.webhookMeanwhile)}`.trim()}
        {connection.webhook_state === 'by_hand' && `${of(strings.webhookByHand)} ${of(strings.webhookMeanwhile)}`.trim()}
      </p>
      <CodeBlock text={url} label={strings.webhookAddress} />
    </Card>
  )
}

const Calls = ({ connectionId }: { connectionId: string }) => (
  <section aria-labelledby="calls-title">
    <h2 id="calls-title" className={classes.heading}>
      {strings.calls}
    </h2>
    <p className={classes.dim}>{strings.callsText}</p>
    <Rows connectionId={connectionId} />
  </section>
)

const Rows = ({ connectionId }: { connectionId: string }) => {
  const list = useKeyset(
    'list-provider-calls',
    { connectionId, limit: 50 },
    { rows: (answer) => answer.calls, on: ['connection.changed'] },
  )
  if (list.error) return <ErrorNote title={strings.callsFailed} error={list.error} onRetry={list.retry} />
  if (list.isPending) return <RowsPending rows={4} />
  if (list.rows.length === 0)
    return <Empty icon={<IconPlugConnected size={24} stroke={1.6} />} title={strings.noCalls} text={strings.noCallsText} />
  return (
    <>
      <NewAbove arrived={list.arrived} />
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul className={classes.list} role="list" aria-label={strings.calls}>
        {list.rows.map((call) => (
          <li key={call.id} className={classes.call} data-fresh={list.fresh.has(call.id) || undefined}>
            <Row call={call} />
          </li>
        ))}
      </ul>
      <OlderRows list={list} />
    </>
  )
}

const Row = ({ call }: { call: ProviderCall }) => (
  <>
    <span className={classes.title}>
      <Pill tone={outcomeTones[call.outcome]}>{strings.outcomes[call.outcome]}</Pill>
      <code className={classes.operation}>{call.operation}</code>
    </span>
    <span className={classes.more}>
      {call.status !== null && <span>{strings.answered(call.status)}</span>}
      <span className="numbers">{strings.took(call.ms)}</span>
      {call.tries > 1 && <span>{strings.tries(call.tries)}</span>}
      <bdi>
        {call.method} {call.host}
      </bdi>
      {call.provider_request_id && (
        <span>
          {strings.requestId} <code>{call.provider_request_id}</code>
        </span>
      )}
    </span>
    <span className={classes.time}>
      <RelativeTime at={call.at} long />
    </span>
  </>
)
