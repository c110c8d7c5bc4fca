import { counted } from '#web/i18n/format.ts'
import { countOf } from '#web/ui/data-table.tsx'
import { useCount } from './api.ts'
import { strings } from './pinned-strings.ts'
import { type ListState, wholeFilter } from './use-list.ts'

/** The rows themselves come at once. */
const betweenCountsMs = 2_000

/** How many there are, exactly up to 5,000; of a search as many as are loaded. */
export const useListCount = ({ of, filter, search, list, isReady }: ListState): string | undefined => {
  const isSearch = search.q !== undefined
  const { data } = useCount(
    { kind: of.kind, ...wholeFilter(of, filter) },
    { isEnabled: isReady && !isSearch, everyMs: betweenCountsMs },
  )
  if (isSearch || !data) return countOf(list)
  if (data.count === 0 && data.is_exact) return undefined
  return data.is_exact ? counted(data.count) : strings.atLeast(data.count)
}
