import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { strings } from './strings.ts'

/** Numbers of the business account that are written to and not connected: what waits for them, until they are. */
export const UnconnectedNumbers = () => {
  const { data } = useQuery(read('list-unconnected-numbers', {}))
  if (!data || data.numbers.length === 0) return null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul style={{ margin: 0, padding: 0, listStyle: 'none' }} role="list" aria-label={strings.unconnected}>
      {data.numbers.map(({ phone_number_id, number, messages, last_at }) => (
        <li key={phone_number_id}>
          <strong dir="ltr">{number ?? phone_number_id}</strong> {strings.notConnectedHere(messages)}{' '}
          <span className="dim">
            <RelativeTime at={last_at} /> · {strings.connectNumber(phone_number_id)}
          </span>
        </li>
      ))}
    </ul>
  )
}
