import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { IconBriefcase, IconPlus } from '#icons'
import { counted } from '#web/i18n/format.ts'
import { useSession } from '#web/session.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { NoMatch } from '#web/ui/no-match.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { type Narrowed, type Board as Shown, useBoard } from './api.ts'
import { Board } from './board.tsx'
import { DealsFilters } from './deals-filters.tsx'
import { DealsList } from './deals-list.tsx'
import classes from './deals-page.module.css'
import { type DealsSearch, readDealsSearch } from './deals-search.ts'
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

  const { view, ...onBoard } = search
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
          filter={{
            ...narrowed,
            ...(search.pipeline !== undefined && { pipelineId: search.pipeline }),
            ...(search.state === 'open' && { state: 'open' }),
          }}
          order={search.order}
          onSort={(order) =>
            void navigate({ search: readDealsSearch({ ...search, order }), replace: true, resetScroll: false })
          }
          stages={board?.stages ?? []}
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
