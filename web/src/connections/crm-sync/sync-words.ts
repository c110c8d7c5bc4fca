import type { StateLabel } from '#web/ui/pill.tsx'
import type { Output, Sync, SyncEntityProgress, SyncEntitySummary } from '#web/wire.ts'
import { strings } from './strings.ts'

interface Counts extends SyncEntitySummary {
  readonly conflicts?: number
  readonly written?: number
}

const shown = ['new', 'matched', 'changed', 'unchanged', 'failed', 'gone', 'conflicts', 'written'] as const

/** 130 new · 3 changed: what there was any of; `otherwise` where there was nothing. */
export const countsText = (counts: Counts, otherwise: string = strings.nothing): string => {
  const parts = shown.flatMap((name) => (counts[name] ? [strings.count[name](counts[name])] : []))
  return parts.length === 0 ? otherwise : parts.join(' · ')
}

/** What became of one kind: of one that was not read to its end nothing is said of what is the same. */
export const kindText = (counts: Counts, status: SyncEntityProgress['status'] | undefined): string => {
  if (status === 'queued') return strings.notRead
  if (status !== 'syncing') return countsText(counts)
  return [countsText(counts, ''), strings.notFinished].filter(Boolean).join(' · ')
}

/** The sum over the kinds of record. */
export const sumOf = ({ summary }: Pick<Sync, 'summary'>): SyncEntitySummary => {
  const sum = { new: 0, matched: 0, changed: 0, unchanged: 0, failed: 0, gone: 0, missing: 0 }
  for (const each of Object.values(summary))
    for (const name of Object.keys(sum) as (keyof SyncEntitySummary)[]) sum[name] += each[name]
  return sum
}

/** Of an undo: 120 removed · 3 values restored. */
export const undoneText = ({ gone, changed, failed }: SyncEntitySummary): string =>
  [strings.count.removed(gone), changed > 0 && strings.count.restored(changed), failed > 0 && strings.count.kept(failed)]
    .filter(Boolean)
    .join(' · ')

/** What an undo would do. Of an estimate nothing was looked at: the numbers are the most that it can be. */
export const undoPreviewText = (
  { removed, restored, is_estimate }: Pick<Output<'undo-sync'>, 'removed' | 'restored' | 'is_estimate'>,
  title: string,
): string =>
  [
    removed + restored === 0 && strings.undoNothing,
    removed > 0 && strings.undoRemoved(removed),
    restored > 0 && strings.undoRestored(restored),
    is_estimate && strings.undoEstimate,
    strings.undoTheirs(title),
  ]
    .filter(Boolean)
    .join(' ')

export const outcomeOf = ({ status, condition, code, undone_by }: Sync): StateLabel => {
  if (undone_by !== null) return { label: strings.outcome.undone }
  if (status === 'completed') return { label: strings.outcome.completed, tone: 'good' }
  if (status === 'failed')
    return code === 'cancelled' ? { label: strings.outcome.cancelled } : { label: strings.outcome.failed, tone: 'bad' }
  if (status === 'queued') return { label: strings.outcome.queued }
  const known = condition ?? 'running'
  return {
    label: strings.outcome[known],
    tone: known === 'running' ? 'accent' : known === 'waiting_for_limit' ? 'warn' : 'bad',
  }
}
