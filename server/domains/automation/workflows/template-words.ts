import type { Language } from '#shapes/languages.ts'
import type { TemplateWords } from './template-texts.ts'
import { de } from './template-words/de.ts'
import { en } from './template-words/en.ts'
import { es } from './template-words/es.ts'
import { fr } from './template-words/fr.ts'
import { hi } from './template-words/hi.ts'
import { pt } from './template-words/pt.ts'

/** What the workflows of templates say, by language. */
export const templateWords: Readonly<Record<Language, TemplateWords>> = { de, en, es, fr, hi, pt }
