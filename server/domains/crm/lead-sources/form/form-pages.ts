import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Failure } from '#core/errors.ts'
import { html } from '#core/http/markup.ts'
import { type FormWords, formWords, wordsFor } from '#shapes/form-words.ts'
import { acceptedLocale, type Language, languageOf } from '#shapes/languages.ts'
import { type ShownForm, showForm } from '#shapes/shown-forms.ts'
import type { SourceAnswer, SourceRequest } from '../source-kind.ts'
import { readForm } from './form-bodies.ts'
import { type Filled, formMarkup } from './form-markup.ts'
import { type FormSource, mayUse } from './form-origins.ts'
import { lookOf, thanksAddress } from './form-settings.ts'

const css = readFileSync(path.join(import.meta.dirname, 'form-page.css'), 'utf8')
const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`

/** The address of a form, as its own pages name it. */
export const pathOf = ({ url }: Pick<SourceRequest, 'url'>): string => url.split('?', 1)[0] ?? url

/** A page of Foyer's own: no script, nothing from elsewhere. Its forms may lead on to `onward`. */
const page = (
  status: number,
  { language, title, onward }: { readonly language: Language; readonly title: string; readonly onward?: string | null },
  body: string,
): SourceAnswer => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>${html(title)}</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`,
  headers: {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${styleHash}`,
      'img-src data:',
      `form-action 'self'${onward ? ` ${new URL(onward).origin}` : ''}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    // A browser names the page that sends a form only if its policy allows it.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  },
})

const shownOf = (source: FormSource): ShownForm => showForm(lookOf(source.settings), source.settings.locale)

/** The form on a page of its own, empty. */
export const emptyPage = (request: SourceRequest, source: FormSource): SourceAnswer => {
  const form = shownOf(source)
  return formPage(200, form, request, source, { values: new Map(), faults: new Map() }, null)
}

/** What was sent, with what has to be corrected, to be sent again; where the body was not read, in words alone. */
export const correctionPage = (failure: Failure, request: SourceRequest, source: FormSource): SourceAnswer => {
  const form = shownOf(source)
  const says = wordsFor(failure.code, form.words)
  const values = valuesOf(request)
  if (values === null || ['form_origin_refused', 'lead_source_off'].includes(failure.code))
    return wordsPage(failure.status, form.locale, says, backOf(request, source))
  const { field } = failure
  const isOfField = field === 'consent' || form.fields.some(({ name }) => name === field)
  return formPage(
    failure.status,
    form,
    request,
    source,
    { values, faults: new Map(isOfField && field !== undefined ? [[field, says]] : []) },
    isOfField ? null : says,
  )
}

const formPage = (
  status: number,
  form: ShownForm,
  request: SourceRequest,
  source: FormSource,
  filled: Filled,
  says: string | null,
): SourceAnswer => {
  const isWrong = status !== 200
  const title = isWrong ? form.words.check : form.heading || form.words.untitled
  return page(
    status,
    { language: form.locale, title, onward: thanksAddress(source.settings) },
    `<h1>${html(title)}</h1>
${says === null ? '' : `<p class="bad" role="alert">${html(says)}</p>`}
${formMarkup(form, pathOf(request), filled)}
${backMarkup(backOf(request, source), form.words)}`,
  )
}

export const thanksPage = (request: SourceRequest, source: FormSource): SourceAnswer => {
  const form = shownOf(source)
  return wordsPage(200, form.locale, form.thanks, backOf(request, source))
}

export const offPage = (source: FormSource): SourceAnswer =>
  wordsPage(403, source.settings.locale, formWords[source.settings.locale].off, null)

/** Where no form was found, or none could be looked for: in the visitor's language. */
export const lostPage = (failure: Failure, { headers }: SourceRequest): SourceAnswer => {
  const language = languageOf(acceptedLocale(headers['accept-language']) ?? 'en')
  return wordsPage(failure.status, language, wordsFor(failure.code, formWords[language]), null)
}

const wordsPage = (status: number, language: Language, says: string, back: string | null): SourceAnswer =>
  page(status, { language, title: says }, `<h1>${html(says)}</h1>\n${backMarkup(back, formWords[language])}`)

const backMarkup = (back: string | null, words: FormWords): string =>
  back === null ? '' : `<p><a href="${html(back)}">${html(words.back)}</a></p>`

/** The page that the visitor came from, if it is on a website of the form; else that website, if there is one alone. */
const backOf = ({ headers }: SourceRequest, source: FormSource): string | null => {
  const { referer } = headers
  const { origins } = source.settings
  if (referer !== undefined && URL.canParse(referer)) {
    const { origin, href } = new URL(referer)
    if (mayUse(origin, source) && origin !== new URL(source.foyer.publicUrl).origin) return href
  }
  return origins.length === 1 ? (origins[0] ?? null) : null
}

const valuesOf = ({ headers, body }: SourceRequest): Filled['values'] | null => {
  if (body.length === 0) return null
  try {
    return readForm(headers['content-type'], body).fields
  } catch {
    return null
  }
}
