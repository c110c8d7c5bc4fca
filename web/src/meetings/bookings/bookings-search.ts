import { isId } from '#web/ui/route-params.ts'

export const shownStates = ['upcoming', 'pending', 'past', 'cancelled'] as const
export type ShownState = (typeof shownStates)[number]

export interface BookingsSearch {
  state?: ShownState
  /** The form for a new booking is open. */
  new?: 'yes'
  /** For whom it is. */
  contact?: string
  /** Whose meetings are shown. */
  ofContact?: string
  ofCompany?: string
}

/** What the address of the list says; invalid values are ignored. */
export const readBookingsSearch = (search: Record<string, unknown>): BookingsSearch => {
  const state = shownStates.find((known) => known === search.state && known !== 'upcoming')
  const isNew = search.new === 'yes'
  return {
    ...(state && { state }),
    ...(isNew && { new: 'yes' as const }),
    ...(isNew && isId(search.contact) && { contact: search.contact }),
    ...(isId(search.ofContact) && { ofContact: search.ofContact }),
    ...(isId(search.ofCompany) && { ofCompany: search.ofCompany }),
  }
}
