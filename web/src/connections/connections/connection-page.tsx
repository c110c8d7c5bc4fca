import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { IconPlugConnected } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { Card } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, notThere } from '#web/ui/error-note.tsx'
import { useKeyset } from '#web/ui/keyset.ts'
import { KeysetFound } from '#web/ui/keyset-found.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RecordPanes } from '#web/ui/record.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Connection, CrmProvider, ProviderCall } from '#web/wire.ts'
import { useConnections } from './api.ts'
import { ConnectionFacts } from './connection-facts.tsx'
import { ConnectionMenu } from './connection-menu.tsx'
import { outcomeTones, standingOf } from './state.ts'
import { strings } from './strings.ts'
import { TestCall } from './test-call.tsx'

const RulesCard = lazy(async () => ({ default: (await import('../webhooks/rules-card.tsx')).RulesCard }))

const back = { label: strings.title, to: '/settings/connections' } as const
const crms: readonly string[] = ['hubspot', 'salesforce', 'zoho', 'pipedrive'] satisfies CrmProvider[]

/** A CRM has a page of its own, which leads here to see its calls. */
const backOf = ({ id, provider, title }: Connection) =>
  crms.includes(provider)
    ? ({ label: title, to: '/settings/connections/crm/$connectionId', params: { connectionId: id } } as const)
    : back

/** Settings → Connections → one: its status, a way to test it, where its webhook goes, and every call. */
export const ConnectionPage = () => {
  const { connectionId } = useParams({ from: '/staff/settings/connections/$connectionId' })
  const { data, error, isPending, refetch } = useConnections()
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const navigate = useNavigate()
  const connection = data?.connections.find(({ id }) => id === connectionId)
  const standing = connection && standingOf(connection)
  const provider = data?.available.find((each) => each.provider === connection?.provider)
  return (
    <>
      <PageHeader
        title={connection?.title ?? strings.title}
        back={connection ? backOf(connection) : back}
        {...(standing && {
          lead: (
            <>
              <Pill tone={standing.tone}>{standing.word}</Pill> {standing.text}
            </>
          ),
        })}
        {...(connection &&
          isAdmin && {
            actions: (
              <ConnectionMenu
                connection={connection}
                provider={provider}
                onDisconnected={() => void navigate({ to: '/settings/connections' })}
              />
            ),
          })}
      />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && !connection && <ErrorNote error={notThere(strings.gone)} />}
      {connection && (
        <RecordPanes
          properties={
            <>
              <Card title={strings.details}>
                <ConnectionFacts connection={connection} />
              </Card>
              <TestCall connection={connection} />
            </>
          }
        >
          {connection.webhook_url && <Webhook connection={connection} url={connection.webhook_url} />}
          {isAdmin && provider?.does && (
            <Suspense>
              <RulesCard connection={connection} />
            </Suspense>
          )}
          {isAdmin && <Calls connectionId={connection.id} />}
        </RecordPanes>
      )}
    </>
  )
}

const Webhook = ({ connection, url }: { connection: Connection; url: string }) => {
  const of = (texts: Readonly<Record<string, string>>): string => texts[connection.provider] ?? ''
  return (
    <Card title={strings.webhook}>
      <p className="dim">
        {connection.webhook_state === 'ready' && strings.webhookReady}
        {connection.webhook_state === 'waiting' && `${strings.webhookWaiting} ${of(strings.webhookMeanwhile)}`.trim()}
        {connection.webhook_state === 'by_hand' && `${of(strings.webhookByHand)} ${of(strings.webhookMeanwhile)}`.trim()}
      </p>
      <CodeBlock text={url} label={strings.webhookAddress} />
    </Card>
  )
}

const Calls = ({ connectionId }: { connectionId: string }) => (
  <Card title={strings.calls}>
    <p className="dim">{strings.callsText}</p>
    <Rows connectionId={connectionId} />
  </Card>
)

const Rows = ({ connectionId }: { connectionId: string }) => {
  const list = useKeyset(
    'list-provider-calls',
    { connectionId, limit: 50 },
    { rows: (answer) => answer.calls, on: ['connection.changed'] },
  )
  return (
    <KeysetFound
      list={list}
      failed={strings.callsFailed}
      pendingRows={4}
      empty={<Empty icon={<IconPlugConnected size={24} stroke={1.6} />} title={strings.noCalls} text={strings.noCallsText} />}
    >
      <DataTable
        label={strings.calls}
        rows={list.rows}
        idOf={({ id }) => id}
        name={strings.operation}
        nameWidth="minmax(9rem, 2fr)"
        nameOf={({ operation }) => <code>{operation}</code>}
        columns={columns}
        fresh={list.fresh}
        isInset
      />
    </KeysetFound>
  )
}

const columns: readonly Column<ProviderCall>[] = [
  {
    key: 'outcome',
    name: strings.state,
    cell: ({ outcome }) => <Pill tone={outcomeTones[outcome]}>{strings.outcomes[outcome]}</Pill>,
    width: '8rem',
    phone: 'end',
  },
  {
    key: 'response',
    name: strings.response,
    cell: (call) => responseOf(call),
    width: 'minmax(0, 1.5fr)',
    phone: 'below',
  },
  {
    key: 'request',
    name: strings.request,
    cell: ({ method, host, provider_request_id }) => (
      <bdi title={provider_request_id ?? host}>
        {method} {host}
      </bdi>
    ),
    width: 'minmax(0, 1.5fr)',
    isExtra: true,
  },
  { key: 'id', name: strings.requestId, cell: ({ provider_request_id }) => <code>{provider_request_id}</code>, isExtra: true },
  {
    key: 'at',
    name: strings.when,
    cell: ({ at }) => <RelativeTime at={at} />,
    width: '6rem',
    atEnd: true,
    phone: 'belowEnd',
  },
]

const responseOf = ({ status, ms, tries }: ProviderCall): string =>
  [status !== null && strings.answered(status), strings.took(ms), tries > 1 && strings.attempts(tries)]
    .filter(Boolean)
    .join(' · ')
