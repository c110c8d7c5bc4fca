import type { Language } from '#shapes/languages.ts'
import { de } from './card-words/de.ts'
import { type CardWords, en } from './card-words/en.ts'
import { es } from './card-words/es.ts'
import { fr } from './card-words/fr.ts'
import { hi } from './card-words/hi.ts'
import { pt } from './card-words/pt.ts'

const words: Readonly<Record<Language, CardWords>> = { en, de, fr, es, pt, hi }

/** What cards say in a language. */
export const cardWords = (language: Language): CardWords => words[language]
