import { providerAbout } from '#web/i18n/server-messages.ts'
import { ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { AvailableProvider, Connection } from '#web/wire.ts'
import { ConnectButtons, ConsentButton } from './connect-buttons.tsx'
import { ConnectionMenu } from './connection-menu.tsx'
import { standingOf } from './state.ts'
import { strings } from './strings.ts'
import { UnconnectedNumbers } from './unconnected-numbers.tsx'

/** A service that nothing is connected of, and the ways to do it. */
export const NotConnected = ({ provider, isAdmin }: { provider: AvailableProvider; isAdmin: boolean }) => (
  <ListRow
    title={provider.title}
    pills={<Pill>{strings.pill.none}</Pill>}
    actions={isAdmin && <ConnectButtons provider={provider} />}
  >
    {providerAbout(provider.about)} {!isAdmin && strings.askAdmin}
  </ListRow>
)

/** One connected account. */
export const Connected = ({
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
            {connection.status === 'needs_reauth' && provider.kind === 'oauth' && (
              <ConsentButton
                provider={provider}
                isAgain
                isDeveloper={provider.has_developer_accounts && connection.mode === 'test'}
              />
            )}
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
