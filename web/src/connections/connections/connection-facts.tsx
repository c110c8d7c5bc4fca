import { onDay } from '#web/i18n/format.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import type { Connection } from '#web/wire.ts'
import { strings } from './strings.ts'

/** What is known of a connection. */
export const ConnectionFacts = ({ connection }: { connection: Connection }) => (
  <Facts>
    {connection.account && (
      <Fact name={strings.account} wide={connection.account.length > 24}>
        <bdi>{connection.account}</bdi>
      </Fact>
    )}
    <Fact name={strings.kindOfAccount}>{strings.kinds[connection.mode]}</Fact>
    {connection.scopes.length > 0 && (
      <Fact name={strings.scopes} wide>
        {connection.scopes.join(', ')}
      </Fact>
    )}
    <Fact name={strings.lastCall}>{connection.last_call ? <RelativeTime at={connection.last_call.at} /> : strings.never}</Fact>
    {connection.expires_at && (
      <Fact name={strings.renewed}>
        <AbsoluteTime at={connection.expires_at} />
      </Fact>
    )}
    <Fact name={strings.connectedAt}>{onDay(connection.connected_at)}</Fact>
  </Facts>
)
