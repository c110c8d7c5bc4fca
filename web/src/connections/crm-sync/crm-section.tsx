import { providerAbout } from '#web/i18n/server-messages.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { AvailableCrm, CrmConnection } from '#web/wire.ts'
import { ClientButton } from '../connections/client-button.tsx'
import { useCrms } from './api.ts'
import { ConnectCrm, ReconnectCrm } from './connect-crm.tsx'
import { connectStrings as strings } from './connect-strings.ts'
import { CrmMenu } from './crm-menu.tsx'
import { standingOf } from './standing.ts'
import { strings as pageStrings } from './strings.ts'

/** Settings → Connections: the CRMs, how each connection stands, and the ways to connect one. */
export const CrmSection = () => {
  const { data, error, isPending, refetch } = useCrms()
  const isAdmin = isAtLeast(useSession().role, 'admin')
  return (
    <Part title={strings.title}>
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={4} />}
      {data && (
        <List label={strings.list}>
          {data.available.map((crm) => {
            const own = data.connections.filter(({ provider }) => provider === crm.provider)
            return own.length === 0 ? (
              <NotConnected key={crm.provider} crm={crm} isAdmin={isAdmin} />
            ) : (
              own.map((connection) => <Connected key={connection.id} connection={connection} crm={crm} isAdmin={isAdmin} />)
            )
          })}
        </List>
      )}
    </Part>
  )
}

const NotConnected = ({ crm, isAdmin }: { crm: AvailableCrm; isAdmin: boolean }) => (
  <ListRow
    title={crm.title}
    pills={<Pill>{pageStrings.pill.none}</Pill>}
    actions={
      isAdmin && (
        <>
          <ConnectCrm crm={crm} />
          <ClientButton provider={crm} isFirst={!crm.can_consent} />
        </>
      )
    }
  >
    {providerAbout(crm.about)} {!isAdmin && strings.askAdmin}
  </ListRow>
)

const Connected = ({ connection, crm, isAdmin }: { connection: CrmConnection; crm: AvailableCrm; isAdmin: boolean }) => {
  const standing = standingOf(connection)
  const { id, status, account, last_sync, kind } = connection
  return (
    <ListRow
      title={crm.title}
      link={{ to: '/settings/connections/crm/$connectionId', params: { connectionId: id } }}
      linkId={id}
      pills={<Pill tone={standing.tone}>{standing.word}</Pill>}
      actions={
        isAdmin && (
          <>
            {status === 'disconnected' && <ConnectCrm crm={crm} />}
            {(status === 'needs_reauth' || status === 'error') && <ReconnectCrm crm={crm} kind={kind} />}
            <ClientButton provider={crm} />
            {status !== 'disconnected' && <CrmMenu connection={connection} crm={crm} />}
          </>
        )
      }
    >
      {account && (
        <>
          <bdi>{account}</bdi> ·{' '}
        </>
      )}
      {last_sync ? (
        <>
          {strings.lastSync} <RelativeTime at={last_sync} />
        </>
      ) : (
        strings.neverSynced
      )}
      {standing.text !== '' && ` · ${standing.text}`}
    </ListRow>
  )
}
