import { onDay } from '#web/i18n/format.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import type { ApiKey } from '#web/wire.ts'
import { nameOfScope } from './scope-strings.ts'
import { strings } from './strings.ts'

/** What is known of a key. */
export const KeyFacts = ({ of: key }: { of: ApiKey }) => (
  <Facts>
    <Fact name={strings.permissions} wide={key.scopes.length > 1}>
      <span title={key.scopes.join(', ')}>{key.scopes.map(nameOfScope).join(' · ')}</span>
    </Fact>
    <Fact name={strings.lastUsed}>{key.last_used_at ? <RelativeTime at={key.last_used_at} /> : strings.never}</Fact>
    <End of={key} />
    <Fact name={strings.limit}>
      {key.rate_per_minute === null ? strings.workspaceLimit : strings.perMinute(key.rate_per_minute)}
    </Fact>
    <Fact name={strings.created}>
      {key.created_by
        ? strings.createdBy(onDay(key.created_at), key.created_by.name)
        : strings.createdOnCommandLine(onDay(key.created_at))}
    </Fact>
  </Facts>
)

const End = ({ of: key }: { of: ApiKey }) => {
  if (key.revoked_at) {
    return (
      <Fact name={strings.revoked}>
        <AbsoluteTime at={key.revoked_at} />
      </Fact>
    )
  }
  return (
    <Fact name={key.state === 'expired' ? strings.expired : strings.expires}>
      {key.expires_at ? <AbsoluteTime at={key.expires_at} /> : strings.never}
    </Fact>
  )
}
