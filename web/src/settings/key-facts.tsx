import { AbsoluteTime, RelativeTime } from '../parts/relative-time.tsx'
import { Fact, Facts } from './parts.tsx'
import type { Key } from './shapes.ts'
import { counted, onDay } from './words.ts'

/** What is known of a key. */
export const KeyFacts = ({ of: key }: { of: Key }) => (
  <Facts>
    <Fact name="Scope">{key.scopes.join(', ')}</Fact>
    <Fact name="Last used">{key.last_used_at ? <RelativeTime at={key.last_used_at} /> : 'Never'}</Fact>
    <End of={key} />
    <Fact name="Limit">{key.rate_per_minute === null ? 'As the workspace' : `${counted(key.rate_per_minute)} a minute`}</Fact>
    <Fact name="Made">
      {onDay(key.created_at)}, {key.created_by ? `by ${key.created_by.name}` : 'on the command line'}
    </Fact>
  </Facts>
)

const End = ({ of: key }: { of: Key }) => {
  if (key.revoked_at) {
    return (
      <Fact name="Revoked">
        <AbsoluteTime at={key.revoked_at} />
      </Fact>
    )
  }
  return (
    <Fact name={key.state === 'expired' ? 'Expired' : 'Expires'}>
      {key.expires_at ? <AbsoluteTime at={key.expires_at} /> : 'Never'}
    </Fact>
  )
}
