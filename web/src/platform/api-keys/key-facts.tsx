import { onDay } from '#web/i18n/format.ts'
import { Fact, Facts } from '#web/settings/parts.tsx'
import type { Key } from '#web/settings/shapes.ts'
import { strings } from '#web/settings/strings.ts'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { wordOfScope } from './scope-strings.ts'

/** What is known of a key. */
export const KeyFacts = ({ of: key }: { of: Key }) => (
  <Facts>
    <Fact name={strings.factScope} wide={key.scopes.length > 1}>
      <span title={key.scopes.join(', ')}>{key.scopes.map(wordOfScope).join(' · ')}</span>
    </Fact>
    <Fact name={strings.lastUsed}>{key.last_used_at ? <RelativeTime at={key.last_used_at} /> : strings.never}</Fact>
    <End of={key} />
    <Fact name={strings.limit}>
      {key.rate_per_minute === null ? strings.asWorkspace : strings.aMinute(key.rate_per_minute)}
    </Fact>
    <Fact name={strings.made}>
      {key.created_by
        ? strings.madeBy(onDay(key.created_at), key.created_by.name)
        : strings.madeOnCommandLine(onDay(key.created_at))}
    </Fact>
  </Facts>
)

const End = ({ of: key }: { of: Key }) => {
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
