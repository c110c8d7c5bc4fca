import { type Keyset, useKeyset } from '#web/ui/keyset.ts'
import type { ListCondition, ListedRecord, ListField, ListKind, Member, SavedView } from '#web/wire.ts'
import { useDescription, useMembersOf, useViews } from './api.ts'
import { changesOf } from './changes.ts'
import { type Density, useDensity } from './density.ts'
import { fieldName } from './field-words.ts'
import { filterInText, type Group, isEmptyFilter, noFilter, textOfFilter, wholeGroup } from './filter-text.ts'
import { columnsInText, type ListSearch, type ShownColumn, textOfColumns } from './list-search.ts'

/** What a page says of its list; the rest the server describes. */
export interface ListOf {
  readonly kind: ListKind
  /** Columns that are shown unless a view says otherwise. */
  readonly usual: readonly string[]
  /** Read along with every record, for the page's own cells. */
  readonly along?: readonly string[]
  /** Of columns that this page calls otherwise. */
  readonly names?: Readonly<Record<string, string>>
  /** What it calls the words of a choice, by the key of its column. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The list's own order. */
  readonly order: string
  /** A search of it is newest first, whatever the order. */
  readonly isSearchNewestFirst?: boolean
  /** What the page shows at all, beside the filter. */
  readonly base?: readonly ListCondition[]
  /** Any record can change at any time. */
  readonly isReadWhole?: boolean
}

export interface ListState {
  readonly of: ListOf
  readonly search: ListSearch
  readonly fields: readonly ListField[]
  readonly members: readonly Member[]
  readonly views: readonly SavedView[]
  readonly view: SavedView | undefined
  readonly filter: Group
  readonly order: string
  readonly columns: readonly ShownColumn[]
  readonly list: Keyset<ListedRecord>
  /** It is known what the list shows. */
  readonly isReady: boolean
  /** Neither searched nor filtered. */
  readonly isWhole: boolean
  /** Otherwise than its view, or than the list itself. */
  readonly isChanged: boolean
  /** How high its rows are. */
  readonly density: Density
  readonly setDensity: (density: Density) => void
  readonly change: (part: Partial<ListSearch>) => void
  readonly setFilter: (filter: Group) => void
  readonly setColumns: (columns: readonly ShownColumn[] | null) => void
  readonly showView: (view: SavedView | null) => void
  readonly clear: () => void
}

/** A list in the state that its address says: view, filter, order, columns and search. */
export const useList = (of: ListOf, search: ListSearch, onSearch: (search: ListSearch) => void): ListState => {
  const { data: description } = useDescription(of.kind)
  const { data: kept, isError: isWithoutViews } = useViews(of.kind)
  const members = useMembersOf()
  const views = kept ?? []
  // What a view shows is known once the views are; without them the list is shown as it is.
  const isReady = search.view === undefined || kept !== undefined || isWithoutViews
  const view = views.find(({ id }) => id === search.view)
  const filter = (search.f === undefined ? view && wholeGroup(view.filter) : filterInText(search.f)) ?? noFilter
  const isOrder = (order: string): boolean =>
    description?.fields.some(({ key, can_sort }) => can_sort && key === order.replace(/^-/, '')) ?? true
  // An address may name an order that the list does not have, or has no longer.
  const asked = search.order !== undefined && isOrder(search.order) ? search.order : undefined
  const order = asked ?? view?.sort ?? of.order
  const columns = search.cols === undefined ? (view?.columns ?? of.usual.map(unsized)) : columnsInText(search.cols)
  const [density, setDensity] = useDensity(view)
  const isSearch = search.q !== undefined
  const sort = isSearch && of.isSearchNewestFirst ? of.order : order
  const known = new Set(description?.fields.map(({ key }) => key))
  const wanted = [...new Set([...columns.map(({ key }) => key), ...(of.along ?? [])])]
  const list = useKeyset(
    'list-records',
    {
      kind: of.kind,
      ...wholeFilter(of, filter),
      ...(isSearch && { search: search.q }),
      sort,
      // An address may name a column that is gone.
      columns: description ? wanted.filter((key) => known.has(key)) : wanted,
      limit: 50,
    },
    {
      rows: (answer) => answer.records,
      on: changesOf[of.kind],
      isNewestFirst: isNewestFirst(sort),
      isReadWhole: of.isReadWhole ?? false,
      isEnabled: isReady,
    },
  )
  const change = (part: Partial<ListSearch>): void => {
    const next = { ...search, ...part }
    // The address says an order only where it is another than the list would have.
    onSearch(tidy({ ...next, order: next.order === (view?.sort ?? of.order) ? undefined : next.order }))
  }
  return {
    ...{
      of,
      search,
      fields: named(of, description?.fields ?? []),
      members,
      views,
      view,
      filter,
      order: sort,
      columns,
      list,
      isReady,
      density,
      setDensity,
      change,
    },
    isWhole: !isSearch && isEmptyFilter(filter),
    isChanged: search.f !== undefined || search.cols !== undefined || search.order !== undefined,
    setFilter: (next) => change({ f: textOfFilter(next) }),
    setColumns: (next) => (next ? change({ cols: textOfColumns(next) }) : onSearch(tidy(without(search, 'cols')))),
    showView: (next) => onSearch(tidy({ ...(search.q !== undefined && { q: search.q }), ...(next && { view: next.id }) })),
    clear: () => onSearch({ order: undefined }),
  }
}

const named = ({ names = {}, choices = {} }: ListOf, fields: readonly ListField[]): readonly ListField[] =>
  fields.map((field) => ({
    ...field,
    name: names[field.key] ?? (field.is_own ? field.name : fieldName(field)),
    choices: field.choices?.map((each) => ({ ...each, name: choices[field.key]?.[each.value] ?? each.name })) ?? null,
  }))

/** With what the page shows at all. */
export const wholeFilter = ({ base = [] }: ListOf, filter: Group): { filter?: Group } => {
  if (base.length === 0) return isEmptyFilter(filter) ? {} : { filter }
  if (filter.match === 'all') return { filter: { ...filter, conditions: [...base, ...filter.conditions] } }
  return { filter: { match: 'all', conditions: base, groups: isEmptyFilter(filter) ? [] : [filter] } }
}

const unsized = (key: string): ShownColumn => ({ key, width: null })

const isNewestFirst = (order: string): boolean => ['-received_at', '-created_at', '-at'].includes(order)

const without = <Key extends keyof ListSearch>(search: ListSearch, key: Key): ListSearch => {
  const { [key]: _dropped, ...rest } = search
  return rest
}

/** Without what says nothing. An empty filter is said where the view has one. */
const tidy = (search: ListSearch): ListSearch => {
  const { q, f, ...rest } = search
  return {
    ...rest,
    order: search.order,
    ...(q !== undefined && q !== '' && { q }),
    ...(f !== undefined && (f !== '' || search.view !== undefined) && { f }),
  }
}
