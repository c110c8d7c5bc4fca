import type { Language } from '#shapes/languages.ts'
import { stepReasons } from './step-reasons.ts'

const notBooked: Readonly<Record<Language, string>> = {
  en: stepReasons.notBooked,
  de: 'Der Empfänger hat dies nicht gebucht',
  fr: 'Le destinataire n’a pas réservé cela',
  es: 'El destinatario no reservó esto',
  pt: 'O destinatário não reservou isto',
  hi: 'पाने वाले ने यह बुक नहीं किया',
}

/** Why a booking ended, for an email in this language: in the words of who wrote it, or ours. */
export const saidReason = (reason: string | null, language: Language): string =>
  reason === stepReasons.notBooked ? notBooked[language] : (reason ?? '')
