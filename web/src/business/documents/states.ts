import { listed, onDay, relativeTime } from '#web/i18n/format.ts'
import type { Document } from '#web/wire.ts'
import { strings } from './strings.ts'

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | undefined

/** How it stands with a document, in a word. */
export const standingOf = ({ status, seal }: Pick<Document, 'status' | 'seal'>): { tone: Tone; word: string } => {
  switch (status) {
    case 'pending_signature':
      return { tone: 'warn', word: strings.states.pending_signature }
    case 'signed':
      if (seal === 'sealed') return { tone: 'good', word: strings.states.sealed }
      if (seal === 'failed') return { tone: 'bad', word: strings.states.failed }
      return { tone: 'accent', word: strings.states.sealing }
    case 'declined':
      return { tone: 'bad', word: strings.states.declined }
    default:
      return { tone: undefined, word: strings.states[status] }
  }
}

/** Those whose turn it is and who have not signed. */
export const waitsFor = ({ status, signers }: Document): string[] =>
  status === 'pending_signature' ? signers.flatMap(({ name, state }) => (state === 'asked' ? [name] : [])) : []

/** Whom it waits for and since when; else when it was signed, or who declined. */
export const whyOf = (document: Document, nowMs: number): string => {
  const names = waitsFor(document)
  if (names.length > 0)
    return document.waiting_since === null
      ? strings.waitsFor(listed(names))
      : strings.waitsSince(listed(names), relativeTime(document.waiting_since, nowMs))
  const declined = document.signers.find(({ state }) => state === 'declined')
  if (declined) return strings.declinedBy(declined.name)
  if (document.signed_at !== null) return strings.signedOn(onDay(document.signed_at))
  return ''
}

/** The clients among its signers. */
export const clientsOf = ({ signers }: Document): string =>
  listed(signers.flatMap(({ name, role, state }) => (role === 'client' && state !== 'replaced' ? [name] : [])))
