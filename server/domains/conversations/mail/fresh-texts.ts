import { textOfHtml } from '#shapes/mime/html-texts.ts'
import type { ReadMail } from '#shapes/mime/mails.ts'
import { splitTextQuote } from '#shapes/mime/quotes.ts'

/** What a mail says that is new in it, as a text. */
export const freshTextOf = ({ text, html }: Pick<ReadMail, 'text' | 'html'>): string =>
  splitTextQuote(text ?? (html === null ? '' : textOfHtml(html))).fresh.trim()
