import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pagePolicy } from '../html.ts'
import { forPeople, type Simulator, type SimulatorContext } from '../simulators.ts'
import { serveBusinessApi } from './business/api.ts'
import { serveBusinessPages } from './business/pages.ts'
import { serveCalendarApi } from './calendar/api.ts'
import { notificationHeaders } from './calendar/notifications.ts'
import { serveCalendarPages } from './calendar/pages.ts'
import { serveDocsApi } from './docs/api.ts'
import { serveDocsPages } from './docs/pages.ts'
import { serveDriveApi } from './drive/api.ts'
import { serveGmailApi } from './gmail/api.ts'
import { serveMailPages } from './gmail/pages.ts'
import { pushHeaders, pushType } from './gmail/publishing.ts'
import { type Grants, openGrants } from './grants.ts'
import { idTokenOf, signing } from './id-tokens.ts'
import { blockedPage, consentPage, grantedOf, grantsPage } from './pages.ts'
import { Refused } from './refusals.ts'
import { readWish, returnTo } from './requests.ts'
import { accounts, type Behaviour, type Code, type Grant } from './rows.ts'
import { serveSheets } from './sheets/api.ts'

const asPage = 'text/html; charset=utf-8'

/** Google's consent screen and token endpoints (https://developers.google.com/identity/protocols/oauth2/web-server). */
export const google: Simulator = {
  slug: 'google',
  title: 'Google',
  instead: 'Google’s consent screen, its tokens, Gmail, Google Calendar, Docs, Drive, Sheets and Business Profile',
  about:
    'Consent as one of three people, with any client id that ends in .apps.googleusercontent.com and any secret that starts with GOCSPX-. Gmail publishes only to a topic in the project of the client, where its id begins with a number. Refresh tokens rotate, as at most services except Google, so that nothing depends on an old one.',
  pages: [
    { path: '/grants', title: 'Consents' },
    { path: '/mail', title: 'Gmail' },
    { path: '/calendar', title: 'Calendar' },
    { path: '/docs', title: 'Docs' },
    { path: '/sheets', title: 'Sheets' },
    { path: '/business', title: 'Business Profile' },
  ],
  counts: (context) => ({ consents: grantsOf(context).list().length }),
  isMeant: ({ path }) =>
    /^\/(calendar\/v3|drive\/v3|v1\/documents|v1\/accounts|v4\/(accounts|spreadsheets)|(upload\/)?gmail\/v1)\/|^\/(o\/oauth2\/v2\/auth|v1\/accounts|token|revoke|tokeninfo|oauth2\/v2\/userinfo|oauth2\/v3\/certs)$/.test(
      path,
    ),
  sign: (delivery) => (delivery.type === pushType ? pushHeaders : notificationHeaders)(delivery),
  textsOfErrors: (status) => ({
    error: { 429: 'rate_limit_exceeded', 500: 'internal_failure', 503: 'temporarily_unavailable' }[status],
    error_description: 'Try again later.',
  }),

  register(app, context) {
    const grants = grantsOf(context)
    serveConsent(app, context, grants)
    serveTokens(app, context, grants)
    serveFacts(app, context, grants)
    serveGrants(app, context, grants)
    serveCalendarApi(app, context, grants)
    serveCalendarPages(app, context)
    serveGmailApi(app, context, grants)
    serveMailPages(app, context, grants)
    serveDocsApi(app, context, grants)
    serveDriveApi(app, context, grants)
    serveDocsPages(app, context)
    serveSheets(app, context, grants)
    serveBusinessApi(app, context, grants)
    serveBusinessPages(app, context)
  },
}

/** Google asks a person, whose answer is a POST. */
const serveConsent = (app: FastifyInstance, context: SimulatorContext, grants: Grants): void => {
  app.get('/o/oauth2/v2/auth', forPeople, (request, reply) =>
    refusedAsPage(context, reply, () => {
      const query = request.query as Record<string, unknown>
      const wish = readWish(query)
      // The browser follows the POST's redirect only where the page's policy lets a form lead.
      const policy = pagePolicy(new URL(wish.redirectUri).origin)
      return reply
        .header('Content-Security-Policy', policy)
        .type(asPage)
        .send(consentPage(context.base, wish, query))
    }),
  )

  app.post('/o/oauth2/v2/auth', forPeople, (request, reply) =>
    refusedAsPage(context, reply, () => {
      const form = formOf(request)
      const wish = readWish(form)
      const account = accounts.find(({ id }) => id === form.account)
      const iss = { iss: context.address() }
      if (form.answer !== 'allow' || !account) return reply.redirect(returnTo(wish, { error: 'access_denied', ...iss }), 303)
      const scopes = grantedOf(wish, form.granted)
      const code = grants.allow(wish, account.id, scopes)
      return reply.redirect(returnTo(wish, { code, scope: scopes.join(' '), ...iss }), 303)
    }),
  )
}

const serveTokens = (app: FastifyInstance, context: SimulatorContext, grants: Grants): void => {
  app.post('/token', (request, reply) =>
    refusedAsJson(reply, () => {
      const tokens = grants.token({ ...formOf(request), ...basicOf(request) })
      const about = grants.about(tokens.access_token)
      if (!about?.grant.scopes.includes('openid')) return reply.send(tokens)
      const { clientId, scopes } = about.grant
      const given = { issuer: context.address(), clientId, scopes, accessToken: tokens.access_token, at: context.now() }
      return reply.send({ ...tokens, id_token: idTokenOf(about.account, given) })
    }),
  )
  app.get('/oauth2/v3/certs', async () => signing.keys())

  app.post('/revoke', (request, reply) =>
    refusedAsJson(reply, () => {
      const { token } = { ...(request.query as Record<string, unknown>), ...formOf(request) }
      grants.revoke(typeof token === 'string' ? token : undefined)
      return reply.send({})
    }),
  )
}

/** What an access token stands for. */
const serveFacts = (app: FastifyInstance, context: SimulatorContext, grants: Grants): void => {
  app.get('/tokeninfo', (request, reply) =>
    refusedAsJson(reply, () => {
      const { access_token: token } = request.query as Record<string, unknown>
      const about = grants.about(String(token ?? ''))
      if (!about) throw new Refused(400, 'invalid_token', 'Invalid Value')
      const { grant, account, expiresInSeconds } = about
      return reply.send({
        azp: grant.clientId,
        aud: grant.clientId,
        sub: account.id,
        scope: grant.scopes.join(' '),
        exp: String(Math.floor(context.now().getTime() / 1_000) + expiresInSeconds),
        expires_in: String(expiresInSeconds),
        ...(grant.scopes.includes('email') && { email: account.email, email_verified: 'true' }),
        access_type: grant.refreshToken === null ? 'online' : 'offline',
      })
    }),
  )

  app.get('/oauth2/v2/userinfo', (request, reply) => {
    const about = grants.about(/^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (!about)
      return reply.code(401).send({
        error: { code: 401, message: 'Request had invalid authentication credentials.', status: 'UNAUTHENTICATED' },
      })
    const { account, grant } = about
    return reply.send({
      id: account.id,
      ...(grant.scopes.includes('email') && { email: account.email, verified_email: true }),
      ...(grant.scopes.includes('profile') && {
        name: account.name,
        given_name: account.given_name,
        family_name: account.family_name,
      }),
    })
  })
}

/** Consents as their owner sees them, and how Google behaves. */
const serveGrants = (app: FastifyInstance, context: SimulatorContext, grants: Grants): void => {
  const path = `${context.base}/google`
  app.get('/grants', forPeople, (request, reply) => {
    if (!request.headers.accept?.includes('text/html'))
      return reply.send({ behaviour: grants.behaviour(), grants: grants.list().map(withoutTokens) })
    return reply.type(asPage).send(grantsPage(context.base, grants.list(), grants.behaviour(), { now: context.now(), path }))
  })
  const deeds = { expire: grants.expire, rotate: grants.rotate, 'take-back': grants.revokeByUser }
  for (const [name, deed] of Object.entries(deeds))
    app.post<{ Params: { id: string } }>(`/grants/:id/${name}`, forPeople, (request, reply) => {
      deed(request.params.id)
      return reply.redirect(`${path}/grants`, 303)
    })
  app.post('/behaviour', forPeople, (request, reply) => {
    grants.behave(readBehaviour(formOf(request)))
    return reply.redirect(`${path}/grants`, 303)
  })
}

const grantsOf = (context: SimulatorContext): Grants =>
  openGrants({
    codes: context.table<Code>('codes'),
    grants: context.table<Grant>('grants'),
    behaviour: context.table<Behaviour & { readonly id: string }>('behaviour'),
    at: () => context.now().getTime(),
  })

/** For programs that look on: how many there are is worth knowing, what they are is not. */
const withoutTokens = ({ refreshToken, oldRefreshTokens, accessTokens, ...grant }: Grant) => ({
  ...grant,
  hasRefreshToken: refreshToken !== null,
  oldRefreshTokens: oldRefreshTokens.length,
  accessTokens: accessTokens.length,
})

const readBehaviour = (form: Readonly<Record<string, unknown>>): Behaviour => {
  const seconds = Math.trunc(Number(form.accessTokenSeconds))
  return {
    accessTokenSeconds: seconds >= 1 && seconds <= 86_400 ? seconds : 3_599,
    rotates: form.rotates === 'on',
    reuseEndsGrant: form.reuseEndsGrant === 'on',
  }
}

const formOf = (request: FastifyRequest): Readonly<Record<string, unknown>> =>
  typeof request.body === 'object' && request.body !== null ? (request.body as Record<string, unknown>) : {}

/** The client in an Authorization header, as the standard wants it. */
const basicOf = ({ headers }: FastifyRequest): Readonly<Record<string, string>> => {
  const [, sent] = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (sent === undefined) return {}
  const [id = '', ...secret] = Buffer.from(sent, 'base64').toString('utf8').split(':')
  return { client_id: decodeURIComponent(id), client_secret: decodeURIComponent(secret.join(':')) }
}

const refusedAsJson = (reply: FastifyReply, work: () => FastifyReply): FastifyReply => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return reply.code(error.status).send({ error: error.code, error_description: error.message })
  }
}

const refusedAsPage = (context: SimulatorContext, reply: FastifyReply, work: () => FastifyReply): FastifyReply => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return reply.code(error.status).type(asPage).send(blockedPage(context.base, error))
  }
}
