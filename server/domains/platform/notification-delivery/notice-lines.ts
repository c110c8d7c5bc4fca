import { declared, type NoticeFacts } from '#core/declared.ts'
import type { LinkedLine } from '../mail-out/email-html.ts'

/** A notice as far as a line about it needs it. */
export interface NamedNotice {
  readonly kind: string
  readonly subject_id: string
  readonly facts: unknown
}

/** What an email or a push says of a notice: names, and never what was written. */
export const lineOf = ({ kind, facts }: NamedNotice): string => {
  const definition = declared.notices.get(kind)
  return definition?.line?.(facts as NoticeFacts) ?? definition?.about ?? 'Something needs attention.'
}

/** The path of the page that it leads to. */
export const pageOf = ({ kind, subject_id: subjectId, facts }: NamedNotice): string =>
  declared.notices.get(kind)?.page?.(subjectId, facts as NoticeFacts) ?? '/notices'

export const linkedLineOf = (notice: NamedNotice, publicUrl: string): LinkedLine => ({
  text: lineOf(notice),
  link: `${publicUrl}${pageOf(notice)}`,
})
