import type { BulkChange } from '#web/wire.ts'
import { strings } from './strings.ts'

/** `Assign: 1,204 leads`. */
export const changeName = ({ type, kind, selected, state }: BulkChange): string =>
  strings.running(strings.verbs[type], state === 'selecting' ? strings.allRecords[kind] : strings.records[kind](selected))

/** What has come of it, or how far it is. */
export const changeResult = (change: BulkChange): string => {
  const { state, selected, done, skipped, failed, undone, kept } = change
  if (state === 'selecting') return strings.selecting(selected)
  if (state === 'changing') return strings.progressOf(done + skipped + failed, selected)
  if (state === 'undoing') return strings.progressOf(undone + kept, done)
  return state === 'undone' ? strings.undoneFinished(undone, kept) : strings.finished(done, skipped, failed)
}

export const reasonText = (code: string): string =>
  code in strings.reasons ? strings.reasons[code as keyof typeof strings.reasons] : strings.otherReason(code)
