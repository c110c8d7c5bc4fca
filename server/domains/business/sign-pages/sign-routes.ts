import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Failure } from '#core/errors.ts'
import type { UnsupportedCharacter } from '#core/unsupported-characters.ts'
import { passOf, showCode } from './code-routes.ts'
import type { Mistake, Typed } from './field-markup.ts'
import { addressWith, stringsOf } from './page-markup.ts'
import { chosenLocale, localeOf, type Pages } from './pages.ts'
import { type Handing, signPage } from './sign-markup.ts'
import type { SignStrings } from './sign-strings.ts'
import { endedPage } from './signed-markup.ts'
import { type EndedLink, type SigningShown, stateOf } from './signing-states.ts'
import { findMistakes, mistakeOf, sayFailure, sayUnsupported, valuesOf } from './typed-values.ts'

interface At {
  Params: { token: string }
  Body: Typed | undefined
}

/** The document is no longer what the page showed: its page now says so. */
const outdated: ReadonlySet<string> = new Set(['not_pending', 'signing_code_needed', 'not_their_turn', 'sign_link_unknown'])

/** The page of a signer, and its two steps: signing and declining. */
export const addSignPages = (app: FastifyInstance, pages: Pages): void => {
  app.get<At>('/sign/:token', async (request, reply) => {
    const signing = await signingOf(pages, request)
    if (!('signer' in signing)) return refuse(pages, request, reply, signing)
    pages.views.loaded(request, request.params.token)
    return show(pages, request, reply, signing, { typed: signing.draft ?? {} })
  })

  // Asked by the page's script while the document is being sealed; no look of the signer.
  app.get<At>('/sign/:token/state', async (request, reply) => {
    const signing = await signingOf(pages, request)
    reply.header('Cache-Control', 'no-store')
    if ('signer' in signing) return reply.send({ state: stateOf(signing, pages.now()) })
    return reply.code('code' in signing ? signing.status : 410).send()
  })

  app.post<At>('/sign/:token', async (request, reply) => {
    const signing = await signingOf(pages, request)
    if (!('signer' in signing)) return refuse(pages, request, reply, signing)
    if (stateOf(signing, pages.now()) !== 'open') return back(request, reply)
    const typed = request.body ?? {}
    const strings = stringsOf(localeFor(request, signing))
    const mistakes = findMistakes(signing, typed, strings)
    if (mistakes.length > 0) return show(pages, request, reply, signing, { typed, mistakes, status: 400 })
    const { token } = request.params
    const values = valuesOf(signing, typed)
    const signed = await pages.ask(request, 'sign-with-link', {
      ...{ token, code: passOf(request) },
      name: typed.name,
      ...{ consent: true, words: typed.words, locale: localeFor(request, signing) },
      values,
    })
    if (!signed.failure || outdated.has(signed.failure.code)) return back(request, reply)
    const mistake = mistakeOf(signed.failure, signing, typed, strings)
    return show(pages, request, withRetry(reply, signed.failure), signing, {
      ...{ typed, mistakes: [mistake], status: signed.failure.status },
    })
  })

  app.post<At>('/sign/:token/viewed', async (request, reply) => pages.views.attended(request, reply, request.params.token))

  // Sent by the page's script as one goes; who has none sends the form as a whole.
  app.post<At>('/sign/:token/draft', async (request, reply) => {
    const { consent: _consent, words: _words, ...draft } = request.body ?? {}
    const { token } = request.params
    const kept = await pages.ask(request, 'save-signing-draft', { token, code: passOf(request), draft })
    reply.header('Cache-Control', 'no-store')
    if (kept.failure) return reply.code(kept.failure.status).send()
    const { unsupported } = kept.body as { unsupported: readonly (UnsupportedCharacter & { field: string })[] }
    const strings = stringsOf(localeOf(request))
    return reply.send({
      faults: Object.fromEntries(unsupported.map((each) => [each.field, sayUnsupported(each, strings)])),
    })
  })

  app.post<At>('/sign/:token/hand-over', async (request, reply) => {
    const signing = await signingOf(pages, request)
    if (!('signer' in signing)) return refuse(pages, request, reply, signing)
    const typed = request.body ?? {}
    const { name = '', email = '', reason } = typed
    const { token } = request.params
    const handed = await pages.ask(request, 'hand-over-signing', {
      ...{ token, code: passOf(request), name, email },
      reason: reason || null,
    })
    if (!handed.failure || outdated.has(handed.failure.code)) return back(request, reply)
    const handing = handingOf(handed.failure, typed, stringsOf(localeFor(request, signing)))
    return show(pages, request, withRetry(reply, handed.failure), signing, { handing, status: handed.failure.status })
  })

  app.post<At>('/sign/:token/decline', async (request, reply) => {
    const signing = await signingOf(pages, request)
    if (!('signer' in signing)) return refuse(pages, request, reply, signing)
    const reason = request.body?.reason ?? ''
    const declined = await pages.ask(request, 'decline-signing', {
      ...{ token: request.params.token, code: passOf(request) },
      reason: reason || null,
    })
    if (!declined.failure || outdated.has(declined.failure.code)) return back(request, reply)
    const strings = stringsOf(localeFor(request, signing))
    const text = declined.failure.field === 'reason' ? strings.badValue : sayFailure(declined.failure, strings)
    return show(pages, request, withRetry(reply, declined.failure), signing, {
      ...{ declining: { text, reason }, status: declined.failure.status },
    })
  })
}

/** What `hand-over-signing` refused, at its field. */
const handingOf = ({ code, field }: Failure, typed: Typed, strings: SignStrings): Handing => {
  if (code === 'successor_is_signer') return { field: 'email', text: strings.emailYours, typed }
  if (field === 'email') return { field, text: strings.emailWrong, typed }
  if (field === 'name') return { field, text: (typed.name ?? '').trim() === '' ? strings.required : strings.badValue, typed }
  return { field: null, text: field === 'reason' ? strings.badValue : sayFailure({ code }, strings), typed }
}

/** A signer who has not entered their code is asked for it, whatever they came for; after the end of their link they read whom to ask. */
const refuse = (pages: Pages, request: FastifyRequest, reply: FastifyReply, why: Failure | EndedLink): FastifyReply => {
  if (!('code' in why)) {
    const { organization: sender, brand, ended_at: endedAt } = why
    const self = `/sign/${encodeURIComponent((request.params as { token: string }).token)}`
    const page = endedPage({ sender, brand, endedAt }, { self, locale: localeFor(request, why) })
    return pages.send(request, reply, 410, page)
  }
  return why.code === 'signing_code_needed'
    ? showCode(pages, request, reply, { status: 200, facts: why.facts })
    : pages.refuse(request, reply, why)
}

const signingOf = async (pages: Pages, request: FastifyRequest): Promise<SigningShown | EndedLink | Failure> => {
  const { token } = request.params as { token: string }
  const answer = await pages.ask(request, 'show-signing', { token, code: passOf(request) })
  if (answer.failure) return answer.failure
  const { signing, ended } = answer.body as { signing: SigningShown; ended: EndedLink | null }
  return ended ?? signing
}

/** The language of the visitor; that of the document where we do not speak it. */
const localeFor = (request: FastifyRequest, { locale }: Pick<SigningShown, 'locale'>): string => localeOf(request, locale)

interface Shown {
  readonly typed?: Typed
  readonly mistakes?: readonly Mistake[]
  readonly declining?: { readonly text: string; readonly reason: string }
  readonly handing?: Handing
  readonly status?: number
}

const show = (
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  signing: SigningShown,
  { typed = {}, mistakes = [], declining, handing, status = 200 }: Shown,
): FastifyReply =>
  pages.send(
    request,
    reply,
    status,
    signPage(signing, {
      token: (request.params as { token: string }).token,
      locale: localeFor(request, signing),
      state: stateOf(signing, pages.now()),
      ...{ typed, mistakes, declining: declining ?? null, handing: handing ?? null },
    }),
  )

const withRetry = (reply: FastifyReply, { retryAfterSeconds }: Failure): FastifyReply =>
  retryAfterSeconds === undefined ? reply : reply.header('Retry-After', String(retryAfterSeconds))

/** After a POST, to the page: what is loaded again there acts no second time. */
const back = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { token } = request.params as { token: string }
  const to = addressWith(`/sign/${encodeURIComponent(token)}`, { lang: chosenLocale(request) })
  return reply.header('Cache-Control', 'no-store').redirect(to, 303)
}
