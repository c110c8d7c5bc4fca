import { eventNames } from './event-strings.ts'
import { eventName } from './spoken-names.ts'

/** Events as they are offered: what people use first stands first. */
export const eventChoices = (events: readonly { readonly type: string }[]): { value: string; label: string }[] => {
  const order = new Map(Object.keys(eventNames).map((type, at) => [type, at]))
  const placeOf = (type: string): number => order.get(type) ?? order.size
  return events
    .map(({ type }) => ({ value: type, label: eventName(type) }))
    .toSorted((one, other) => placeOf(one.value) - placeOf(other.value))
}
