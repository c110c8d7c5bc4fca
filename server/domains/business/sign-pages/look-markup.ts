import { html } from '#core/http/markup.ts'
import { paperBounds } from '#ports/paper.ts'
import { languageOf } from '#shapes/languages.ts'
import type { FileExamination } from '../documents/examining.ts'
import type { Verdict } from '../documents/verifying.ts'
import { type LookStrings, lookStrings } from './look-strings.ts'
import { putIsolated, sayMoment } from './page-markup.ts'

/** Why a file was not looked at, as the action names it; `none`: no file was sent. */
export const lookFaults = [
  'pdf_not_pdf',
  'pdf_too_large',
  'pdf_too_many_pages',
  'pdf_encrypted',
  'document_late',
  'none',
] as const
export type LookFault = (typeof lookFaults)[number]

export type Look =
  | { readonly known: { readonly digest: string; readonly verdict: Verdict } }
  | { readonly found: FileExamination }
  | { readonly fault: LookFault }

const command = 'npx foyer verify FILE.pdf'

/** What is left for a file that is too large to be sent. */
const largerSaid = (strings: LookStrings): string =>
  html(strings.larger).replace('{command}', () => `<code>${html(command)}</code>`)

/** Sends a file by choice; it works without a script. */
export const lookForm = (locale: string): string => {
  const strings = lookStrings[languageOf(locale)]
  return `<form id="look" method="post" enctype="multipart/form-data" action="/verify/look?lang=${encodeURIComponent(languageOf(locale))}#look-result" data-most="${paperBounds.bytes}" data-larger="${html(strings.notSent)}">
<h3>${html(strings.title)}</h3><div id="look-hint"><p>${html(strings.says)}</p><p>${largerSaid(strings)}</p></div>
<label for="look-file">${html(strings.file)}</label>
<input type="file" id="look-file" name="file" accept="application/pdf,.pdf" required aria-describedby="look-hint look-error">
<p class="error" id="look-error" role="alert"></p>
<p><button>${html(strings.send)}</button></p>
</form>`
}

/** What a closer look found. */
export const lookResult = (look: Exclude<Look, { readonly known: unknown }>, locale: string): string => {
  const strings = lookStrings[languageOf(locale)]
  const { tone, says, more } = 'fault' in look ? faultSaid(look.fault, strings) : foundSaid(look.found, strings, locale)
  const paragraphs = [`<strong>${html(says)}</strong>`, ...more].map((each) => `<p>${each}</p>`)
  return `<div class="state ${tone}" id="look-result" role="status">${paragraphs.join('')}</div>`
}

/** `more` is markup. */
interface Said {
  readonly tone: 'good' | 'wait' | 'bad'
  readonly says: string
  readonly more: readonly string[]
}

const faultSaid = (fault: LookFault, strings: LookStrings): Said => ({
  ...{ tone: 'bad', says: strings.faults[fault] },
  more: fault === 'pdf_too_large' ? [largerSaid(strings)] : [],
})

const foundSaid = (found: FileExamination, strings: LookStrings, locale: string): Said => {
  const { result, sealedBy, sealedAt, where, pages, addedBytes, documentId, documentHolds } = found
  const count = new Intl.NumberFormat(locale)
  const seal = [
    ...(sealedBy === null ? [] : [putIsolated(strings.sealedBy, { by: sealedBy })]),
    ...(sealedAt === null ? [] : [putIsolated(strings.sealedAt, { at: sayMoment(sealedAt, locale) })]),
  ]
  const to = `/verify/${documentId}?lang=${encodeURIComponent(languageOf(locale))}`
  const link = documentId === null ? [] : [`<a href="${html(to)}">${html(strings.toDocument)}</a>`]
  switch (result) {
    case 'intact': {
      const why = documentId === null ? strings.intactSays : documentHolds ? null : strings.intactBroken
      const more = [...seal, ...(why === null ? [] : [html(why)]), ...link]
      return { tone: why === null ? 'good' : 'wait', says: strings.intact, more }
    }
    case 'changed': {
      const listed = new Intl.ListFormat(locale).format(pages.map((page) => count.format(page)))
      const what = putIsolated(strings.where[where ?? 'unknown'], { pages: listed })
      const says = where === 'seal' ? strings.changedSeal : strings.changed
      return { tone: 'bad', says, more: [what, ...seal, html(strings.rely), ...link] }
    }
    case 'appended': {
      const what = putIsolated(strings.appendedSays, { bytes: count.format(addedBytes ?? 0) })
      return { tone: 'bad', says: strings.appended, more: [what, ...seal, html(strings.rely), ...link] }
    }
    case 'cut':
      return { tone: 'bad', says: strings.cut, more: [html(strings.cutSays), ...seal, ...link] }
    case 'foreign':
      return { tone: 'wait', says: strings.foreign, more: [html(strings.foreignSays)] }
    case 'unreadable':
      return { tone: 'bad', says: strings.unreadable, more: [html(strings.unreadableSays)] }
  }
}
