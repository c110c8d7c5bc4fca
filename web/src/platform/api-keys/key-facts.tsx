import { onDay } from '#web/i18n/format.ts'
import { Fact, Facts } from '#web/settings/parts.tsx'
import type { Key } from '#web/settings/shapes.ts'
import { words } from '#web/settings/strings.ts'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { wordOfScope } from './scope-strings.ts'

/** What is known of a key. */
export const KeyFacts = ({ of: key }: { of: Key }) => (
  <Facts>
    <Fact name={words.factScope} wide={key.scopes.length > 1}>
      <span title={key.scopes.join(', ')}>{key.scopes.map(wordOfScope).join(' · ')}</span>
    </Fact>
    <Fact name={words.lastUsed}>{key.last_used_at ? <RelativeTime at={key.last_used_at} /> : words.never}</Fact>
    <End of={key} />
    <Fact name={words.limit}>{key.rate_per_minute === null ? words.asWorkspace : words.aMinute(key.rate_per_minute)}</Fact>
    <Fact name={words.made}>
      {key.created_by
        ? words.madeBy(onDay(key.created_at), key.created_by.name)
        : words.madeOnCommandLine(onDay(key.created_at))}
    </Fact>
  </Facts>
)

const End = ({ of: key }: { of: Key }) => {
  if (key.revoked_at) {
    return (
      <Fact name={words.revoked}>
        <AbsoluteTime at={key.revoked_at} />
      </Fact>
    )
  }
  return (
    <Fact name={key.state === 'expired' ? words.expired : words.expires}>
      {key.expires_at ? <AbsoluteTime at={key.expires_at} /> : words.never}
    </Fact>
  )
}
