import { Failure } from '#core/errors.ts'
import { Batch, type LeadResult, type LeadRow } from './take-leads.ts'

export interface WaitingLead {
  readonly row: LeadRow
  readonly resolve: (result: LeadResult) => void
  readonly reject: (error: unknown) => void
  tries: number
}

/** What goes to the database in one statement, and who waits for its outcome, by the numbers of its rows. */
export interface Departure {
  readonly batch: Batch
  readonly waiting: readonly WaitingLead[]
}

export const maxTries = 8

/** Leads that wait for the database, in the order in which they came. Two that share an identity never leave in one batch. */
export const makeWaitingLeads = () => {
  let open = new Batch()
  let inOpen: WaitingLead[] = []
  /** Came too late for the open batch, or lost a race: first in the next one. */
  let later: WaitingLead[] = []

  const add = (lead: WaitingLead): void => {
    if (open.fits(lead.row)) {
      open.add(lead.row)
      inOpen.push(lead)
    } else {
      open.hold(lead.row)
      later.push(lead)
    }
  }

  const refill = (): void => {
    open = new Batch()
    inOpen = []
    const again = later
    later = []
    for (const lead of again) add(lead)
  }

  return {
    add,
    count: (): number => inOpen.length + later.length,

    /** The open batch, and the next one is open; null when no lead waits. */
    depart(): Departure | null {
      if (inOpen.length === 0) return null
      const departure = { batch: open, waiting: inOpen }
      refill()
      return departure
    },

    /** Another process took one of them a moment ago: all go again, and find it. */
    putBack(leads: readonly WaitingLead[]): void {
      for (const lead of leads) {
        if (++lead.tries > maxTries) lead.reject(new Failure('unavailable', { retryAfterSeconds: 1 }))
        else later.unshift(lead)
      }
      if (inOpen.length === 0) refill()
    },

    /** All of them, which from then on wait for nothing here. */
    clear(): WaitingLead[] {
      const all = [...inOpen, ...later]
      open = new Batch()
      inOpen = []
      later = []
      return all
    },
  }
}
