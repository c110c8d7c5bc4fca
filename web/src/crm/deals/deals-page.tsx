import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { IconBriefcase, IconPlus } from '#icons'
import type { ListSearch } from '#web/desk/lists/list-search.ts'
import { counted } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { ListCondition } from '#web/wire.ts'
import { type Narrowed, type Board as Shown, useBoard } from './api.ts'
import { Board } from './board.tsx'
import { DealsFilters } from './deals-filters.tsx'
import { DealsList } from './deals-list.tsx'
import classes from './deals-page.module.css'
import type { DealsSearch } from './deals-search.ts'
import { firstDealLine } from './first-deal-line.ts'
import { ResponseStrip } from './response-times.tsx'
import { strings } from './strings.ts'

const NewDealWindow = laterWindow(() => import('./new-deal-window.tsx').then(({ NewDealWindow }) => NewDealWindow))

const route = getRouteApi('/staff/deals')

/** The board: every deal of a pipeline in its stage. What it is narrowed to lives in the address. */
export const DealsPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { person } = useSession()
  const narrowed: Narrowed = {
    ...(search.who !== undefined && { assignedTo: search.who === 'me' ? person.id : search.who }),
    ...(search.q !== undefined && { search: search.q }),
  }
  const input = { ...narrowed, ...(search.pipeline !== undefined && { pipelineId: search.pipeline }) }
  const { data: board, error, refetch, isPlaceholderData } = useBoard(input)
  const setAdding = (isAdding: boolean): void => {
    const { new: _, ...rest } = search
    change(isAdding ? { ...rest, new: 'yes' } : rest)
  }
  const clear = (): void =>
    change({
      ...(search.pipeline !== undefined && { pipeline: search.pipeline }),
      ...(search.view !== undefined && { view: search.view }),
    })
  const change = (next: DealsSearch): void => void navigate({ search: next, replace: true, resetScroll: false })

  const { view, saved: _saved, f: _f, cols: _cols, order: _order, ...onBoard } = search
  const isNarrowed = search.who !== undefined || search.q !== undefined

  return (
    <>
      <PageHeader
        title={strings.title}
        {...(board && { count: counted(board.stages.reduce((sum, { count }) => sum + count, 0)) })}
        tabs={
          <nav aria-label={strings.views}>
            <button type="button" aria-pressed={view !== 'list'} onClick={() => change(onBoard)}>
              {strings.asBoard}
            </button>
            <button type="button" aria-pressed={view === 'list'} onClick={() => change({ ...search, view: 'list' })}>
              {strings.asList}
            </button>
          </nav>
        }
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {strings.newDeal}
          </Button>
        }
      />
      <DealsFilters board={board} search={search} onChange={change} />
      <ResponseStrip />
      {view === 'list' && (
        <DealsList
          search={listSearchOf(search)}
          base={conditionsOf(search, person.id, board?.stages ?? [])}
          onSearch={({ view: saved, ...next }) =>
            change({ ...narrowedIn(search), ...next, view: 'list', ...(saved && { saved }) })
          }
          empty={isNarrowed || search.state ? <NothingFits onClear={clear} /> : <NoDeals onAdd={() => setAdding(true)} />}
        />
      )}
      {view !== 'list' && error && !board && (
        <ErrorNote error={error} title={strings.boardFailed} onRetry={() => void refetch()} />
      )}
      {view !== 'list' && !board && !error && <RowsPending rows={6} />}
      {view !== 'list' && board && (
        <Found
          board={board}
          narrowed={narrowed}
          inputKey={JSON.stringify(isPlaceholderData ? null : input)}
          isOpenOnly={search.state === 'open'}
          onAdd={() => setAdding(true)}
          onClear={clear}
        />
      )}
      <NewDealWindow
        opened={search.new === 'yes'}
        onClose={() => setAdding(false)}
        pipelineId={board?.pipeline.id}
        stages={board?.stages.filter(({ kind }) => kind === 'open') ?? []}
      />
    </>
  )
}

/** What narrows the board and the table alike, beside the search. */
const narrowedIn = ({ pipeline, who, state }: DealsSearch): DealsSearch => ({
  ...(pipeline !== undefined && { pipeline }),
  ...(who !== undefined && { who }),
  ...(state !== undefined && { state }),
})

const listSearchOf = ({ q, saved, f, cols, order }: DealsSearch): ListSearch => ({
  order,
  ...(q !== undefined && { q }),
  ...(saved !== undefined && { view: saved }),
  ...(f !== undefined && { f }),
  ...(cols !== undefined && { cols }),
})

const conditionsOf = (
  { who, state, pipeline }: DealsSearch,
  me: string,
  stages: readonly { readonly id: string }[],
): ListCondition[] => [
  ...(state === 'open' ? [{ field: 'state', op: 'is', value: 'open' } as const] : []),
  ...(who === undefined ? [] : [{ field: 'owner', op: 'is', value: who === me ? 'me' : who } as const]),
  ...(pipeline === undefined || stages.length === 0
    ? []
    : [{ field: 'stage', op: 'any_of', value: stages.map(({ id }) => id) } as const]),
]

const Found = ({
  board,
  narrowed,
  inputKey,
  isOpenOnly,
  onAdd,
  onClear,
}: {
  board: Shown
  narrowed: Narrowed
  inputKey: string
  isOpenOnly: boolean
  onAdd: () => void
  onClear: () => void
}) => {
  const isEmpty = board.stages.every(({ count }) => count === 0)
  const isNarrowed = narrowed.assignedTo !== undefined || narrowed.search !== undefined
  if (isEmpty && isNarrowed) return <NothingFits onClear={onClear} />
  if (isEmpty && board.pipelines.length <= 1) return <NoDeals onAdd={onAdd} />
  return <Board key={inputKey} board={board} narrowed={narrowed} isOpenOnly={isOpenOnly} />
}

const NothingFits = ({ onClear }: { onClear: () => void }) => (
  <NoMatch title={strings.noMatch} text={strings.noMatchText} clear={strings.showAll} onClear={onClear} />
)

/** Before the first deal: the ways to one. */
const NoDeals = ({ onAdd }: { onAdd: () => void }) => {
  const { organization } = useSession()
  return (
    <>
      <Empty icon={<IconBriefcase size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
          {strings.firstDeal}
        </Button>
      </Empty>
      <div className={classes.paste}>
        <p className="dim">{strings.pasteText}</p>
        <CodeBlock text={firstDealLine(location.origin, organization.id)} label={strings.curlLabel} />
      </div>
    </>
  )
}
