import type { Language } from '#shapes/languages.ts'

/** What stands above the ways to reach a business. */
export const questionWords: Readonly<Record<Language, string>> = {
  en: 'Questions?',
  de: 'Fragen?',
  fr: 'Des questions ?',
  es: '¿Preguntas?',
  pt: 'Dúvidas?',
  hi: 'कोई सवाल?',
}
