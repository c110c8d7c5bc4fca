import { Button, NativeSelect } from '@mantine/core'
import { IconBriefcase, IconMoodEmpty, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { useSession } from '#web/session.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchBox } from '../leads/lead-filters.tsx'
import { type Narrowed, type Board as Shown, useBoard } from './api.ts'
import { Board } from './board.tsx'
import classes from './deals.module.css'
import type { DealsSearch } from './deals-search.ts'
import { firstDealLine } from './first-deal-line.ts'
import { NewDealWindow } from './new-deal-window.tsx'
import { ResponseStrip } from './response-times.tsx'
import { strings } from './strings.ts'

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
  const change = (next: DealsSearch): void => void navigate({ search: next, replace: true, resetScroll: false })

  return (
    <div data-wide>
      <PageHeader
        title={strings.title}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {strings.newDeal}
          </Button>
        }
      />
      <ResponseStrip />
      <Filters board={board} search={search} onChange={change} />
      {error && !board && <ErrorNote error={error} title={strings.boardFailed} onRetry={() => void refetch()} />}
      {!board && !error && <RowsPending rows={6} />}
      {board && (
        <Found
          board={board}
          narrowed={narrowed}
          inputKey={JSON.stringify(isPlaceholderData ? null : input)}
          isOpenOnly={search.state === 'open'}
          onAdd={() => setAdding(true)}
          onClear={() => change(search.pipeline === undefined ? {} : { pipeline: search.pipeline })}
        />
      )}
      <NewDealWindow
        opened={search.new === 'yes'}
        onClose={() => setAdding(false)}
        pipelineId={board?.pipeline.id}
        stages={board?.stages.filter(({ kind }) => kind === 'open') ?? []}
      />
    </div>
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
  if (isEmpty && isNarrowed)
    return (
      <Empty icon={<IconMoodEmpty size={24} stroke={1.6} />} title={strings.noMatch} text={strings.noMatchText}>
        <Button variant="default" onClick={onClear}>
          {strings.showAll}
        </Button>
      </Empty>
    )
  if (isEmpty && board.pipelines.length <= 1) return <NoDeals onAdd={onAdd} />
  return <Board key={inputKey} board={board} narrowed={narrowed} isOpenOnly={isOpenOnly} />
}

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
        <p className={classes.dim}>{strings.pasteText}</p>
        <CodeBlock text={firstDealLine(location.origin, organization.id)} label={strings.curlLabel} />
      </div>
    </>
  )
}

const Filters = ({
  board,
  search,
  onChange,
}: {
  board: Shown | undefined
  search: DealsSearch
  onChange: (search: DealsSearch) => void
}) => {
  const { person } = useSession()
  const members = useMembersByName()
  const { q: _q, ...unsought } = search
  const { who: _who, ...ofAll } = search
  const { pipeline: _pipeline, ...ofDefault } = search
  const { state: _state, ...inAnyState } = search
  const others = members.filter(({ value }) => value !== person.id)
  return (
    <search className={classes.filters}>
      <SearchBox
        value={search.q ?? ''}
        label={strings.search}
        placeholder={strings.searchPlaceholder}
        onChange={(q) => onChange(q === '' ? unsought : { ...search, q })}
      />
      {board && board.pipelines.length > 1 && (
        <NativeSelect
          aria-label={strings.pipeline}
          value={board.pipeline.id}
          data={board.pipelines.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget: { value } }) => onChange({ ...ofDefault, pipeline: value })}
        />
      )}
      <NativeSelect
        aria-label={strings.whose}
        value={search.who === person.id ? 'me' : (search.who ?? '')}
        data={[
          { value: '', label: strings.everybodys },
          { value: 'me', label: strings.mine },
          { value: 'nobody', label: strings.nobodys },
          ...others,
        ]}
        onChange={({ currentTarget: { value } }) => onChange(value === '' ? ofAll : { ...search, who: value })}
      />
      <NativeSelect
        aria-label={strings.state}
        value={search.state ?? ''}
        data={[
          { value: '', label: strings.allStages },
          { value: 'open', label: strings.openStages },
        ]}
        onChange={({ currentTarget: { value } }) => onChange(value === 'open' ? { ...search, state: 'open' } : inAnyState)}
      />
    </search>
  )
}
