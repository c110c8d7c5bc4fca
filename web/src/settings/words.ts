import type { Delivery, Key, Outcome } from './shapes.ts'

/** A word for a state; the tone never says anything that the word does not. */
export interface Word {
  readonly label: string
  readonly tone?: 'good' | 'warn' | 'bad' | 'accent'
}

export const keyWords: Record<Key['state'], Word> = {
  active: { label: 'Active', tone: 'good' },
  ending: { label: 'Ending', tone: 'warn' },
  expired: { label: 'Expired' },
  revoked: { label: 'Revoked', tone: 'bad' },
}

export const outcomeWords: Record<Outcome, Word> = {
  accepted: { label: 'Accepted', tone: 'good' },
  deduplicated: { label: 'Known already', tone: 'accent' },
  replayed: { label: 'Answered again' },
  rejected: { label: 'Refused', tone: 'bad' },
}

/** What became of a request; a refused one that was mended since is no trouble any more, a conflict is one to look at. */
export const wordOf = (delivery: Pick<Delivery, 'outcome' | 'mended_by' | 'external_id_conflict'>): Word => {
  if (delivery.outcome === 'rejected' && delivery.mended_by) return { label: 'Mended', tone: 'good' }
  if (delivery.external_id_conflict) return { label: 'Conflict', tone: 'warn' }
  return outcomeWords[delivery.outcome]
}

/** Refused, and nobody has mended it yet. */
export const isOpen = (delivery: Pick<Delivery, 'outcome' | 'mended_by'>): boolean =>
  delivery.outcome === 'rejected' && delivery.mended_by === null

/** One sentence on what happened. */
export const whatHappened = (delivery: Delivery): string => {
  if (delivery.outcome === 'rejected') return sentence(delivery.message ?? delivery.code ?? 'The request was refused')
  if (delivery.outcome === 'replayed') return 'The same Idempotency-Key came again, and got the first answer again.'
  if (delivery.outcome === 'deduplicated') {
    return delivery.external_id_conflict
      ? 'The external_id was known, but came with another person from another source. The first lead stands.'
      : 'The external_id was known: the first lead was the answer, nothing was stored twice.'
  }
  return delivery.replay_of ? 'A mended request; it became a lead.' : 'It became a lead.'
}

export const sentence = (text: string): string => {
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
export const onDay = (instant: string): string => day.format(new Date(instant))

export const counted = (n: number): string => n.toLocaleString('en')
