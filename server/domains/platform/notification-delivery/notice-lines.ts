import { declared, type NoticeFacts } from '#core/declared.ts'
import type { Language } from '#shapes/languages.ts'
import type { LinkedLine } from '../mail-out/email-html.ts'
import { de } from './lines/de.ts'
import { es } from './lines/es.ts'
import { fr } from './lines/fr.ts'
import { hi } from './lines/hi.ts'
import type { NoticeLines } from './lines/line-parts.ts'
import { pt } from './lines/pt.ts'

/** A notice as far as a line about it needs it. */
export interface NamedNotice {
  readonly kind: string
  readonly subject_id: string
  readonly facts: unknown
}

const lines: Readonly<Record<Exclude<Language, 'en'>, NoticeLines>> = { de, es, fr, hi, pt }

/** What an email or a push says of a notice, in the language of its reader: names, and never what was written. */
export const lineOf = ({ kind, facts }: NamedNotice, language: Language): string => {
  const definition = declared.notices.get(kind)
  const own = language === 'en' ? undefined : lines[language][kind]
  return (own ?? definition?.line)?.(facts as NoticeFacts) ?? definition?.about ?? 'Something needs attention.'
}

/** The path of the page that it leads to. */
export const pageOf = ({ kind, subject_id: subjectId, facts }: NamedNotice): string =>
  declared.notices.get(kind)?.page?.(subjectId, facts as NoticeFacts) ?? '/notices'

export const linkedLineOf = (
  notice: NamedNotice,
  { language, publicUrl }: { readonly language: Language; readonly publicUrl: string },
): LinkedLine => ({
  text: lineOf(notice, language),
  link: `${publicUrl}${pageOf(notice)}`,
})
