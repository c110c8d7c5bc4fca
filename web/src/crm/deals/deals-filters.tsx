import { NativeSelect } from '@mantine/core'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { useSession } from '#web/session.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import type { Board } from './api.ts'
import type { DealsSearch } from './deals-search.ts'
import { strings } from './strings.ts'

/** What the board or the list is narrowed to. */
export const DealsFilters = ({
  board,
  search,
  onChange,
}: {
  board: Board | undefined
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
    <Toolbar>
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
        aria-label={strings.ownerFilter}
        value={search.who === person.id ? 'me' : (search.who ?? '')}
        data={[
          { value: '', label: strings.all },
          { value: 'me', label: strings.mine },
          { value: 'nobody', label: strings.unassigned },
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
    </Toolbar>
  )
}
