import { Button, Loader } from '@mantine/core'
import { memo, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { IconTrophy, IconX } from '#icons'
import { counted, listed, money } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import type { Deal } from '#web/wire.ts'
import type { Narrowed, Board as Shown } from './api.ts'
import classes from './board.module.css'
import { above, type Column, withMoves } from './columns.ts'
import { DealCard } from './deal-card.tsx'
import { strings } from './strings.ts'
import { useColumns } from './use-columns.ts'
import { type Drag, useDrag } from './use-drag.ts'
import { useFresh } from './use-fresh.ts'
import { useMoves } from './use-moves.ts'

const MoveWindow = laterWindow(() => import('./move-window.tsx').then(({ MoveWindow }) => MoveWindow))

const LostWindow = laterWindow(() => import('./move-window.tsx').then(({ LostWindow }) => LostWindow))

const MissingWindow = laterWindow(() => import('../fields/missing-window.tsx').then(({ MissingWindow }) => MissingWindow))

/** The stages of a pipeline side by side, and the deals in them as cards that can be lifted and put elsewhere. */
export const Board = ({
  board,
  narrowed,
  isOpenOnly,
}: {
  board: Shown
  narrowed: Narrowed
  /** Without the stages in which a deal is over. */
  isOpenOnly: boolean
}) => {
  const known = useColumns(board, narrowed)
  const { moves, move, asking, answer, lacking, fill, leave } = useMoves(known.settle)
  const fresh = useFresh(board, moves)
  const region = useRef<HTMLElement>(null)
  const [choosing, setChoosing] = useState<Deal | null>(null)
  const helpId = useId()

  const all = withMoves(known.columns, moves)
  const columns = isOpenOnly ? all.filter(({ kind }) => kind === 'open') : all
  const ends = (['won', 'lost'] as const).flatMap((end) => all.find(({ kind }) => kind === end) ?? [])
  const put = ({ deal, at }: Pick<Drag, 'deal' | 'at'>): void =>
    move({ deal, stageId: at.stageId, afterDealId: above(all, deal.id, at) }, all)
  const { drag, spoken, focusLater } = useDrag(region, columns, ends, put)
  const shown = drag
    ? withMoves(columns, [{ deal: drag.deal, stageId: drag.at.stageId, afterDealId: above(columns, drag.deal.id, drag.at) }])
    : columns

  return (
    <>
      <p id={helpId} className="hidden-visually">
        {strings.cardHelp}
      </p>
      <div className="hidden-visually" role="status" aria-live="assertive">
        {spoken}
      </div>
      <section
        className={classes.board}
        ref={region}
        aria-label={strings.boardOf(board.pipeline.name)}
        data-lifting={drag?.by}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {shown.map((column) => (
          <ColumnOf
            key={column.id}
            column={column}
            liftedId={drag?.deal.id ?? null}
            fresh={fresh}
            helpId={helpId}
            isLoading={known.isLoading(column.id)}
            error={known.moreError(column.id)}
            onMore={known.loadMore}
            onMove={setChoosing}
          />
        ))}
      </section>
      {drag?.by === 'pointer' && <EndZones ends={ends} overId={drag.at.stageId} />}
      <MoveWindow
        opened={choosing !== null}
        deal={choosing}
        stages={board.stages}
        onClose={() => setChoosing(null)}
        onChoose={(deal, stageId) => {
          setChoosing(null)
          focusLater(deal.id)
          put({ deal, at: { stageId, index: 0 } })
        }}
      />
      <LostWindow opened={asking !== null} deal={asking?.deal ?? null} onClose={() => answer(null)} onLose={answer} />
      <MissingWindow
        opened={lacking !== null}
        missing={
          lacking && {
            deal: lacking.move.deal.name,
            stage: all.find(({ id }) => id === lacking.move.stageId)?.name ?? '',
            keys: lacking.keys,
          }
        }
        onFill={fill}
        onClose={leave}
      />
    </>
  )
}

/** Where a dragged card ends: near from every column, and there also when the columns of the ends are not. */
const EndZones = ({ ends, overId }: { ends: readonly Column[]; overId: string }) => (
  <div className={classes.zones} aria-hidden>
    {ends.map(({ id, kind, name }) => (
      <div key={id} className={classes.zone} data-zone={id} data-kind={kind} data-over={id === overId || undefined}>
        {kind === 'won' ? <IconTrophy size={18} stroke={1.8} /> : <IconX size={18} stroke={1.8} />}
        <bdi>{name}</bdi>
      </div>
    ))}
  </div>
)

/** What a column is worth, and below it what of that is to be expected. */
const Sums = ({ sums }: { sums: Column['sums'] }) => {
  const weighted = sums.flatMap(({ weighted_minor: minor, currency }) => (minor === null ? [] : [money(minor, currency)]))
  return (
    <div className={classes.columnSums}>
      <span>{listed(sums.map(({ minor, currency }) => money(minor, currency)))}</span>
      {weighted.length > 0 && <span title={strings.weightedHint}>{strings.weighted(listed(weighted))}</span>}
    </div>
  )
}

const ColumnOf = memo(
  ({
    column,
    liftedId,
    fresh,
    helpId,
    isLoading,
    error,
    onMore,
    onMove,
  }: {
    column: Column
    liftedId: string | null
    fresh: ReadonlySet<string>
    helpId: string
    isLoading: boolean
    error: unknown
    onMore: (stageId: string) => void
    onMove: (deal: Deal) => void
  }) => {
    const id = useId()
    const list = useRef<HTMLOListElement>(null)
    const [focused, setFocused] = useState<string | null>(null)
    const active = column.deals.some((deal) => deal.id === focused) ? focused : (column.deals[0]?.id ?? null)
    return (
      <section className={classes.column} aria-labelledby={id} data-stage={column.id} data-kind={column.kind}>
        <header className={classes.columnHead}>
          <h2 id={id} className={classes.columnName}>
            {column.name}
          </h2>
          <span className={classes.columnCount}>
            <span aria-hidden>{counted(column.count)}</span>
            <span className="hidden-visually">{strings.dealsIn(column.count)}</span>
          </span>
          <Sums sums={column.sums} />
        </header>
        <ol
          className={classes.cards}
          ref={list}
          // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
          role="list"
          aria-labelledby={id}
          data-cards
          onFocus={({ target }) => setFocused(target.closest<HTMLElement>('[data-card]')?.dataset.card ?? null)}
        >
          {column.deals.map((deal) => (
            <DealCard
              key={deal.id}
              deal={deal}
              isActive={deal.id === active}
              isLifted={deal.id === liftedId}
              isFresh={fresh.has(deal.id)}
              helpId={helpId}
              onMove={onMove}
            />
          ))}
          {column.deals.length === 0 && <li className={classes.none}>{strings.noneHere}</li>}
          {column.next !== null && (
            <More
              list={list}
              rest={column.count - column.deals.length}
              isLoading={isLoading}
              error={error}
              onMore={() => onMore(column.id)}
            />
          )}
        </ol>
      </section>
    )
  },
)

/** The foot of a long column: loads what follows when it comes into view, and has a button for those who do not scroll. */
const More = ({
  list,
  rest,
  isLoading,
  error,
  onMore,
}: {
  list: RefObject<HTMLElement | null>
  rest: number
  isLoading: boolean
  error: unknown
  onMore: () => void
}) => {
  const foot = useRef<HTMLLIElement>(null)
  const load = useEffectEvent(onMore)
  const mayLoad = !isLoading && !error
  useEffect(() => {
    if (!foot.current || !mayLoad) return
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), {
      root: list.current,
      rootMargin: '800px 0px',
    })
    watcher.observe(foot.current)
    return () => watcher.disconnect()
  }, [list, mayLoad])
  return (
    <li ref={foot} className={classes.more}>
      {error ? (
        <ErrorNote error={error} title={strings.moreFailed} onRetry={onMore} />
      ) : isLoading ? (
        <Loader size={18} aria-label={strings.loadingMore} />
      ) : (
        <Button size="xs" variant="default" onClick={onMore}>
          {strings.more(rest)}
        </Button>
      )}
    </li>
  )
}
