import { relativeTime } from '#web/i18n/format.ts'
import type { ViewedSubject } from '#web/wire.ts'
import { strings } from './strings.ts'

/** Less than this on a part says nothing. */
const leastSeconds = 5

/** `Viewed twice, last today, 4 minutes on prices`; null where no person viewed it. */
export const summaryOf = (
  { count, last_at, parts }: Pick<ViewedSubject, 'count' | 'last_at' | 'parts'>,
  nowMs: number,
): string | null => {
  if (count === 0) return null
  const longest = parts.find(({ seconds }) => seconds >= leastSeconds)
  return [
    strings.viewed(count),
    last_at !== null && strings.last(relativeTime(last_at, nowMs)),
    longest && strings.spent(timeOf(longest.seconds), partOf(longest)),
  ]
    .filter(Boolean)
    .join(', ')
}

export const timeOf = (seconds: number): string =>
  seconds < 60 ? strings.seconds(seconds) : strings.minutes(Math.round(seconds / 60))

/** A section by its title, else by its number. */
export const partOf = ({ part, title }: Pick<ViewedSubject['parts'][number], 'part' | 'title'>): string => {
  if (part === 'prices') return strings.prices
  if (title !== null) return `“${title}”`
  const n = Number(part.slice(1))
  return part.startsWith('p') ? strings.page(n) : strings.section(n)
}
