import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { AvailableProvider, Connection } from '#web/wire.ts'
import { CrmSection } from '../crm-sync/crm-section.tsx'
import { useConnections } from './api.ts'
import { ConnectButtons, ConsentButton } from './connect-buttons.tsx'
import { ConnectionMenu } from './connection-menu.tsx'
import { standingOf } from './state.ts'
import { strings } from './strings.ts'
import { UnconnectedNumbers } from './unconnected-numbers.tsx'

/** Settings → Connections. */
export const ConnectionsPage = () => {
  const { data, error, isPending, refetch } = useConnections()
  const isAdmin = isAtLeast(useSession().role, 'admin')
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && (
        <List label={strings.list}>
          {data.available.map((provider) => {
            const own = data.connections.filter((connection) => connection.provider === provider.provider)
            return own.length === 0 ? (
              <NotConnected key={provider.provider} provider={provider} isAdmin={isAdmin} />
            ) : (
              own.map((connection) => (
                <Connected key={connection.id} connection={connection} provider={provider} isAdmin={isAdmin} />
              ))
            )
          })}
        </List>
      )}
      <CrmSection />
    </>
  )
}

const NotConnected = ({ provider, isAdmin }: { provider: AvailableProvider; isAdmin: boolean }) => (
  <ListRow
    title={provider.title}
    pills={<Pill>{strings.pill.none}</Pill>}
    actions={isAdmin && <ConnectButtons provider={provider} />}
  >
    {provider.about} {!isAdmin && strings.askAdmin}
  </ListRow>
)

const Connected = ({
  connection,
  provider,
  isAdmin,
}: {
  connection: Connection
  provider: AvailableProvider
  isAdmin: boolean
}) => {
  const standing = standingOf(connection)
  return (
    <ListRow
      title={connection.title}
      link={{ to: '/settings/connections/$connectionId', params: { connectionId: connection.id } }}
      linkId={connection.id}
      pills={<Pill tone={standing.tone}>{standing.word}</Pill>}
      end={connection.last_call && <RelativeTime at={connection.last_call.at} />}
      actions={
        isAdmin && (
          <>
            {connection.mode === 'sandbox' && provider.kind === 'key' && <ConnectButtons provider={provider} isSimulated />}
            {connection.status === 'needs_reauth' && provider.kind === 'oauth' && <ConsentButton provider={provider} isAgain />}
            <ConnectionMenu connection={connection} provider={provider} />
          </>
        )
      }
    >
      {connection.account && (
        <>
          <bdi>{connection.account}</bdi> ·{' '}
        </>
      )}
      {standing.text}
      {isAdmin && connection.provider === 'whatsapp' && <UnconnectedNumbers />}
    </ListRow>
  )
}
