import type { Connection, ProviderCallOutcome } from '#web/wire.ts'
import { strings } from './strings.ts'

/** The status of a connection, in a word and a sentence. */
export interface Standing {
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad' | 'accent' | undefined
  readonly text: string
}

export const standingOf = (connection: Connection): Standing => {
  const reason = connection.last_error ?? ''
  if (connection.status === 'error') return { word: strings.pill.error, tone: 'bad', text: strings.refused(reason).trim() }
  if (connection.status === 'needs_reauth')
    return { word: strings.pill.needs_reauth, tone: 'bad', text: strings.reauth(reason).trim() }
  if (connection.status === 'disconnected') return { word: strings.pill.disconnected, tone: undefined, text: '' }
  if (connection.circuit !== 'closed') return { word: strings.pill.resting, tone: 'warn', text: strings.resting(reason).trim() }
  const text = [
    connection.mode === 'sandbox' ? strings.simulated : connection.mode === 'test' ? strings.testMoney : '',
    reason === '' ? (connection.last_call ? strings.well : strings.unused) : strings.lastFailed(reason),
  ]
  return {
    word: connection.mode === 'sandbox' ? strings.pill.sandbox : strings.pill.connected,
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
} as const satisfies Record<ProviderCallOutcome, 'good' | 'warn' | 'bad'>
