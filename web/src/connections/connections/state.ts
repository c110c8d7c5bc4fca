import type { Connection, ProviderCall } from './api.ts'
import { words } from './strings.ts'

/** How it stands with a connection, in a word and a sentence. */
export interface Standing {
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad' | 'accent' | undefined
  readonly text: string
}

export const standingOf = (connection: Connection): Standing => {
  const reason = connection.last_error ?? ''
  if (connection.status === 'error') return { word: words.pill.error, tone: 'bad', text: words.refused(reason).trim() }
  if (connection.status === 'needs_reauth')
    return { word: words.pill.needs_reauth, tone: 'bad', text: words.reauth(reason).trim() }
  if (connection.status === 'disconnected') return { word: words.pill.disconnected, tone: undefined, text: '' }
  if (connection.circuit !== 'closed') return { word: words.pill.resting, tone: 'warn', text: words.resting(reason).trim() }
  const text = [
    connection.mode === 'sandbox' ? words.simulated : connection.mode === 'test' ? words.testMoney : '',
    reason === '' ? (connection.last_call ? words.well : words.unused) : words.lastFailed(reason),
  ]
  return {
    word: connection.mode === 'sandbox' ? words.pill.sandbox : words.pill.connected,
    tone: reason === '' ? (connection.mode === 'sandbox' ? 'accent' : 'good') : 'warn',
    text: text.filter(Boolean).join(' '),
  }
}

export const outcomeTones = {
  ok: 'good',
  refused: 'bad',
  rate_limited: 'warn',
  failed: 'bad',
  cut: 'bad',
  timed_out: 'bad',
  no_answer: 'bad',
} as const satisfies Record<ProviderCall['outcome'], 'good' | 'warn' | 'bad'>
