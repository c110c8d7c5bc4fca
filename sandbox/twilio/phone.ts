import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { button, type Html, html, moment, page } from '../html.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { asForm } from './api.ts'
import { actOn, legsOf, placeCall } from './calls.ts'
import { type Account, type Act, acts, type Call, isOver, Refused, type Store } from './store.ts'

const Placed = z.object({
  /** `AC…`; not needed with a token, or where there is only one account. */
  account: z.string().optional(),
  /** From a browser: the caller is the token's identity. */
  token: z.string().optional(),
  from: z.string().max(255).optional(),
  to: z.string().max(255),
  /** The caller shows no number: Twilio writes ANONYMOUS in digits. */
  withheld: z.union([z.boolean(), z.string()]).optional(),
})
const Acted = z.object({ do: z.enum(acts), who: z.string().optional() })

/** The telephones: people call the business, or are called from the app, and answer or do not. As pages, and as JSON below `/api`. */
export const servePhone = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  const home = `${context.base}/twilio`
  const asPage = (reply: FastifyReply, text: string): FastifyReply => reply.type('text/html; charset=utf-8').send(text)

  const find = (sid: string): { account: Account; call: Call } => {
    const call = store.calls.find(sid)
    const account = call && store.accounts.find(call.accountSid)
    if (!call || !account) throw new Refused(20_404, 'The call does not exist.', 404)
    return { account, call }
  }
  const place = async (given: unknown): Promise<Call> => {
    const { token, account: sid, from: own, to, withheld } = Placed.parse(given)
    const from = withheld ? '+266696687' : own
    const browser = token ? browserOf(store, token, context.now()) : null
    const account =
      browser?.account ?? store.accounts.find(sid ?? '') ?? (store.accounts.count === 1 ? store.accounts.list()[0] : undefined)
    if (!account) throw new Refused(20_404, 'The account does not exist: its first call creates it.', 404)
    return placeCall(store, account, { from: browser ? `client:${browser.identity}` : (from ?? ''), to: to || account.number })
  }
  const act = async (sid: string, given: unknown): Promise<Call> => {
    const { account, call } = find(sid)
    const { do: what, who } = Acted.parse(given)
    return actOn(store, account, call, what, who || undefined)
  }

  app.get('/phone', forPeople, async (_request, reply) => asPage(reply, homePage(context, home, store)))
  app.get<{ Querystring: { to?: string; token?: string } }>('/call', forPeople, async (request, reply) => {
    const { to = '', token = '' } = request.query
    const state = stateOf(store, token, context.now())
    // The account is there a moment after the first call of the app.
    if (state.who === null && state.isNew) reply.header('Refresh', '1')
    return asPage(reply, callPage(context, home, { to, token, ...state }))
  })
  app.post('/call', forPeople, async (request, reply) =>
    reply.redirect(`${home}/calls/${(await place(asForm(request.body))).id}`, 303),
  )
  app.get<OfCall>('/calls/:sid', forPeople, async (request, reply) =>
    asPage(reply, onePage(context, home, store, find(request.params.sid))),
  )
  app.post<OfCall>('/calls/:sid', forPeople, async (request, reply) =>
    reply.redirect(`${home}/calls/${(await act(request.params.sid, asForm(request.body))).id}`, 303),
  )

  const shown = (call: Call) => ({
    ...{ sid: call.id, state: call.status, direction: call.direction, from: call.from, to: call.to },
    ...{ said: call.said, twiml: call.twiml },
    rings: legsOf(store, call).flatMap((leg) => (leg.status === 'ringing' ? [leg.to] : [])),
  })
  app.post('/api/calls', forPeople, async (request) => shown(await place(request.body)))
  app.get<OfCall>('/api/calls/:sid', forPeople, async (request) => shown(find(request.params.sid).call))
  app.post<OfCall>('/api/calls/:sid', forPeople, async (request) => shown(await act(request.params.sid, request.body)))
}

interface OfCall {
  Params: { sid: string }
  Body: FastifyRequest['body']
}

const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  exp: z.number(),
  grants: z.object({
    identity: z.string().regex(/^\w{1,121}$/),
    voice: z.object({ outgoing: z.object({ application_sid: z.string() }) }),
  }),
})

/** No keys of the account are known yet. */
const unknownAccount = 20_404

/** Whose browser a token lets in, checked as Twilio does: by the secret of the account's key. */
const browserOf = (store: Store, token: string, now: Date): { account: Account; identity: string } => {
  const refused = new Refused(20_101, 'Invalid Access Token', 401)
  const [header = '', payload = '', signature = ''] = token.split('.')
  const read = (part: string): unknown => {
    try {
      return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    } catch {
      return null
    }
  }
  const claims = Claims.safeParse(read(payload))
  if (!claims.success) throw refused
  const { iss, sub, exp, grants } = claims.data
  const account = store.accounts.find(sub)
  if (!account?.apiKeySecret) throw new Refused(unknownAccount, 'The requested resource was not found', 404)
  const right = createHmac('sha256', account.apiKeySecret).update(`${header}.${payload}`).digest('base64url')
  const head = z.object({ alg: z.literal('HS256'), cty: z.literal('twilio-fpa;v=1') }).safeParse(read(header))
  if (account.apiKeySid !== iss || !head.success || right !== signature) throw refused
  if (grants.voice.outgoing.application_sid !== account.applicationSid) throw refused
  if (exp * 1_000 < now.getTime()) throw new Refused(20_104, 'Access Token expired or expiration date invalid', 401)
  return { account, identity: grants.identity }
}

const shownCalls = 50

const homePage = (context: SimulatorContext, home: string, store: Store): string =>
  page(
    context.base,
    'Twilio · Sandbox',
    html`<main class="prose">
<h1>Phones</h1>
<p>Call the business as a customer. Calls from the app appear here too.</p>
${
  store.accounts.count === 0
    ? html`<p class="quiet">No account yet. Open Settings → Calls in the app to create it.</p>`
    : store.accounts.list().map(
        (account) => html`<section class="card" aria-label="Account ${account.id}">
<h2>${account.number}</h2>
<p class="quiet"><code>${account.id}</code></p>
${account.voiceUrl === null ? html`<p class="quiet">No voice URL is configured yet.</p>` : callForm(home, { account: account.id, to: account.number }, '+12015550123', 'Call the business')}
</section>`,
      )
}
<h2>Calls</h2>
${
  store.calls.count === 0
    ? html`<p class="quiet">None yet.</p>`
    : html`<ol class="cards">${store.calls
        .list()
        .filter((call) => call.parentSid === null)
        .slice(0, shownCalls)
        .map(
          (call) =>
            html`<li class="card"><h3><a href="${home}/calls/${call.id}">${call.from} → ${call.to}</a> <span class="pill">${call.status}</span></h3><p class="quiet">${moment(call.createdAt)}</p></li>`,
        )}</ol>`
}
</main>`,
  )

const callForm = (home: string, hidden: Readonly<Record<string, string>>, from: string | null, label: string): Html =>
  html`<form method="post" action="${home}/call">${Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${from !== null && html`<p><label>Your number <input name="from" value="${from}" autocomplete="off"></label></p><p><label><input type="checkbox" name="withheld"> Withhold the number</label></p>`}<button>${label}</button></form>`

/** Whom a token lets call; `isNew`: its account is not known yet. */
const stateOf = (store: Store, token: string, now: Date): { who: string | null; isNew: boolean } => {
  try {
    return { who: browserOf(store, token, now).identity, isNew: false }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { who: null, isNew: error.code === unknownAccount }
  }
}

/** Before a call from the app: opening this page places no call. */
const callPage = (
  context: SimulatorContext,
  home: string,
  { to, token, who, isNew }: { to: string; token: string; who: string | null; isNew: boolean },
): string =>
  page(
    context.base,
    'Call · Twilio · Sandbox',
    html`<main class="prose">
<p><a href="${home}/phone">Phones</a></p>
<h1>Call ${to}</h1>
${
  who !== null
    ? html`<p>This browser can call as <code>${who}</code>. In the sandbox no real phone rings: you control both sides.</p>${callForm(home, { token, to }, null, 'Call')}`
    : isNew
      ? html`<p>The account is being created. This page reloads automatically.</p>`
      : html`<p>This browser cannot call: its token is invalid or expired. Go back to the app and click Call again.</p>`
}
</main>`,
  )

const labels: Readonly<Record<Act, string>> = {
  answer: 'Answer',
  'no-answer': 'Do not answer',
  busy: 'Be busy',
  fail: 'Be unreachable',
  'hang-up': 'Hang up',
}

const onePage = (context: SimulatorContext, home: string, store: Store, { call }: { call: Call }): string => {
  const legs = legsOf(store, call)
  const ringing = legs.filter((leg) => leg.status === 'ringing')
  const press = (what: Act, label: string, more: Readonly<Record<string, string>> = {}): Html =>
    button(`${home}/calls/${call.id}`, label, { do: what, ...more })
  const isWaiting = call.direction === 'outbound-api' && call.status === 'queued'
  return page(
    context.base,
    'Call · Twilio · Sandbox',
    html`<main class="prose">
<p><a href="${home}/phone">Phones</a></p>
<h1>${call.from} → ${call.to}</h1>
<p><span class="pill">${call.status}</span> <code>${call.id}</code></p>
<ol>${call.said.map((words) => html`<li>${words}</li>`)}</ol>
${
  isOver(call)
    ? null
    : html`<div class="actions">
${ringing.map((leg) => press('answer', `${leg.to} answers`, { who: leg.to }))}
${isWaiting && press('answer', labels.answer)}
${(ringing.length > 0 || isWaiting) && (['no-answer', 'busy', 'fail'] as const).map((what) => press(what, labels[what]))}
${press('hang-up', labels['hang-up'])}
</div>`
}
${call.twiml !== null && html`<h2>TwiML</h2><pre><code>${call.twiml}</code></pre>`}
</main>`,
  )
}
