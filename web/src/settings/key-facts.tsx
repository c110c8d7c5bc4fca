import { AbsoluteTime, RelativeTime } from '../parts/relative-time.tsx'
import { onDay } from '../words/format.ts'
import { words } from './messages.ts'
import { Fact, Facts } from './parts.tsx'
import { wordOfScope } from './scope-messages.ts'
import type { Key } from './shapes.ts'

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
