import { Failure } from '#core/errors.ts'
import { isTriable } from '#shapes/origins.ts'
import { leadSourceErrors } from '../errors.ts'
import type { KnownSource, SourceRequest } from '../source-kind.ts'
import type { FormSettings } from './form-settings.ts'

export type FormSource = KnownSource<FormSettings>

/** Whether pages of `origin` may send a form: those of its list, Foyer's own page of the form, and the sandbox's website. */
export const mayUse = (origin: string, { settings, foyer }: FormSource): boolean =>
  settings.origins.includes(origin) || origin === new URL(foyer.publicUrl).origin || isTriable(origin, foyer)

/** The website whose page sent a request, as its browser says. `withheld`: a browser that does not say; null: not a browser. */
export const senderOf = ({ headers }: SourceRequest): string | 'withheld' | null => {
  const { origin, referer } = headers
  if (origin !== undefined && origin !== 'null') return origin
  const page = originIn(referer)
  if (page !== null) return page
  return origin === 'null' || headers['sec-fetch-site'] === 'cross-site' ? 'withheld' : null
}

const originIn = (address: string | undefined): string | null =>
  address !== undefined && URL.canParse(address) ? new URL(address).origin : null

/**
 * Refuses what pages of other websites send. A program says nothing of a page and could write whatever it likes, so its silence is no
 * reason to refuse it: the website's own server may pass a form on.
 */
export const refuseForeign = (request: SourceRequest, source: FormSource): void => {
  const sender = senderOf(request)
  if (sender === null || sender === 'withheld' || mayUse(sender, source)) return
  throw new Failure(leadSourceErrors.form_origin_refused, {
    message: 'Pages of this origin may not send this form. Add the website to its list in Leads → Sources.',
  })
}

/** Headers of an answer to a page: it may be read by pages of the list. */
export const headersFor = ({ headers }: SourceRequest, source: FormSource): Readonly<Record<string, string>> => {
  const { origin } = headers
  if (origin === undefined || origin === 'null' || !mayUse(origin, source)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After',
  }
}
