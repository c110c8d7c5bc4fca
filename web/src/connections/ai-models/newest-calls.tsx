import { Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { dollars } from './amounts.ts'
import { useNewestCalls } from './api.ts'
import { strings } from './strings.ts'
import { featureName } from './usage.tsx'

const bad = new Set(['cut', 'failed', 'timed_out', 'unknown'])

/** The end of the ledger. */
export const NewestCalls = () => {
  const { data } = useNewestCalls()
  if (!data || data.calls.length === 0) return null
  return (
    <Part title={strings.newest}>
      <List label={strings.newest} isInset>
        {data.calls.map((call) => (
          <ListRow
            key={call.id}
            title={`${featureName(call.feature)}: ${call.model}`}
            pills={<Pill tone={bad.has(call.outcome) ? 'warn' : undefined}>{strings.outcomes[call.outcome]}</Pill>}
            end={<RelativeTime at={call.at} />}
          >
            <span>
              {[
                dollars(call.cost_nano),
                strings.tokens(call.input_tokens, call.output_tokens),
                ...(call.estimated ? [strings.estimated(dollars(call.cost_nano))] : []),
                ...(call.fallback ? [strings.after(call.fallback.from, call.fallback.reason)] : []),
                ...(call.reason === null ? [] : [call.reason]),
              ].join(' · ')}
            </span>
          </ListRow>
        ))}
      </List>
    </Part>
  )
}
