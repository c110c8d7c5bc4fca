import type { Delivery, Key, Outcome } from './shapes.ts'
import { strings } from './strings.ts'

/** A label for a state; the tone never says anything that the word does not. */
export interface StateLabel {
  readonly label: string
  readonly tone?: 'good' | 'warn' | 'bad' | 'accent'
}

export const keyLabels: Record<Key['state'], StateLabel> = {
  active: { label: strings.keyStates.active, tone: 'good' },
  ending: { label: strings.keyStates.ending, tone: 'warn' },
  expired: { label: strings.keyStates.expired },
  revoked: { label: strings.keyStates.revoked, tone: 'bad' },
}

const outcomeLabels: Record<Outcome, StateLabel> = {
  accepted: { label: strings.outcomes.accepted, tone: 'good' },
  deduplicated: { label: strings.outcomes.deduplicated },
  replayed: { label: strings.outcomes.replayed },
  rejected: { label: strings.outcomes.rejected, tone: 'bad' },
}

/** What became of a request; a refused one that was mended since is no trouble any more, a conflict is one to look at. */
export const labelOf = (delivery: Pick<Delivery, 'outcome' | 'mended_by' | 'external_id_conflict'>): StateLabel => {
  if (delivery.outcome === 'rejected' && delivery.mended_by) return { label: strings.mended, tone: 'good' }
  if (delivery.external_id_conflict) return { label: strings.conflict, tone: 'warn' }
  return outcomeLabels[delivery.outcome]
}

/** Refused, and nobody has mended it yet. */
export const isOpen = (delivery: Pick<Delivery, 'outcome' | 'mended_by'>): boolean =>
  delivery.outcome === 'rejected' && delivery.mended_by === null

/** One sentence on what happened. */
export const whatHappened = (delivery: Delivery): string => {
  if (delivery.outcome === 'rejected') return sentence(delivery.message ?? delivery.code ?? strings.wasRefused)
  if (delivery.outcome === 'replayed') return strings.wasReplayed
  if (delivery.outcome === 'deduplicated') {
    return delivery.external_id_conflict ? strings.wasConflict : strings.wasKnown
  }
  return delivery.replay_of ? strings.wasMended : strings.wasTaken
}

export const sentence = (text: string): string => {
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
