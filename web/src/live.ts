import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { foyer } from './gateway.ts'

/** `off` before the first connection. */
export type LiveState = 'off' | 'live' | 'reconnecting'

/** The kinds of change a page can hear of; `everything` after a gap, in which anything may have happened. */
export type Change =
  | 'lead.received'
  | 'contact.changed'
  | 'delivery.recorded'
  | 'key.changed'
  | 'workspace.changed'
  | 'member.joined'
  | 'member.changed'
  | 'member.left'
  | 'invitation.changed'
  | 'upload.changed'
  | 'mail.changed'
  | 'webhook.changed'
  | 'chat_widget.changed'
  | 'background.changed'
  | 'invoice.changed'
  | 'connection.connected'
  | 'connection.failed'
  | 'connection.disconnected'
  | 'connection.changed'
  | 'notice.raised'
  | 'deal.created'
  | 'deal.changed'
  | 'deal.closed'
  | 'task.changed'
  | 'pipeline.changed'
  | 'message.received'
  | 'message.written'
  | 'message.changed'
  | 'conversation.changed'
  | 'call.ended'
  | 'call.changed'
  | 'contact.merged'
  | 'company.changed'
  | 'canned_reply.changed'
  | 'conversation.read'
  | 'fact.changed'
  | 'everything'

/** Whatever shows deals. Further pages of a long column are the board's own business (see deals/calls.ts). */
const ofDeals = ['show-board', 'show-deal', 'list-deals', 'list-turns', 'show-response-times', 'list-pipelines'] as const

/**
 * What is read again after a change: queries whose key begins with one of these (an action's name, or a room's own word).
 * Lists that page by keyset are not among them: they fetch what is new and keep what they have (see parts/keyset.ts).
 */
const touched: Record<Exclude<Change, 'everything'>, readonly string[]> = {
  'lead.received': [
    'list-sources',
    'show-contact',
    'show-lead',
    'show-key',
    'list-keys',
    'show-workspace',
    'keys',
    'workspace',
    'leads',
    'contacts',
    'deliveries',
  ],
  'contact.changed': ['show-contact', 'show-lead', 'contacts'],
  'delivery.recorded': ['show-key', 'show-lead', 'show-delivery', 'list-deliveries', 'keys', 'deliveries'],
  'key.changed': ['list-keys', 'show-key', 'keys'],
  'workspace.changed': ['show-workspace', 'show-profile', 'workspace', 'show-calling'],
  'member.joined': ['list-members', 'list-invitations'],
  'member.changed': ['list-members', 'show-profile'],
  'member.left': ['list-members'],
  'invitation.changed': ['list-invitations'],
  'upload.changed': ['list-uploads', 'show-upload', 'preview-upload', 'list-upload-rows', 'uploads'],
  'mail.changed': ['show-mail'],
  'webhook.changed': ['list-webhooks', 'show-webhook-delivery'],
  'chat_widget.changed': ['list-chat-widgets'],
  'background.changed': ['list-background-work', 'show-background-work', 'list-held-work'],
  'invoice.changed': ['list-invoices', 'show-invoice', 'show-reconciliation'],
  'connection.connected': ['list-connections', 'show-calling'],
  'connection.failed': ['list-connections'],
  'connection.disconnected': ['list-connections', 'show-calling'],
  'connection.changed': ['list-connections'],
  'notice.raised': ['list-notices'],
  'deal.created': [...ofDeals, 'show-contact', 'list-timeline'],
  'deal.changed': [...ofDeals, 'show-contact', 'list-timeline'],
  'deal.closed': [...ofDeals, 'show-contact', 'list-timeline'],
  'task.changed': [...ofDeals, 'list-tasks', 'list-timeline'],
  'pipeline.changed': [...ofDeals],
  'message.received': ['list-timeline', 'unread-chats'],
  'message.written': ['list-timeline'],
  'message.changed': ['list-timeline'],
  'conversation.changed': ['unread-chats'],
  'call.ended': ['list-timeline', 'list-calls'],
  'call.changed': ['list-timeline', 'list-calls'],
  'contact.merged': ['show-contact', 'contacts', 'list-timeline'],
  'canned_reply.changed': ['list-canned-replies'],
  'conversation.read': ['unread-chats'],
  'company.changed': ['show-deal', 'show-company', 'show-contact'],
  'fact.changed': ['show-deal', 'show-company', 'list-timeline'],
}

/** A kind of change is passed on at once when it is rare, and this far apart when it rains. */
const gatherMs = 700
/** A hiccup shorter than this is nobody's business. */
const patienceMs = 1_500

let state: LiveState = 'off'
const stateWatchers = new Set<() => void>()
const listeners = new Set<(changes: ReadonlySet<Change>) => void>()

export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    (changed) => {
      stateWatchers.add(changed)
      return () => stateWatchers.delete(changed)
    },
    () => state,
  )

/** Calls back when something of these kinds changed, or may have. */
export const useChanges = (kinds: readonly Change[], heard: () => void): void => {
  const hear = useEffectEvent((changes: ReadonlySet<Change>) => {
    if (changes.has('everything') || kinds.some((kind) => changes.has(kind))) heard()
  })
  useEffect(() => {
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }, [])
}

const setState = (next: LiveState): void => {
  if (state === next) return
  state = next
  for (const changed of stateWatchers) changed()
}

/** Opens the live line and keeps it open until the answered function is called. */
export const startLive = (queries: QueryClient): (() => void) => {
  let gathered = new Set<Change>()
  let dueMs = 0
  const toldMs = new Map<Change, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined

  const tell = (): void => {
    timer = undefined
    const changes = gathered
    for (const change of changes) toldMs.set(change, Date.now())
    gathered = new Set()
    for (const hear of listeners) hear(changes)
    if (changes.has('everything')) {
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'keyset',
      })
      return
    }
    const roots = new Set([...changes].flatMap((change) => (change === 'everything' ? [] : (touched[change] ?? []))))
    void queries.invalidateQueries({ predicate: ({ queryKey }) => roots.has(String(queryKey[0])) })
  }

  const hear = (change: Change): void => {
    gathered.add(change)
    const wishMs = Math.max(Date.now(), (toldMs.get(change) ?? 0) + gatherMs)
    if (timer !== undefined && dueMs <= wishMs) return
    clearTimeout(timer)
    dueMs = wishMs
    timer = setTimeout(tell, dueMs - Date.now())
  }

  const lost = (): void => {
    patience ??= setTimeout(() => setState('reconnecting'), patienceMs)
  }
  const found = (): void => {
    clearTimeout(patience)
    patience = undefined
    setState('live')
  }

  const line = foyer.live(
    ({ type }) => {
      if (isChange(type)) hear(type)
    },
    { onState: (next) => (next === 'live' ? found() : lost()) },
  )
  const wake = (): void => {
    if (document.visibilityState === 'visible') line.wake()
  }
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)

  return () => {
    line.close()
    clearTimeout(timer)
    clearTimeout(patience)
    removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    setState('off')
  }
}

const isChange = (event: string): event is Change => event === 'everything' || event in touched
