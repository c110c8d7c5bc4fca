import type { Delivery, Key, Outcome } from './shapes.ts'
import { words } from './strings.ts'

/** A word for a state; the tone never says anything that the word does not. */
export interface Word {
  readonly label: string
  readonly tone?: 'good' | 'warn' | 'bad' | 'accent'
}

export const keyWords: Record<Key['state'], Word> = {
  active: { label: words.keyStates.active, tone: 'good' },
  ending: { label: words.keyStates.ending, tone: 'warn' },
  expired: { label: words.keyStates.expired },
  revoked: { label: words.keyStates.revoked, tone: 'bad' },
}

const outcomeWords: Record<Outcome, Word> = {
  accepted: { label: words.outcomes.accepted, tone: 'good' },
  deduplicated: { label: words.outcomes.deduplicated },
  replayed: { label: words.outcomes.replayed },
  rejected: { label: words.outcomes.rejected, tone: 'bad' },
}

/** What became of a request; a refused one that was mended since is no trouble any more, a conflict is one to look at. */
export const wordOf = (delivery: Pick<Delivery, 'outcome' | 'mended_by' | 'external_id_conflict'>): Word => {
  if (delivery.outcome === 'rejected' && delivery.mended_by) return { label: words.mended, tone: 'good' }
  if (delivery.external_id_conflict) return { label: words.conflict, tone: 'warn' }
  return outcomeWords[delivery.outcome]
}

/** Refused, and nobody has mended it yet. */
export const isOpen = (delivery: Pick<Delivery, 'outcome' | 'mended_by'>): boolean =>
  delivery.outcome === 'rejected' && delivery.mended_by === null

/** One sentence on what happened. */
export const whatHappened = (delivery: Delivery): string => {
  if (delivery.outcome === 'rejected') return sentence(delivery.message ?? delivery.code ?? words.wasRefused)
  if (delivery.outcome === 'replayed') return words.wasReplayed
  if (delivery.outcome === 'deduplicated') {
    return delivery.external_id_conflict ? words.wasConflict : words.wasKnown
  }
  return delivery.replay_of ? words.wasMended : words.wasTaken
}

export const sentence = (text: string): string => {
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
