import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#core/errors.ts'
import { addressWith } from '../sign-pages/page-markup.ts'
import { chosenLocale, localeOf, type Pages } from '../sign-pages/pages.ts'
import { offerPage } from './offer-markup.ts'
import { offerStrings } from './offer-strings.ts'
import type { OfferShown, Trouble, Typed } from './offer-views.ts'

/** What the pages are given: to ask for an action as a visitor, and to answer. */
export type OfferPages = Omit<Pages, 'isSecure'>

interface At {
  Params: { token: string }
  Body: Typed | undefined
}

const optionField = 'o.'

/** The page of a proposal, and its steps: the total of what is ticked, accepting and declining. */
export const addOfferPages = (app: FastifyInstance, pages: OfferPages): void => {
  app.get<At>('/proposal/:token', async (request, reply) => {
    const offer = await offerOf(pages, request)
    if ('code' in offer) return pages.refuse(request, reply, offer)
    pages.views.loaded(request, request.params.token)
    return show(pages, request, reply, offer, {})
  })

  app.post<At>('/proposal/:token/viewed', async (request, reply) => pages.views.attended(request, reply, request.params.token))

  // For those without the page's script: the same page with what they ticked, and what it comes to.
  app.post<At>('/proposal/:token/total', async (request, reply) => {
    const offer = await offerOf(pages, request)
    if ('code' in offer) return pages.refuse(request, reply, offer)
    return show(pages, request, reply, offer, { typed: request.body ?? {} })
  })

  app.post<At>('/proposal/:token', async (request, reply) => {
    const typed = request.body ?? {}
    const chosen = Object.entries(typed).flatMap(([name, value]) =>
      name.startsWith(optionField) && value === 'yes' ? [name.slice(optionField.length)] : [],
    )
    const name = typed.name ?? ''
    const offer = await offerOf(pages, request)
    if ('code' in offer) return pages.refuse(request, reply, offer)
    const strings = offerStrings(localeOf(request, offer.locale))
    if (name.trim() === '')
      return show(pages, request, reply, offer, { typed, trouble: { at: 'name', text: strings.nameMissing }, status: 400 })
    const { token } = request.params
    const accepted = await pages.ask(request, 'accept-proposal', { token, version: versionOf(typed), name, chosen })
    return accepted.failure ? explain(pages, request, reply, accepted.failure, typed) : back(request, reply)
  })

  app.post<At>('/proposal/:token/decline', async (request, reply) => {
    const typed = request.body ?? {}
    const { token } = request.params
    const declined = await pages.ask(request, 'decline-proposal', {
      ...{ token, version: versionOf(typed), reason: typed.reason || null },
    })
    return declined.failure ? explain(pages, request, reply, declined.failure, typed) : back(request, reply)
  })
}

const versionOf = ({ version = '' }: Typed): number => (/^\d{1,6}$/.test(version) ? Number(version) : 0)

/** Shows the proposal as it is now, and why the answer did not count. */
const explain = async (
  pages: OfferPages,
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
  typed: Typed,
): Promise<FastifyReply> => {
  const offer = await offerOf(pages, request)
  if ('code' in offer) return pages.refuse(request, reply, offer)
  if (failure.retryAfterSeconds !== undefined) reply.header('Retry-After', String(failure.retryAfterSeconds))
  const strings = offerStrings(localeOf(request, offer.locale))
  const troubles: Readonly<Record<string, Trouble>> = {
    proposal_not_open: { at: 'late', text: strings.late },
    proposal_changed: { at: 'form', text: strings.changed },
    letter_without_font: { at: 'name', text: strings.badLetter },
    rate_limited: { at: 'form', text: strings.tooMany },
  }
  const usual: Trouble =
    failure.field === 'name' || failure.field === 'reason'
      ? { at: failure.field, text: strings.badValue }
      : { at: 'form', text: strings.failed }
  return show(pages, request, reply, offer, { typed, trouble: troubles[failure.code] ?? usual, status: failure.status })
}

const offerOf = async (pages: OfferPages, request: FastifyRequest): Promise<OfferShown | Failure> => {
  const { token } = request.params as { token: string }
  const answer = await pages.ask(request, 'show-offer', { token })
  return answer.failure ?? (answer.body as { offer: OfferShown }).offer
}

const show = (
  pages: OfferPages,
  request: FastifyRequest,
  reply: FastifyReply,
  offer: OfferShown,
  {
    typed = {},
    trouble = null,
    status = 200,
  }: { readonly typed?: Typed; readonly trouble?: Trouble | null; readonly status?: number },
): FastifyReply => {
  const { token } = request.params as { token: string }
  const ticked = new Set(offer.lines.flatMap(({ id }) => (typed[`${optionField}${id}`] === 'yes' ? [id] : [])))
  const locale = localeOf(request, offer.locale)
  return pages.send(request, reply, status, offerPage(offer, { token, locale, now: pages.now(), typed, ticked, trouble }))
}

/** After a POST, to the page: what is loaded again there acts no second time. */
const back = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { token } = request.params as { token: string }
  const to = addressWith(`/proposal/${encodeURIComponent(token)}`, { lang: chosenLocale(request) })
  return reply.header('Cache-Control', 'no-store').redirect(to, 303)
}
