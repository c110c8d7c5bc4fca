import { languageTag } from '#web/i18n/format.ts'
import type { KnowledgeSource } from '#web/wire.ts'
import { strings } from './strings.ts'

type Language = KnowledgeSource['language']

const names = new Intl.DisplayNames([languageTag], { type: 'language', fallback: 'code' })

/** Those that a document can be said to be in. */
export const documentLanguages = ['en', 'de', 'fr', 'es', 'pt', 'hi', 'other'] as const satisfies readonly Language[]

export const languageName = (language: Language): string =>
  language === 'other' ? strings.otherLanguage : (names.of(language) ?? language)
