import type { Language } from '#shapes/languages.ts'
import { de } from './card-words/de.ts'
import { en } from './card-words/en.ts'
import { es } from './card-words/es.ts'
import { fr } from './card-words/fr.ts'
import { hi } from './card-words/hi.ts'
import { pt } from './card-words/pt.ts'

/** What cards say of themselves, beside values: the same in each language. */
export type CardWords = typeof en

const words: Readonly<Record<Language, CardWords>> = { en, de, fr, es, pt, hi }

export const cardWords = (language: Language): CardWords => words[language]
