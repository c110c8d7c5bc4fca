import type { FastifyInstance, FastifyReply } from 'fastify'
import { appNameOf } from '../app-names.ts'
import { html, page, pagePolicy } from '../html.ts'
import { isRedirectUri } from '../redirect-uris.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { Refused } from './refusals.ts'
import type { Code, Grant } from './rows.ts'
import { newId, newToken, people, type Store } from './store.ts'

const asPage = 'text/html; charset=utf-8'
const codeMs = 10 * 60_000
const shortMs = 2 * 3_600_000
const longMs = 60 * 86_400_000
const version = '/:version(^v\\d+\\.\\d+$)'

/** The dialog of consent, and the tokens of what a person allowed (https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow). */
export const serveConsent = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  app.get(`${version}/dialog/oauth`, forPeople, (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>
    const wish = readWish(query)
    if (typeof wish === 'string') return refuse(reply, context, wish)
    // The browser follows the POST's redirect only where the page's policy lets a form lead.
    reply.header('Content-Security-Policy', pagePolicy(new URL(wish.redirectUri).origin))
    return reply.type(asPage).send(dialog(context, store, wish, query))
  })
  app.post(`${version}/dialog/oauth`, forPeople, (request, reply) => {
    const form = (request.body ?? {}) as Readonly<Record<string, unknown>>
    const wish = readWish(form)
    if (typeof wish === 'string') return refuse(reply, context, wish)
    const back = new URL(wish.redirectUri)
    if (wish.state !== null) back.searchParams.set('state', wish.state)
    const person = people.find(({ id }) => id === form.person)
    if (form.answer === 'allow' && person) back.searchParams.set('code', allow(store, wish, person.id, pagesIn(form)))
    else {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_reason', 'user_denied')
    }
    return reply.redirect(back.href, 303)
  })
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: `${version}/oauth/access_token`,
      handler: async (request) => {
        const sent = { ...(request.query as object), ...((request.body as object | null) ?? {}) } as Record<string, unknown>
        return giveToken(store, sent)
      },
    })
}

interface Wish extends Pick<Code, 'appId' | 'redirectUri' | 'scopes'> {
  readonly state: string | null
}

const readWish = (query: Readonly<Record<string, unknown>>): Wish | string => {
  const text = (name: string): string | null => {
    const value = query[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const [appId, redirectUri] = [text('client_id'), text('redirect_uri')]
  if (appId === null) return 'client_id is missing.'
  if (redirectUri === null || !isRedirectUri(redirectUri)) return 'redirect_uri is missing, or is no address.'
  if ((text('response_type') ?? 'code') !== 'code') return 'response_type must be code.'
  return { appId, redirectUri, scopes: (text('scope') ?? '').split(/[, ]/).filter(Boolean), state: text('state') }
}

const pagesIn = ({ pages = [] }: Readonly<Record<string, unknown>>): readonly string[] => [pages].flat().map(String)

const allow = (store: Store, wish: Wish, personId: string, pageIds: readonly string[]): string => {
  const { appId, redirectUri, scopes } = wish
  const own = store.pages.list().filter((each) => each.personId === personId && pageIds.includes(each.id))
  const expiresAt = store.at() + codeMs
  const id = `AQ${newToken()}`
  return store.codes.put({ id, appId, personId, redirectUri, scopes, expiresAt, pageIds: own.map((each) => each.id) }).id
}

const giveToken = (store: Store, sent: Readonly<Record<string, unknown>>): object => {
  const [appId, secret] = [sent.client_id, sent.client_secret]
  if (typeof appId !== 'string' || typeof secret !== 'string' || secret === '' || secret.startsWith('wrong'))
    throw new Refused(101, 'Error validating application. Cannot get application info due to a system error.')
  const known = store.apps.find(appId)
  if (known && known.secret !== secret) throw new Refused(1, 'Error validating client secret.')
  store.apps.put(known ?? { id: appId, secret, callbackUrl: null })
  if (sent.grant_type === 'fb_exchange_token') return prolong(store, appId, String(sent.fb_exchange_token))
  const code = store.codes.find(String(sent.code))
  if (!code || code.expiresAt <= store.at() || code.appId !== appId)
    throw new Refused(100, 'This authorization code has been used.', { subcode: 36009 })
  if (code.redirectUri !== sent.redirect_uri)
    throw new Refused(100, 'Error validating verification code. Please make sure your redirect_uri is identical.', {
      subcode: 36008,
    })
  store.codes.remove(code.id)
  const { personId, pageIds, scopes } = code
  const grant: Grant = { id: newId(), appId, personId, pageIds, scopes, begunAt: store.at(), endedAt: null }
  store.grants.put(grant)
  const token = { id: newToken(), grantId: grant.id, pageId: null, isLong: false, expiresAt: store.at() + shortMs }
  store.tokens.put(token)
  return { access_token: token.id, token_type: 'bearer', expires_in: shortMs / 1_000 }
}

/** A short token for a long one; a long one for another, while it is good. */
const prolong = (store: Store, appId: string, text: string): object => {
  const given = store.tokens.find(text)
  const grant = given && store.grants.find(given.grantId)
  if (!given || grant?.appId !== appId || grant.endedAt !== null || (given.expiresAt ?? 0) <= store.at())
    throw new Refused(190, 'Error validating access token: Session has expired.', { status: 401, subcode: 463 })
  const token = { ...given, id: newToken(), isLong: true, expiresAt: store.at() + longMs }
  store.tokens.put(token)
  return { access_token: token.id, token_type: 'bearer', expires_in: longMs / 1_000 }
}

const refuse = (reply: FastifyReply, context: SimulatorContext, reason: string): FastifyReply =>
  reply
    .code(400)
    .type(asPage)
    .send(
      page(
        context.base,
        'Meta · Sandbox',
        html`<main class="prose"><h1>The app sent an invalid request</h1><p>${reason}</p></main>`,
        {
          bare: true,
        },
      ),
    )

const dialog = (context: SimulatorContext, store: Store, wish: Wish, query: Readonly<Record<string, unknown>>): string => {
  const sent = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return page(
    context.base,
    'Meta · Sandbox',
    html`<main class="prose">
<p class="notice">This is a simulation: no real sign-in, and no data leaves this machine.</p>
<h1>Connect an app to Meta</h1>
<p><strong>${appNameOf(wish.appId)}</strong> wants to use pages of yours. Afterwards you go back to <strong>${new URL(wish.redirectUri).host}</strong>.</p>
<form method="post" action="oauth" class="card">
${sent.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}
<fieldset><legend>Who are you?</legend>
${people.map(
  ({ id, name }, at) =>
    html`<p><label><input type="radio" name="person" value="${id}"${at === 0 && html` checked`}> ${name}</label></p>`,
)}
</fieldset>
<fieldset><legend>Which pages may it see?</legend>
${store.pages
  .list()
  .map(
    ({ id, name, personId }) =>
      html`<p><label><input type="checkbox" name="pages[]" value="${id}" checked> ${name} <span class="quiet">of ${people.find((each) => each.id === personId)?.name}</span></label></p>`,
  )}
</fieldset>
<details><summary>${wish.scopes.length} permissions</summary><ul>${wish.scopes.map((scope) => html`<li>${scope}</li>`)}</ul></details>
<p class="actions"><button class="main" name="answer" value="allow">Connect app</button><button name="answer" value="deny">Decline</button></p>
</form>
</main>`,
    { bare: true },
  )
}
