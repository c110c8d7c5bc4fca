import { syncReason } from '#web/i18n/server-messages.ts'
import { sentenceOf } from '#web/ui/error-note.tsx'
import type { CrmConnection } from '#web/wire.ts'
import { connectStrings } from './connect-strings.ts'
import { strings } from './strings.ts'

/** The status of a CRM connection, in a word and, where something is to be done, a sentence. */
export interface CrmStanding {
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad' | 'accent' | undefined
  readonly text: string
}

export const standingOf = ({ status, mode, last_error: said }: CrmConnection): CrmStanding => {
  const last_error = said === null ? null : sentenceOf(syncReason(said))
  if (status === 'needs_reauth') return { word: strings.pill.needs_reauth, tone: 'bad', text: last_error ?? '' }
  if (status === 'error') return { word: strings.pill.error, tone: 'bad', text: last_error ?? '' }
  if (status === 'disconnected') return { word: strings.pill.disconnected, tone: undefined, text: '' }
  if (mode === 'sandbox') return { word: strings.pill.sandbox, tone: 'accent', text: connectStrings.simulated }
  return { word: strings.pill.connected, tone: last_error ? 'warn' : 'good', text: last_error ?? '' }
}
