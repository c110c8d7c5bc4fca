import { Link } from '@tanstack/react-router'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { type Available, type Connection, useConnections } from './api.ts'
import { ConnectButtons, ConsentButton } from './connect-buttons.tsx'
import { ConnectionFacts } from './connection-facts.tsx'
import { ConnectionMenu } from './connection-menu.tsx'
import classes from './connections.module.css'
import { standingOf } from './state.ts'
import { strings } from './strings.ts'
import { UnconnectedNumbers } from './unconnected-numbers.tsx'

/** Settings → Connections. */
export const ConnectionsPage = () => {
  const { data, error, isPending, refetch } = useConnections()
  const isAdmin = isAtLeast(useSession().role, 'admin')
  return (
    <>
      <PageHeader title={strings.title} about={strings.lead} />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.list} role="list" aria-label={strings.list}>
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
        </ul>
      )}
    </>
  )
}

const NotConnected = ({ provider, isAdmin }: { provider: Available; isAdmin: boolean }) => (
  <li className={classes.row}>
    <div className={classes.title}>
      <span className={classes.name}>{provider.title}</span>
      <Pill>{strings.pill.none}</Pill>
    </div>
    <p className={classes.text}>{provider.about}</p>
    {isAdmin ? <ConnectButtons provider={provider} /> : <p className={classes.dim}>{strings.askAdmin}</p>}
  </li>
)

const Connected = ({ connection, provider, isAdmin }: { connection: Connection; provider: Available; isAdmin: boolean }) => {
  const standing = standingOf(connection)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <div className={classes.title}>
          <Link
            to="/settings/connections/$connectionId"
            params={{ connectionId: connection.id }}
            className={`${classes.name} ${classes.link}`}
          >
            {connection.title}
          </Link>
          <Pill tone={standing.tone}>{standing.word}</Pill>
        </div>
        {isAdmin && <ConnectionMenu connection={connection} provider={provider} />}
      </div>
      <p className={classes.text}>{standing.text}</p>
      <ConnectionFacts connection={connection} />
      {isAdmin && connection.provider === 'whatsapp' && <UnconnectedNumbers />}
      {isAdmin && connection.mode === 'sandbox' && provider.kind === 'key' && (
        <div className={classes.actions}>
          <ConnectButtons provider={provider} isSimulated />
        </div>
      )}
      {isAdmin && connection.status === 'needs_reauth' && provider.kind === 'oauth' && (
        <div className={classes.actions}>
          <ConsentButton provider={provider} isAgain />
        </div>
      )}
    </li>
  )
}
