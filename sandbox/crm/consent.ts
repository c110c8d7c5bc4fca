import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faultOf, type OwnFaults } from '../faults.ts'
import type { Behaviour, Code } from '../google/rows.ts'
import { pagePolicy } from '../html.ts'
import { isRedirectUri } from '../redirect-uris.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { ConsentRefused, type Consents, openConsents } from './consent-grants.ts'
import { consentPage, consentsPage, refusedPage } from './consent-pages.ts'
import { type ConsentVendor, consentAccounts, consentVendors, type RefusalCode } from './consent-vendors.ts'

/** What goes wrong with tokens alone. */
export const consentFaults = {
  rotate_once: 'A refresh issues a new refresh token, and the old one is invalid.',
  tokens_with_200_errors: 'Errors of the token endpoint have status 200.',
  no_expiry: 'Tokens come without expires_in.',
  foreign_instance: 'Tokens come with an API address at a host that is not the vendor’s.',
  token_limit: 'Ten tokens in ten minutes for one refresh token.',
} as const satisfies OwnFaults
type ConsentFault = keyof typeof consentFaults

/** Where `foreign_instance` sends an app. */
export const foreignInstance = 'https://crm.attacker.example'

const asPage = 'text/html; charset=utf-8'

/**
 * The consent of one CRM behind the vendor's own paths: its page, tokens, revocation and introspection; and for people, `/consents`.
 * A simulator calls it in `register`, with `consentFaults` among its own faults, and asks `isGoodToken` about each token that it gets.
 */
export const serveConsent = (app: FastifyInstance, context: SimulatorContext, slug: keyof typeof consentVendors): void => {
  const vendor = consentVendors[slug]
  const consents = openConsents(context, vendor)
  servePage(app, context, vendor, consents)
  serveTokens(app, context, vendor, consents)
  serveConsents(app, context, vendor, consents)
}

const servePage = (app: FastifyInstance, context: SimulatorContext, vendor: ConsentVendor, consents: Consents): void => {
  const refuse = (reply: FastifyReply, error: unknown): FastifyReply => {
    if (!(error instanceof BadWish)) throw error
    return reply
      .code(400)
      .type(asPage)
      .send(refusedPage(context.base, vendor, error.message))
  }
  app.get(vendor.authorizePath, forPeople, (request, reply) => {
    try {
      const query = request.query as Record<string, unknown>
      const wish = readWish(vendor, query)
      // The browser follows the POST's redirect only where the page's policy lets a form lead.
      reply.header('Content-Security-Policy', pagePolicy(new URL(wish.redirectUri).origin))
      return reply.type(asPage).send(consentPage(context.base, vendor, wish, query))
    } catch (error) {
      return refuse(reply, error)
    }
  })
  app.post(vendor.authorizePath, forPeople, (request, reply) => {
    try {
      const form = formOf(request)
      const wish = readWish(vendor, form)
      const account = consentAccounts.find(({ id }) => id === form.account)
      const isAllowed = form.answer === 'allow' && account !== undefined
      const answer = isAllowed
        ? { code: consents.allow(wish, account.id), ...vendor.alsoReturns(context.address()) }
        : { error: 'access_denied' }
      const back = new URL(wish.redirectUri)
      for (const [name, value] of Object.entries({ ...(wish.state !== null && { state: wish.state }), ...answer }))
        back.searchParams.append(name, value)
      return reply.redirect(back.href, 303)
    } catch (error) {
      return refuse(reply, error)
    }
  })
}

const serveTokens = (app: FastifyInstance, context: SimulatorContext, vendor: ConsentVendor, consents: Consents): void => {
  const refuse = (request: FastifyRequest, reply: FastifyReply, code: RefusalCode): FastifyReply => {
    const { status, body } = vendor.refusal(code)
    return reply.code(suffers(request, 'tokens_with_200_errors') ? 200 : status).send(body)
  }
  const answered = (request: FastifyRequest, reply: FastifyReply, work: () => FastifyReply): FastifyReply => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof ConsentRefused)) throw error
      return refuse(request, reply, error.code)
    }
  }
  for (const path of vendor.tokenPaths)
    app.post(path, (request, reply) =>
      answered(request, reply, () => {
        const sent = sentIn(vendor, request)
        const faults = { rotates: suffers(request, 'rotate_once'), isCounted: suffers(request, 'token_limit') }
        const { grant, token, seconds, refreshToken } = consents.token(sent, faults)
        const isForeign = suffers(request, 'foreign_instance')
        const { accountId, scopes } = grant
        const address = isForeign ? foreignInstance : context.address()
        return reply.send({
          access_token: token,
          ...((refreshToken !== null || vendor.repeatsRefreshToken) && { refresh_token: grant.refreshToken }),
          ...(vendor.saysExpiry && !suffers(request, 'no_expiry') && { expires_in: seconds }),
          ...vendor.alsoSays({ accountId, address, scopes, at: context.now().getTime() }),
        })
      }),
    )

  app.post(vendor.revokePath, (request, reply) => {
    const { token } = { ...(request.query as Record<string, unknown>), ...formOf(request) }
    const wasThere = consents.revoke(typeof token === 'string' ? token : '')
    if (vendor.slug === 'zoho') return reply.send(wasThere ? { status: 'success' } : { status: 'error', error: 'invalid_code' })
    return wasThere || vendor.slug !== 'salesforce' ? reply.send() : refuse(request, reply, 'bad_token')
  })

  if (vendor.introspectPath !== null)
    app.post(vendor.introspectPath, (request, reply) => {
      const about = consents.about(String(formOf(request).token ?? ''))
      if (!about) return reply.send({ active: false })
      const { grant, expiresAt } = about
      return reply.send({
        ...{ active: true, client_id: grant.clientId, scope: grant.scopes.join(' '), token_type: 'bearer' },
        ...(expiresAt !== null && { exp: Math.floor(expiresAt / 1_000) }),
      })
    })
}

/** Consents as their owner sees them, and how the vendor behaves. */
export const serveConsents = (
  app: FastifyInstance,
  context: SimulatorContext,
  vendor: ConsentVendor,
  consents: Consents,
): void => {
  const path = `${context.base}/${vendor.slug}`
  app.get('/consents', forPeople, (request, reply) => {
    if (!request.headers.accept?.includes('text/html'))
      return reply.send({ behaviour: consents.behaviour(), consents: consents.list().map(withoutTokens) })
    const at = { behaviour: consents.behaviour(), now: context.now(), path }
    return reply.type(asPage).send(consentsPage(context.base, vendor, consents.list(), at))
  })
  const deeds = { expire: consents.expire, rotate: consents.rotate, 'take-back': consents.revokeByUser }
  for (const [name, deed] of Object.entries(deeds))
    app.post<{ Params: { id: string } }>(`/consents/:id/${name}`, forPeople, (request, reply) => {
      deed(request.params.id)
      return reply.redirect(`${path}/consents`, 303)
    })
  app.post('/consents/behaviour', forPeople, (request, reply) => {
    consents.behave(readBehaviour(vendor, formOf(request)))
    return reply.redirect(`${path}/consents`, 303)
  })
}

const suffers = (request: FastifyRequest, fault: ConsentFault): boolean => faultOf(request) === fault

/** For programs that look on: how many tokens there are is worth knowing, what they are is not. */
const withoutTokens = ({ refreshToken, oldRefreshTokens, accessTokens, ...grant }: ReturnType<Consents['list']>[number]) => ({
  ...grant,
  hasRefreshToken: refreshToken !== null,
  oldRefreshTokens: oldRefreshTokens.length,
  accessTokens: accessTokens.length,
})

const readBehaviour = (vendor: ConsentVendor, form: Readonly<Record<string, unknown>>): Behaviour => {
  const seconds = Math.trunc(Number(form.accessTokenSeconds))
  return {
    accessTokenSeconds: seconds >= 1 && seconds <= 86_400 ? seconds : vendor.accessTokenSeconds,
    rotates: form.rotates === 'on',
    reuseEndsGrant: form.reuseEndsGrant === 'on',
  }
}

/** What an app asks that the vendor's page cannot show. */
class BadWish extends Error {}

interface ConsentWish extends Pick<Code, 'clientId' | 'redirectUri' | 'challenge' | 'scopes'> {
  readonly state: string | null
}

const readWish = (vendor: ConsentVendor, query: Readonly<Record<string, unknown>>): ConsentWish => {
  const text = (name: string): string | null => {
    const value = query[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const [clientId, redirectUri, scope] = [text('client_id'), text('redirect_uri'), text('scope')]
  if (clientId === null) throw new BadWish('client_id is missing.')
  if (redirectUri === null || !isRedirectUri(redirectUri)) throw new BadWish('redirect_uri is missing, or is no address.')
  if ((text('response_type') ?? vendor.gives) !== 'code') throw new BadWish('response_type must be code.')
  if (vendor.needsScope && scope === null) throw new BadWish('scope is missing.')
  const value = text('code_challenge')
  if (value === null && vendor.needsPkce) throw new BadWish('code_challenge is missing.')
  const method = text('code_challenge_method') ?? (vendor.impliesS256 ? 'S256' : null)
  if (value !== null && method !== 'S256') throw new BadWish('code_challenge_method must be S256.')
  return {
    clientId,
    redirectUri,
    scopes: (scope ?? '').split(vendor.scopeSeparator).filter(Boolean),
    // A vendor that knows no PKCE passes over it.
    challenge: value !== null && vendor.takesPkce ? { value, method: 'S256' } : null,
    state: text('state'),
  }
}

const formOf = (request: FastifyRequest): Readonly<Record<string, unknown>> =>
  typeof request.body === 'object' && request.body !== null ? (request.body as Record<string, unknown>) : {}

/** The form, with the client where this vendor expects it. */
const sentIn = (vendor: ConsentVendor, request: FastifyRequest): Readonly<Record<string, unknown>> => {
  if (vendor.clientBy === 'body') return { ...(request.query as Record<string, unknown>), ...formOf(request) }
  const [, basic = ''] = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  const plain = (encoded: string): string => new URLSearchParams(`text=${encoded}`).get('text') ?? ''
  return { ...formOf(request), client_id: plain(id), client_secret: plain(rest.join(':')) }
}
