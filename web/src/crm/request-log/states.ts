import { sentenceOf } from '#web/ui/error-note.tsx'
import type { StateLabel } from '#web/ui/pill.tsx'
import type { Delivery, DeliveryOutcome } from '#web/wire.ts'
import { strings } from './strings.ts'

const outcomeLabels: Record<DeliveryOutcome, StateLabel> = {
  accepted: { label: strings.outcomes.accepted, tone: 'good' },
  deduplicated: { label: strings.outcomes.deduplicated },
  replayed: { label: strings.outcomes.replayed },
  rejected: { label: strings.outcomes.rejected, tone: 'bad' },
  held: { label: strings.outcomes.held, tone: 'warn' },
  test: { label: strings.outcomes.test },
  ignored: { label: strings.outcomes.ignored },
}

/** The outcome of a request; a rejected one that was fixed since is no trouble any more, a conflict is one to look at. */
export const labelOf = (delivery: Pick<Delivery, 'outcome' | 'mended_by' | 'external_id_conflict'>): StateLabel => {
  if (delivery.outcome === 'rejected' && delivery.mended_by) return { label: strings.fixed, tone: 'good' }
  if (delivery.outcome === 'held' && delivery.mended_by) return { label: strings.released, tone: 'good' }
  if (delivery.external_id_conflict && delivery.mended_by) return { label: strings.fixed, tone: 'good' }
  if (delivery.external_id_conflict) return { label: strings.conflict, tone: 'warn' }
  return outcomeLabels[delivery.outcome]
}

/** Rejected, and not fixed yet. */
export const isOpen = (delivery: Pick<Delivery, 'outcome' | 'mended_by'>): boolean =>
  delivery.outcome === 'rejected' && delivery.mended_by === null

/** Held, and not released yet. */
export const isHeld = (delivery: Pick<Delivery, 'outcome' | 'mended_by'>): boolean =>
  delivery.outcome === 'held' && delivery.mended_by === null

/** With the id of another person's lead, and no lead of its own yet. */
export const isInConflict = (delivery: Pick<Delivery, 'external_id_conflict' | 'mended_by'>): boolean =>
  delivery.external_id_conflict && delivery.mended_by === null

/** One sentence on what happened. */
export const whatHappened = (delivery: Delivery): string => {
  if (delivery.outcome === 'rejected') return sentenceOf(delivery.message ?? delivery.code ?? strings.wasRejected)
  if (delivery.outcome === 'held') return sentenceOf(delivery.message ?? strings.wasHeld)
  if (delivery.outcome === 'test') return sentenceOf(delivery.message ?? strings.wasTest)
  if (delivery.outcome === 'ignored') return sentenceOf(delivery.message ?? strings.wasIgnored)
  if (delivery.outcome === 'replayed') return strings.wasReplayed
  if (delivery.outcome === 'deduplicated') {
    if (delivery.external_id_conflict) return strings.wasConflict
    return delivery.source ? strings.wasRepeat : strings.wasDuplicate
  }
  return delivery.replay_of ? strings.wasFixed : strings.wasAccepted
}
