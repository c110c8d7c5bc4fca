import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { CallError, call, read } from '#web/gateway.ts'
import { useChanges } from '#web/live.ts'
import type { Change } from '#web/module.ts'
import { pagesState } from '#web/ui/keyset.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { Conversation, Input, Message, Output } from '#web/wire.ts'
import { filterOf, type InboxSearch } from './inbox-search.ts'

import { strings } from './strings.ts'

/** What a burst of messages costs at most: one look at each list in so long. */
const calmMs = 1_500

/** Calls back at a change, at once when it was calm before, and no more often than once in `calmMs`. */
const useCalmChanges = (kinds: readonly Change[], heard: () => unknown): void => {
  const lastMs = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const hear = useEffectEvent(() => {
    timer.current = undefined
    lastMs.current = Date.now()
    heard()
  })
  useChanges(kinds, () => {
    timer.current ??= setTimeout(() => hear(), Math.max(0, lastMs.current + calmMs - Date.now()))
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

// ── The list ────────────────────────────────────────────────────────────────────────────────────────────────────────

type List = Output<'fetch-admin-chats'>
type ListPages = InfiniteData<List, string | null>
const pageSize = 40

const listKey = (search: InboxSearch) => ['inbox', filterOf(search)] as const

/** The conversations that fit, newest first, live: what is said moves a conversation to the top. */
export const useConversations = (search: InboxSearch) => {
  const queries = useQueryClient()
  const queryKey = listKey(search)
  const fetchPage = (cursor: string | null, signal?: AbortSignal): Promise<List> =>
    call(
      'fetch-admin-chats',
      { ...filterOf(search), limit: pageSize, ...(cursor !== null && { cursor }) },
      signal ? { signal } : {},
    )
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: List) => page.next_cursor,
    staleTime: 0,
    // What the search did not know yet is looked for again.
    refetchInterval: ({ state }) => ((state.data?.pages[0]?.search_behind_seconds ?? 0) > 0 ? 1_500 : false),
  })
  // Whatever was said last stands on the first page: the others are left as they are.
  useCalmChanges(['message.received', 'message.written'], async () => {
    const newest = await fetchPage(null).catch(() => null)
    if (newest) queries.setQueryData<ListPages>(queryKey, (known) => known && withNewest(known, newest))
  })
  useCalmChanges(['conversation.changed', 'conversation.read', 'contact.merged', 'everything'], () =>
    queries.invalidateQueries({ queryKey }),
  )

  const seen = new Set<string>()
  const rows = (query.data?.pages.flatMap((page) => page.conversations) ?? []).filter(
    ({ contact_id }) => !seen.has(contact_id) && seen.add(contact_id),
  )
  return {
    rows,
    searchBehindSeconds: query.data?.pages[0]?.search_behind_seconds ?? 0,
    ...pagesState(query),
  }
}

/** The newest page is the truth as far back as it reaches; what is older stays. */
const withNewest = (known: ListPages, newest: List): ListPages => {
  const last = newest.conversations.at(-1)?.last_message_at
  if (newest.next_cursor === null || !last) return { pages: [newest], pageParams: [null] }
  const current = new Set(newest.conversations.map(({ contact_id }) => contact_id))
  const [first, ...rest] = known.pages
  if (!first) return { pages: [newest], pageParams: [null] }
  const older = ({ contact_id, last_message_at }: Conversation): boolean =>
    !current.has(contact_id) && last_message_at !== null && last_message_at < last
  return {
    pages: [
      {
        ...newest,
        conversations: [...newest.conversations, ...first.conversations.filter(older)],
        next_cursor: first.next_cursor,
      },
      ...rest.map((page) => ({ ...page, conversations: page.conversations.filter(older) })),
    ],
    pageParams: known.pageParams,
  }
}

// ── One conversation ────────────────────────────────────────────────────────────────────────────────────────────────

type History = Output<'fetch-chat-history'>
type HistoryPages = InfiniteData<History, string | null>
const messagesAtOnce = 50

const threadKey = (projectId: string) => ['thread', projectId] as const

/** The messages of a conversation, oldest first; older ones a page at a time, live at the end. */
export const useThread = (projectId: string) => {
  const queries = useQueryClient()
  const queryKey = threadKey(projectId)
  const fetchPage = (before: string | null, signal?: AbortSignal): Promise<History> =>
    call(
      'fetch-chat-history',
      { projectId, limit: messagesAtOnce, ...(before !== null && { before }) },
      signal ? { signal } : {},
    )
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as string | null,
    // Pages go back in time: the next one is the one before.
    getNextPageParam: (page: History) => page.previous_cursor,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const bringNewest = useEffectEvent(async () => {
    const newest = await fetchPage(null).catch(() => null)
    if (newest) queries.setQueryData<HistoryPages>(queryKey, (known) => known && withNewestMessages(known, newest))
  })
  useCalmChanges(
    ['message.received', 'message.written', 'message.changed', 'conversation.changed', 'contact.merged', 'everything'],
    () => bringNewest(),
  )
  // A conversation that was left and opened again shows what it had, and fetches what came since.
  useEffect(() => void bringNewest(), [])

  const pages = query.data?.pages ?? []
  return {
    messages: pages.toReversed().flatMap((page) => page.history),
    conversation: pages[0]?.conversation ?? null,
    ...pagesState(query),
  }
}

const withNewestMessages = (known: HistoryPages, newest: History): HistoryPages => {
  const [first, ...rest] = known.pages
  const oldest = newest.history[0]
  const meets = first && (newest.previous_cursor === null || first.history.some(({ id }) => id === oldest?.id))
  // More was said meanwhile than one page holds: what is older is fetched again when it is looked for.
  if (!first || !meets) return { pages: [newest], pageParams: [null] }
  const current = new Set(newest.history.map(({ id }) => id))
  const earlier = first.history.slice(
    0,
    Math.max(
      0,
      first.history.findIndex(({ id }) => id === oldest?.id),
    ),
  )
  return {
    pages: [
      {
        ...newest,
        history: [...earlier.filter(({ id }) => !current.has(id)), ...newest.history],
        previous_cursor: newest.previous_cursor === null ? null : first.previous_cursor,
      },
      ...rest,
    ],
    pageParams: known.pageParams,
  }
}

/** A message that was just acknowledged, where it belongs. */
export const useAddMessage = () => {
  const queries = useQueryClient()
  return (projectId: string, message: Message): void => {
    queries.setQueryData<HistoryPages>(threadKey(projectId), (known) => {
      const [first, ...rest] = known?.pages ?? []
      if (!known || !first || first.history.some(({ id }) => id === message.id)) return known
      return { ...known, pages: [{ ...first, history: [...first.history, message] }, ...rest] }
    })
  }
}

/** Reads the conversation and the lists again. */
export const useReadAgain = () => {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey }) => ['inbox', 'thread', 'unread-chats'].includes(String(queryKey[0])),
    })
}

// ── What is done about it ───────────────────────────────────────────────────────────────────────────────────────────

/** Assigns, closes or reopens it. Another member may have been faster: the answer says who. */
export const useChange = (projectId: string) => {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (change: Omit<Input<'update-chat-session'>, 'projectId'>) =>
      call('update-chat-session', { projectId, ...change } as Input<'update-chat-session'>),
    // What they wrote meanwhile keeps it open.
    onSuccess: ({ session_status }, { action }) =>
      say(action === 'close' && session_status === 'open' ? strings.stillOpen : strings.changed[action]),
    onError: (error) => sayFailure(error, strings.changeFailed),
    onSettled: readAgain,
  })
}

export const useMarkRead = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (mark: Input<'mark-chat-read'>) => call('mark-chat-read', mark),
    onMutate: ({ projectId }) => {
      queries.setQueriesData<ListPages>(
        { queryKey: ['inbox'] },
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              conversations: page.conversations.map((row) =>
                row.project_id === projectId || row.contact_id === projectId ? { ...row, unread_count: 0 } : row,
              ),
            })),
          },
      )
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['unread-chats'] }),
  })
}

export const useResend = (projectId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (messageId: string) => call('resend-message', { messageId }),
    onError: (error) => sayFailure(error, strings.resendFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: threadKey(projectId) }),
  })
}

export const useReact = (projectId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (reaction: { messageId: string; emoji: string }) =>
      call('react-chat', { ...reaction, clientMessageId: crypto.randomUUID() }),
    onError: (error) => sayFailure(error, strings.reactFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: threadKey(projectId) }),
  })
}

export const useCannedReplies = () => useQuery(read('list-canned-replies', {}))
export const useMembers = () => useQuery(read('list-members', {}))
export const useTemplates = (enabled: boolean) => useQuery({ ...read('list-whatsapp-templates', {}), enabled })

export const isGone = (error: unknown): boolean => error instanceof CallError && error.status === 404

/** Colleagues who can be named in a note, by the names that are typed. */
export const useColleagues = (isWanted: boolean, ownId: string) => {
  const { data } = useQuery({ ...read('list-members', {}), enabled: isWanted })
  return (data?.members ?? [])
    .filter(({ id }) => id !== ownId)
    .map(({ id, name, email }) => ({ id, shortcut: name.toLowerCase(), title: name, body: email }))
}
