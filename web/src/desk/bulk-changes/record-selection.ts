import { useState } from 'react'
import { type Selection, useSelection } from '#web/ui/use-selection.ts'
import { type ListState, wholeFilter } from '../lists/use-list.ts'

export interface RecordSelection extends Selection {
  /** All that match, and not only those that are loaded. */
  readonly isWhole: boolean
  readonly chooseWhole: () => void
}

/** Records of a list that are ticked; or all that match, as long as it is filtered and searched as it was then. */
export const useRecordSelection = ({ list, of, filter, search }: ListState): RecordSelection => {
  const ids = list.rows.map(({ id }) => id)
  const { chosen, toggle, setAll } = useSelection(ids)
  const matched = JSON.stringify([wholeFilter(of, filter), search.q])
  const [whole, setWhole] = useState<string | null>(null)
  const isWhole = whole === matched
  const choose = (next: readonly string[]): void => {
    setWhole(null)
    setAll(next)
  }
  return {
    chosen: isWhole ? new Set(ids) : chosen,
    toggle: (id) => (isWhole ? choose(ids.filter((each) => each !== id)) : toggle(id)),
    setAll: choose,
    isWhole,
    chooseWhole: () => setWhole(matched),
  }
}
