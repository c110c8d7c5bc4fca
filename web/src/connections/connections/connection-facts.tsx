import { onDay } from '#web/i18n/format.ts'
import { Fact, Facts } from '#web/settings/parts.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import type { Connection } from './api.ts'
import { words } from './strings.ts'

/** What is known of a connection. */
export const ConnectionFacts = ({ connection }: { connection: Connection }) => (
  <Facts>
    {connection.account && (
      <Fact name={words.account} wide={connection.account.length > 24}>
        <bdi>{connection.account}</bdi>
      </Fact>
    )}
    <Fact name={words.kindOfAccount}>{words.kinds[connection.mode]}</Fact>
    {connection.scopes.length > 0 && (
      <Fact name={words.scopes} wide>
        {connection.scopes.join(', ')}
      </Fact>
    )}
    <Fact name={words.lastCall}>{connection.last_call ? <RelativeTime at={connection.last_call.at} /> : words.never}</Fact>
    {connection.expires_at && (
      <Fact name={words.renewed}>
        <AbsoluteTime at={connection.expires_at} />
      </Fact>
    )}
    <Fact name={words.connectedAt}>{onDay(connection.connected_at)}</Fact>
  </Facts>
)
