import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../gateway.ts'
import { useChanges } from '../live.ts'
import type { Change } from '../module.ts'
import type { ActionName, Input, Output } from '../wire.ts'

interface Row {
  readonly id: string
}
interface Page<R extends Row> {
  readonly rows: readonly R[]
  readonly next: string | null
}
type Pages<R extends Row> = InfiniteData<Page<R>, string | null>

export interface Keyset<R extends Row> {
  readonly rows: readonly R[]
  /** Rows that came while the list was being looked at, for a few seconds each. */
  readonly fresh: ReadonlySet<string>
  /** Seconds that the search of this list is behind; 0 of what is not searched. */
  readonly searchBehindSeconds: number
  /** How many came above the others since the list was opened. */
  readonly arrived: number
  readonly isPending: boolean
  readonly error: Error | null
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  /** Older rows could not be loaded; the ones shown are good. */
  readonly olderError: Error | null
  loadOlder(): void
  retry(): void
}

/** Newer pages that are fetched to close a gap; behind more than these the list begins anew. */
const gapPages = 4
/** How often a search that is behind is repeated. */
const searchAgainMs = 1_500
/** So long a row that just came stays marked. */
const freshMs = 4_000

interface KeysetOptions<Name extends ActionName, R extends Row> {
  rows: (answer: Output<Name>) => readonly R[]
  /** The changes that may bring new rows. */
  on: readonly Change[]
  /** In another order than newest first a new row may stand anywhere. */
  isNewestFirst?: boolean
  /** Any row can change at any time: all that is loaded is read again. */
  isReadWhole?: boolean
  /** Not yet known what to ask for: nothing is read. */
  isEnabled?: boolean
}

/**
 * A list that is paged by keyset, newest first if not said otherwise. On a live change only what is new is fetched and put on top: the rows
 * that are shown stay, and so do the scroll position, the focus and the pages that were loaded.
 */
export const useKeyset = <Name extends ActionName, R extends Row>(
  name: Name,
  input: Omit<Input<Name>, 'cursor'>,
  options: KeysetOptions<Name, R>,
): Keyset<R> => {
  const queries = useQueryClient()
  const queryKey = ['keyset', name, input] as const
  const { fresh, mark } = useFresh()
  const [arrived, setArrived] = useState(0)
  const [searchBehindSeconds, setSearchBehindSeconds] = useState(0)

  const fetchPage = async (cursor: string | null, signal?: AbortSignal): Promise<Page<R>> => {
    const asked = { ...input, ...(cursor === null ? {} : { cursor }) } as unknown as Input<Name>
    const answer = await call(name, asked, signal ? { signal } : {})
    setSearchBehindSeconds((answer as { search_behind_seconds?: number | null }).search_behind_seconds ?? 0)
    return { rows: options.rows(answer), next: (answer as { next_cursor: string | null }).next_cursor }
  }

  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    enabled: options.isEnabled ?? true,
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page<R>) => page.next,
    // Reading every loaded page again is never needed: new rows are merged, old ones do not change.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    // In another order the same rows stay until they are read: the head that was pressed keeps the focus.
    placeholderData: (before: Pages<R> | undefined, query) =>
      query && unsorted(query.queryKey) === unsorted(queryKey) ? before : undefined,
  })

  const busy = useRef(false)
  const again = useRef(false)
  const bringNew = useEffectEvent(async (): Promise<void> => {
    const known = queries.getQueryData<Pages<R>>(queryKey)
    if (!known) return
    if (busy.current) {
      again.current = true
      return
    }
    busy.current = true
    try {
      do {
        again.current = false
        await (options.isReadWhole ? query.refetch() : options.isNewestFirst === false ? readEndAgain() : mergeNewest())
      } while (again.current)
    } catch {
      // The next change, or the line coming back, tries again; what is shown stays true.
    } finally {
      busy.current = false
    }
  })

  const mergeNewest = async (): Promise<void> => {
    const newestKnown = queries.getQueryData<Pages<R>>(queryKey)?.pages.flatMap((page) => page.rows)[0]?.id
    const { rows, next, met } = await fetchNewest(fetchPage, newestKnown)
    const now = queries.getQueryData<Pages<R>>(queryKey)
    if (!now) return
    const seen = new Set(idsOf(now))
    const added = rows.flatMap(({ id }) => (seen.has(id) ? [] : [id]))
    queries.setQueryData<Pages<R>>(queryKey, met ? merge(now, rows, next) : { pages: [{ rows, next }], pageParams: [null] })
    if (added.length > 0) setArrived((n) => n + added.length)
    mark(added)
  }

  const readEndAgain = async (): Promise<void> => {
    const before = queries.getQueryData<Pages<R>>(queryKey)
    if (!before) return
    const renewed = await withEndAgain(fetchPage, before)
    // Where more pages were loaded meanwhile, they say what comes next.
    if (queries.getQueryData<Pages<R>>(queryKey)?.pages.length !== before.pages.length) return
    queries.setQueryData<Pages<R>>(queryKey, renewed)
    const newest = idsOf(before).reduce((a, b) => (a > b ? a : b), '')
    mark(idsOf(renewed).filter((id) => id > newest))
  }

  useChanges(options.on, () => void bringNew())
  // A list that was left and opened again shows what it had, and fetches what came since.
  useEffect(() => void bringNew(), [])

  // What the search did not know yet is looked for again.
  useEffect(() => {
    if (searchBehindSeconds === 0) return
    const timer = setInterval(() => void bringNew(), searchAgainMs)
    return () => clearInterval(timer)
  }, [searchBehindSeconds])

  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  return {
    rows,
    fresh,
    arrived,
    searchBehindSeconds,
    ...pagesState(query),
  }
}

const unsorted = ([, name, input]: readonly unknown[]): string => JSON.stringify([name, { ...(input as object), sort: null }])

type FetchPage<R extends Row> = (cursor: string | null) => Promise<Page<R>>

const idsOf = <R extends Row>({ pages }: Pages<R>): string[] => pages.flatMap(({ rows }) => rows.map(({ id }) => id))

/** Rows are marked for as long as they count as new. */
const useFresh = () => {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const mark = (ids: readonly string[]): void => {
    if (ids.length === 0) return
    setFresh((marked) => new Set([...marked, ...ids]))
    setTimeout(() => setFresh((marked) => new Set([...marked].filter((id) => !ids.includes(id)))), freshMs)
  }
  return { fresh, mark }
}

/** From the newest row back to one that is known, if it is met within a few pages. */
const fetchNewest = async <R extends Row>(fetchPage: FetchPage<R>, newestKnown: string | undefined) => {
  const rows: R[] = []
  let next: string | null = null
  let met = false
  for (let pages = 0; pages < gapPages && !met; pages++) {
    const page: Page<R> = await fetchPage(next)
    rows.push(...page.rows)
    next = page.next
    met = next === null || (newestKnown !== undefined && page.rows.some((row) => row.id <= newestKnown))
  }
  return { rows, next, met }
}

/** Reads the last pages again, where a row that is newest last appears; a short list is read whole. */
const withEndAgain = async <R extends Row>(fetchPage: FetchPage<R>, known: Pages<R>): Promise<Pages<R>> => {
  const from = Math.max(0, known.pages.length - gapPages)
  const pages = known.pages.slice(0, from)
  const pageParams = known.pageParams.slice(0, from)
  let cursor = known.pageParams[from] ?? null
  for (let at = from; at < known.pages.length; at++) {
    const page = await fetchPage(cursor)
    pages.push(page)
    pageParams.push(cursor)
    cursor = page.next
    if (cursor === null) break
  }
  return { pages, pageParams }
}

/** The state of a paged list. An error counts only while there are no rows to show. */
export const pagesState = (
  query: UseInfiniteQueryResult,
): Omit<Keyset<Row>, 'rows' | 'fresh' | 'arrived' | 'searchBehindSeconds'> => ({
  isPending: query.isPending,
  error: query.data ? null : query.error,
  hasOlder: query.hasNextPage,
  isLoadingOlder: query.isFetchingNextPage,
  olderError: query.isFetchNextPageError ? query.error : null,
  loadOlder: () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  },
  retry: () => void query.refetch(),
})

/**
 * The newest rows on top of what is there. As far back as they reach they are the truth: rows in both are taken as they
 * are now, and rows that are gone from them are gone.
 */
const merge = <R extends Row>(known: Pages<R>, newest: readonly R[], next: string | null): Pages<R> => {
  const current = new Map(newest.map((row) => [row.id, row]))
  const reach = next === null ? '' : (newest.at(-1)?.id ?? '')
  const [first, ...rest] = known.pages
  if (!first) return { pages: [{ rows: newest, next }], pageParams: [null] }
  const shown = new Set(known.pages.flatMap((page) => page.rows.map((row) => row.id)))
  const renew = (rows: readonly R[]): R[] =>
    rows.filter((row) => row.id < reach || current.has(row.id)).map((row) => current.get(row.id) ?? row)
  return {
    pages: [
      { rows: [...newest.filter((row) => !shown.has(row.id)), ...renew(first.rows)], next: first.next },
      ...rest.map((page) => ({ ...page, rows: renew(page.rows) })),
    ],
    pageParams: known.pageParams,
  }
}
