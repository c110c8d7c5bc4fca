import { Failure } from '#core/errors.ts'
import { Locale, languageOf } from '#shapes/languages.ts'
import { showForm } from '#shapes/shown-forms.ts'
import { leadSourceErrors } from '../errors.ts'
import type { LeadSourceKind, SourceAnswer, SourceRequest } from '../source-kind.ts'
import { readForm } from './form-bodies.ts'
import { isOfList, keepForm, proveForm, readFormLead, robotIn } from './form-lead.ts'
import { type FormSource, headersFor, mayUse } from './form-origins.ts'
import { correctionPage, emptyPage, lostPage, offPage, pathOf, thanksPage } from './form-pages.ts'
import { FormSettings, lookOf, settleForm, thanksAddress } from './form-settings.ts'

/**
 * A form of a website: posted by its visitors' browsers, with Foyer's script or as plain HTML. Nothing proves who sends it, so it is bound by the
 * list of websites, the limit of an address and a trap for robots, and all that it says is a claim.
 */
export const leadForm = {
  kind: 'form',
  path: 'lead-form',
  settings: FormSettings,
  // The longest message in Devanagari takes 90 KB as a plain form sends it.
  bodyLimitBytes: 262_144,
  limitOfAddress: { times: 10, seconds: 60 },
  showsSecret: false,
  settle: settleForm,
  consentText: ({ consent, version }) => consent && { version, text: consent.text },
  headers: headersFor,
  lost: (failure, request) => (wantsPage(request) ? lostPage(failure, request) : null),

  open: (request, _source, now) => keepForm(readForm(request.headers['content-type'], request.body), request, now),
  prove: proveForm,
  asideOf: robotIn,
  // A website that is on the list by now was only missing there; of any other it is still no one's form.
  mayReplay: (body, code, source) => code !== leadSourceErrors.form_origin_refused.code || isOfList(body, source),
  read: readFormLead,
  fixes: {
    rate_limited:
      'If its body is here, replay it: the form was above its limit. Of an address that sends more than ten times a minute nothing is kept; a person can send it again.',
  },

  answer: (result, request, source) => {
    const isPage = wantsPage(request)
    if (result.outcome === 'refused') return isPage ? correctionPage(result.failure, request, source) : null
    // The same for what is held: a robot is not to learn that it was found out.
    const url = thanksAddress(source.settings)
    if (isPage) return { status: 303, type: null, body: '', headers: { Location: url ?? `${pathOf(request)}?sent` } }
    return { status: 200, type: json, body: JSON.stringify({ ok: true, url }) }
  },

  greet: (request, source) => {
    if (request.method === 'OPTIONS') return preflight(request, source)
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    if (query.has('form')) return definition(request, source, query.get('locale'))
    if (query.has('sent')) return thanksPage(request, source)
    return source.isOff ? offPage(source) : emptyPage(request, source)
  },
} as const satisfies LeadSourceKind<FormSettings>

const json = 'application/json; charset=utf-8'

/** A browser that was led here by a plain form; scripts and programs get JSON. */
const wantsPage = ({ headers }: SourceRequest): boolean =>
  (headers.accept ?? '').includes('text/html') && !(headers['content-type'] ?? '').includes('json')

const isForeign = ({ headers: { origin } }: SourceRequest, source: FormSource): boolean =>
  origin !== undefined && !mayUse(origin, source)

const preflight = (request: SourceRequest, source: FormSource): SourceAnswer =>
  isForeign(request, source)
    ? refusal(leadSourceErrors.form_origin_refused)
    : {
        status: 204,
        type: null,
        body: '',
        headers: {
          'Access-Control-Allow-Methods': 'GET, POST',
          'Access-Control-Allow-Headers': 'Content-Type',
          'Access-Control-Max-Age': '86400',
        },
      }

/** What the script draws. Why it may not, any page may read, so that the console of the page can say it. */
const definition = (request: SourceRequest, source: FormSource, locale: string | null): SourceAnswer => {
  if (isForeign(request, source)) return refusal(leadSourceErrors.form_origin_refused)
  if (source.isOff) return refusal(leadSourceErrors.lead_source_off)
  const chosen = Locale.safeParse(locale ?? '').data
  const form = showForm(lookOf(source.settings), chosen === undefined ? source.settings.locale : languageOf(chosen))
  return { status: 200, type: json, body: JSON.stringify({ form }), headers: { 'Cache-Control': 'public, max-age=60' } }
}

const refusal = (error: ConstructorParameters<typeof Failure>[0]): SourceAnswer => {
  const { status, message, code } = new Failure(error)
  return {
    status,
    type: json,
    body: JSON.stringify({ error: message, code }),
    headers: { 'Access-Control-Allow-Origin': '*' },
  }
}
