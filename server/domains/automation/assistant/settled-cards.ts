import type { AnyAction } from '#core/actions/action.ts'
import { goingOf, settledBy } from './card-goings.ts'
import { type Input, type Reading, recordNow } from './card-records.ts'
import { type Card, makeCard } from './cards.ts'

/**
 * A card, and the input that does what it shows and nothing else. Made for the proposal, and again for the approval. Throws as `makeCard`
 * does.
 */
export const settledCard = async (
  action: AnyAction,
  given: Input,
  reading: Reading,
): Promise<{ readonly card: Card; readonly input: Input }> => {
  const now = action.changes === undefined ? null : await recordNow(action.changes, given[action.changes], reading)
  const going = await goingOf(action, given, now, reading)
  const input = { ...given, ...settledBy(action.name, going) }
  return { card: await makeCard(action, input, { now, going, reading }), input }
}
