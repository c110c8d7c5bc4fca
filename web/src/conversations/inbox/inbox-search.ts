import { textIn } from '#web/ui/route-params.ts'

export const views = ['all', 'mine', 'nobody', 'snoozed', 'closed'] as const
export type View = (typeof views)[number]
export const channels = ['whatsapp', 'web_chat', 'email'] as const
export type Channel = (typeof channels)[number]

/** What the address of the inbox says. */
export interface InboxSearch {
  readonly view?: View
  readonly channel?: Channel
  readonly q?: string
}

/** Reads the search of an address, which may be mistyped: invalid values are ignored. */
export const readInboxSearch = (search: Record<string, unknown>): InboxSearch => {
  const view = views.find((known) => known === search.view && known !== 'all')
  const channel = channels.find((known) => known === search.channel)
  return { ...(view && { view }), ...(channel && { channel }), ...textIn('q', search.q) }
}

/** The same as `fetch-admin-chats` takes it. */
export const filterOf = ({ view = 'all', channel, q }: InboxSearch) => ({
  filter: channel ?? ('all' as const),
  // Who searches does not know whether it was closed.
  status:
    view === 'snoozed' || view === 'closed' ? view : view === 'all' && q !== undefined ? ('all' as const) : ('open' as const),
  assigned: view === 'mine' ? ('me' as const) : view === 'nobody' ? ('nobody' as const) : ('anyone' as const),
  ...(q !== undefined && { search: q }),
})
