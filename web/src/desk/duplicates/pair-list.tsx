import { Button } from '@mantine/core'
import { type InfiniteData, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IconUsers } from '#icons'
import { useShortcuts } from '#web/shell/keyboard.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { OlderRows, RowsPending } from '#web/ui/keyset-list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import classes from './duplicates.module.css'
import { strings } from './strings.ts'

/** Two records that may be one, the older one first. */
export interface ShownPair<Shown> {
  readonly id: string
  readonly two: readonly [Shown, Shown]
  readonly reasons: readonly string[]
}

/** How records of one kind are shown and decided on. */
export interface PairWays<Shown> {
  readonly words: { readonly emptyText: string; readonly keys: string; readonly merged: (name: string) => string }
  readonly nameOf: (record: Shown) => string
  /** The name as a link, and what tells the two apart. */
  readonly side: (record: Shown) => ReactNode
  /** Answers the id of the merge. */
  readonly merge: (source: Shown, target: Shown) => Promise<string | null>
  readonly undoMerge: (mergeId: string) => Promise<unknown>
  readonly dismiss: (pair: readonly [Shown, Shown], undo: boolean) => Promise<unknown>
}

export const PairList = <Shown, Page>({
  list,
  pairs,
  ways,
}: {
  list: UseInfiniteQueryResult<InfiniteData<Page>>
  pairs: readonly ShownPair<Shown>[]
  ways: PairWays<Shown>
}) => {
  const { merge, dismiss } = useDecision(ways)
  /** The pair in which the focus is, else the first. */
  const current = (): ShownPair<Shown> | undefined => {
    const id = document.activeElement?.closest<HTMLElement>('[data-pair]')?.dataset.pair
    return pairs.find((pair) => pair.id === id) ?? pairs[0]
  }
  const act = (work: (pair: ShownPair<Shown>) => Promise<void>) => (): unknown => {
    const pair = current()
    return pair ? void work(pair) : false
  }
  useShortcuts({ 1: act((pair) => merge(pair, 0)), 2: act((pair) => merge(pair, 1)), n: act(dismiss) })
  return (
    <>
      {list.error && <ErrorNote error={list.error} title={strings.loadFailed} onRetry={() => void list.refetch()} />}
      {list.isPending && !list.error && <RowsPending rows={3} />}
      {list.data && pairs.length === 0 && (
        <Empty icon={<IconUsers size={24} stroke={1.6} />} title={strings.emptyTitle} text={ways.words.emptyText} />
      )}
      {pairs.length > 0 && <p className={`dim ${classes.hint}`}>{ways.words.keys}</p>}
      {pairs.map((pair) => (
        <Pair key={pair.id} pair={pair} ways={ways} onKeep={(n) => void merge(pair, n)} onDismiss={() => void dismiss(pair)} />
      ))}
      <OlderRows
        list={{
          rows: pairs,
          hasOlder: list.hasNextPage,
          isLoadingOlder: list.isFetchingNextPage,
          olderError: list.isFetchNextPageError ? list.error : null,
          loadOlder: () => void list.fetchNextPage(),
        }}
      />
    </>
  )
}

const useDecision = <Shown,>(ways: PairWays<Shown>) => {
  const queries = useQueryClient()
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
      await queries.invalidateQueries()
    } catch (error) {
      sayFailure(error, strings.failed)
    }
  }
  return {
    merge: ({ two: [one, other] }: ShownPair<Shown>, kept: 0 | 1): Promise<void> =>
      attempt(async () => {
        const [target, source] = kept === 0 ? [one, other] : [other, one]
        const mergeId = await ways.merge(source, target)
        say(
          ways.words.merged(ways.nameOf(target)),
          mergeId === null ? undefined : () => void attempt(() => ways.undoMerge(mergeId)),
        )
      }),
    dismiss: ({ two }: ShownPair<Shown>): Promise<void> =>
      attempt(async () => {
        await ways.dismiss(two, false)
        say(strings.dismissed, () => void attempt(() => ways.dismiss(two, true)))
      }),
  }
}

const Pair = <Shown,>({
  pair: { id, two, reasons },
  ways,
  onKeep,
  onDismiss,
}: {
  pair: ShownPair<Shown>
  ways: PairWays<Shown>
  onKeep: (n: 0 | 1) => void
  onDismiss: () => void
}) => (
  <div className={classes.pair} data-pair={id}>
    <Card title={strings.pair(ways.nameOf(two[0]), ways.nameOf(two[1]))}>
      <div className={classes.sides}>
        {two.map((record, n) => (
          <div key={n === 0 ? 'one' : 'other'} className={classes.side}>
            {ways.side(record)}
            <Button
              variant="default"
              aria-label={strings.keepNamed(ways.nameOf(record))}
              aria-keyshortcuts={String(n + 1)}
              onClick={() => onKeep(n === 0 ? 0 : 1)}
            >
              {strings.keep}
            </Button>
          </div>
        ))}
      </div>
      <div className={classes.foot}>
        <span className={classes.reasons}>
          {reasons.map((reason) => (
            <Pill key={reason}>{reason}</Pill>
          ))}
        </span>
        <Button variant="default" aria-keyshortcuts="n" onClick={onDismiss}>
          {strings.notSame}
        </Button>
      </div>
    </Card>
  </div>
)
