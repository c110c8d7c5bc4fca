import type { AnyEvent } from './event.ts'

/** An event that outgoing webhooks tell of. */
export type PublicEvent = AnyEvent & { readonly webhook: NonNullable<AnyEvent['webhook']> }

let declared: readonly PublicEvent[] | undefined

/** Called by the product's catalogue, once: modules stand above each other, and what delivers all public events stands below most of them. */
export const declarePublicEvents = (events: readonly AnyEvent[]): void => {
  declared = events.filter((each): each is PublicEvent => each.webhook !== undefined)
}

/** Every public event of the product. Known from when the catalogue is put together: not while modules are loaded. */
export const publicEvents = (): readonly PublicEvent[] => {
  if (!declared) throw new Error('the catalogue is not assembled yet')
  return declared
}
