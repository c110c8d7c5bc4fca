import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ConsentRefused, type Consents } from '../crm/consent-grants.ts'
import { consentPage, refusedPage } from '../crm/consent-pages.ts'
import { type ConsentVendor, consentAccounts } from '../crm/consent-vendors.ts'
import { faultOf } from '../faults.ts'
import { pagePolicy } from '../html.ts'
import { isRedirectUri } from '../redirect-uris.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { nameOfAccount, type PlayedService } from './played.ts'

const asPage = 'text/html; charset=utf-8'

/** What an app asks that the service's page cannot show. */
class BadWish extends Error {}

const readWish = ({ service }: PlayedService, query: Readonly<Record<string, unknown>>) => {
  const text = (name: string): string | null => {
    const value = query[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const [clientId, redirectUri, scope, state] = [text('client_id'), text('redirect_uri'), text('scope'), text('state')]
  if (clientId === null) throw new BadWish('client_id is missing.')
  if (redirectUri === null || !isRedirectUri(redirectUri)) throw new BadWish('redirect_uri is missing, or is no address.')
  if (text('response_type') !== 'code') throw new BadWish('response_type must be code.')
  if (state === null || state.length < 16) throw new BadWish('state is missing, or shorter than 16 characters.')
  for (const [name, value] of Object.entries(service.authorizeParameters))
    if (text(name) !== value) throw new BadWish(`${name} must be ${value}.`)
  const scopes = (scope ?? '').split(service.scopeSeparator).filter(Boolean)
  const lacking = service.scopesAlways.filter((each) => !scopes.includes(each))
  if (lacking.length > 0) throw new BadWish(`The scope lacks ${lacking.join(', ')}.`)
  const challenge = text('code_challenge')
  if (challenge !== null && !service.takesPkce) throw new BadWish('code_challenge is not known.')
  if (service.takesPkce && (challenge === null || text('code_challenge_method') !== 'S256'))
    throw new BadWish('code_challenge is missing, or code_challenge_method is not S256.')
  return {
    ...{ clientId, redirectUri, scopes, state },
    challenge: challenge === null ? null : { value: challenge, method: 'S256' as const },
  }
}

/** What comes back beside the code: the company that was chosen, or the account's server and a signature over all of it. */
const alsoReturned = (
  { service, clientSecret }: PlayedService,
  instance: string | undefined,
  came: Readonly<Record<string, string>>,
  accountId: string,
  now: Date,
): Readonly<Record<string, string>> => {
  if (service.account?.from === 'return') return { [service.account.field]: nameOfAccount(service, accountId) }
  if (!service.instance || instance === undefined) return {}
  const host = service.instance.host.replace('*', instance)
  const more = {
    [service.instance.parameter]: host,
    timestamp: String(Math.floor(now.getTime() / 1_000)),
    host: Buffer.from(`admin.shopify.com/store/${instance}`).toString('base64url'),
  }
  const signed = Object.entries({ ...came, ...more }).sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...more, hmac: createHmac('sha256', clientSecret).update(new URLSearchParams(signed).toString()).digest('hex') }
}

/** The page of consent, and where it leads. */
export const serveConsentPage = (
  app: FastifyInstance,
  context: SimulatorContext,
  played: PlayedService,
  { vendor, consents }: { readonly vendor: ConsentVendor; readonly consents: Consents },
): void => {
  const answered = (reply: FastifyReply, work: () => FastifyReply): FastifyReply => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof BadWish)) throw error
      return reply
        .code(400)
        .type(asPage)
        .send(refusedPage(context.base, vendor, error.message))
    }
  }
  app.get(vendor.authorizePath, forPeople, (request, reply) =>
    answered(reply, () => {
      const query = request.query as Record<string, unknown>
      const wish = readWish(played, query)
      // The browser follows the POST's redirect only where the page's policy lets a form lead.
      reply.header('Content-Security-Policy', pagePolicy(new URL(wish.redirectUri).origin))
      return reply.type(asPage).send(consentPage(context.base, vendor, wish, query))
    }),
  )
  app.post<{ Params: { instance?: string } }>(vendor.authorizePath, forPeople, (request, reply) =>
    answered(reply, () => {
      const form = (request.body ?? {}) as Record<string, unknown>
      const wish = readWish(played, form)
      const account = consentAccounts.find(({ id }) => id === form.account)
      const back = new URL(wish.redirectUri)
      const came =
        form.answer === 'allow' && account
          ? { code: consents.allow(wish, account.id), state: wish.state }
          : { error: 'access_denied', state: wish.state }
      const more = alsoReturned(played, request.params.instance, came, account?.id ?? '', context.now())
      for (const [name, value] of Object.entries({ ...came, ...more })) back.searchParams.append(name, value)
      return reply.redirect(back.href, 303)
    }),
  )
}

type Words = Readonly<Record<string, unknown>>

/** What an app sent in the body that the service takes, with its client where the service looks for it; else the service knows neither. */
const sentIn = (request: FastifyRequest, body: 'form' | 'json', client: 'basic' | 'body'): Words => {
  const type = request.headers['content-type'] ?? ''
  const isMeant = type.startsWith(body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded')
  const sent = isMeant && typeof request.body === 'object' && request.body !== null ? (request.body as Words) : {}
  if (client === 'body') return sent
  const [, basic = ''] = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  const { client_id: _id, client_secret: _secret, ...words } = sent
  return { ...words, client_id: id, client_secret: rest.join(':') }
}

/** Tokens, and their end. */
export const serveTokens = (
  app: FastifyInstance,
  context: SimulatorContext,
  played: PlayedService,
  { vendor, consents }: { readonly vendor: ConsentVendor; readonly consents: Consents },
): void => {
  const { service } = played
  const answered = (reply: FastifyReply, work: () => FastifyReply): FastifyReply => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof ConsentRefused)) throw error
      const { status, body } = vendor.refusal(error.code)
      return reply.code(status).send(body)
    }
  }
  for (const path of vendor.tokenPaths)
    app.post(path, (request, reply) =>
      answered(reply, () => {
        const sent = sentIn(request, service.tokenBody ?? 'form', service.tokenAuth)
        if (service.refreshesWithScopes && sent.grant_type === 'refresh_token' && !sent.scope)
          throw new ConsentRefused('bad_request')
        const given =
          sent.grant_type === 'fb_exchange_token' && service.renewal === 'exchange'
            ? consents.prolong(sent, 'fb_exchange_token')
            : consents.token(sent, { rotates: false, isCounted: false })
        const { grant, token, seconds, refreshToken } = given
        const address = faultOf(request) === 'foreign_instance' ? 'https://api.attacker.example' : context.address()
        return reply.send({
          access_token: token,
          ...((refreshToken !== null || vendor.repeatsRefreshToken) && { refresh_token: grant.refreshToken }),
          ...(vendor.saysExpiry && faultOf(request) !== 'no_expiry' && { expires_in: seconds }),
          ...(service.whose.okField && { [service.whose.okField]: true }),
          ...vendor.alsoSays({ accountId: grant.accountId, address, scopes: grant.scopes, at: context.now().getTime() }),
        })
      }),
    )
  serveRevocation(app, played, { vendor, consents })
}

const serveRevocation = (
  app: FastifyInstance,
  { service }: PlayedService,
  { vendor, consents }: { readonly vendor: ConsentVendor; readonly consents: Consents },
): void => {
  const { revoke, whose } = service
  if (!revoke) return
  const already = (reply: FastifyReply): FastifyReply => {
    const [status = 400] = revoke.doneStatuses ?? []
    const [error = 'not_found'] = revoke.doneAlready
    const isOk = service.refusesWithOk && revoke.sentIn === 'header'
    return reply
      .code(isOk ? 200 : revoke.sentIn === 'header' ? 401 : status)
      .send({ error, ...(whose.okField && { [whose.okField]: false }) })
  }
  app.route({
    method: revoke.method ?? 'POST',
    url: vendor.revokePath,
    handler: (request, reply) => {
      const isWith = revoke.sentIn === 'body_with_client'
      const sent = sentIn(request, revoke.body ?? 'form', isWith ? (revoke.client ?? service.tokenAuth) : 'body')
      const isClientKnown = !isWith || (Boolean(sent.client_id) && Boolean(sent.client_secret))
      if (!isClientKnown) return reply.code(401).send({ error: 'invalid_client' })
      if (revoke.sentIn === 'account') {
        const isPlatform = /^Bearer \S+/.test(request.headers.authorization ?? '') && Boolean(sent.client_id)
        if (!isPlatform) return reply.code(401).send({ error: 'unauthorized_client' })
        const ended = consents.revokeAccount((id) => nameOfAccount(service, id) === sent[revoke.field ?? 'token'])
        return ended ? reply.send({}) : already(reply)
      }
      const token =
        revoke.sentIn === 'header'
          ? tokenIn(service, request)
          : { ...(request.query as Words), ...sent }[revoke.field ?? 'token']
      if (!consents.revoke(typeof token === 'string' ? token : '')) return already(reply)
      return revoke.method === 'DELETE' && revoke.sentIn !== 'header'
        ? reply.code(204).send()
        : reply.send(whose.okField ? { [whose.okField]: true, revoked: true } : {})
    },
  })
}

/** The token of a call, where the service looks for it. */
export const tokenIn = ({ whose }: PlayedService['service'], request: FastifyRequest): string => {
  if (whose.tokenHeader) return String(request.headers[whose.tokenHeader] ?? '')
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
  return scheme === (whose.scheme ?? 'Bearer') ? token : ''
}
