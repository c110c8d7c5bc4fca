import type { FastifyInstance } from 'fastify'
import { serveConsents } from '../crm/consent.ts'
import { openConsents } from '../crm/consent-grants.ts'
import { html, moment, page } from '../html.ts'
import { forPeople, type Simulator, type SimulatorContext } from '../simulators.ts'
import { type Deed, serveApi } from './api-routes.ts'
import { serveConsentPage, serveTokens } from './consent-routes.ts'
import { consentOf, type PlayedService } from './played.ts'

const shownDeeds = 100

/** A service that is played by its description alone: consent, tokens, a call that says whose they are, and what it can do. */
export const playedService = (played: PlayedService): Simulator => ({
  slug: played.name,
  title: played.title,
  instead: `consent, tokens and an API call of ${played.title}`,
  about: played.about,
  isOfCatalogue: true,
  pages: [{ path: '/consents', title: 'Consents' }, ...(played.does ? [{ path: '/done', title: 'What was done' }] : [])],
  ownFaults: {
    no_expiry: 'Tokens come without expires_in.',
    foreign_instance: 'Answers name an API address at a host that is not the service’s.',
  },
  counts: ({ table }) => (played.does ? { deeds: table<Deed>('deeds').count } : {}),
  register(app, context) {
    const vendor = consentOf(played)
    const consents = openConsents(context, vendor)
    serveConsentPage(app, context, played, { vendor, consents })
    serveTokens(app, context, played, { vendor, consents })
    serveConsents(app, context, vendor, consents)
    serveApi(app, context, played, consents)
    if (played.does) serveDeeds(app, context, played)
  },
})

/** What apps did here, newest first: a page for people, and JSON. */
const serveDeeds = (app: FastifyInstance, context: SimulatorContext, played: PlayedService): void => {
  const deeds = context.table<Deed>('deeds')
  app.get('/done', forPeople, (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return reply.send({ deeds: deeds.list() })
    return reply.type('text/html; charset=utf-8').send(
      page(
        context.base,
        `${played.title}: what was done · Sandbox`,
        html`<main class="prose">
<h1>${played.title}: what was done</h1>
<p>What apps did here, newest first. Nothing left this machine.</p>
${
  deeds.count === 0
    ? html`<p class="card">Nothing yet.</p>`
    : html`<ol class="cards">${deeds
        .list()
        .slice(0, shownDeeds)
        .map(
          ({ at, account, path, body }) => html`<li class="card">
<h2>${played.does?.title}</h2>
<p class="quiet">${moment(at)} · ${account} · <code>${path}</code></p>
<pre tabindex="0">${JSON.stringify(body, null, 2)}</pre>
</li>`,
        )}</ol>`
}
</main>`,
      ),
    )
  })
}
