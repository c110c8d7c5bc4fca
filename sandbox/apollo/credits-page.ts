import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { html, moment, page } from '../html.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import type { Teams } from './teams.ts'

const shownCalls = 100

const Left = z.object({
  team: z.string(),
  credits: z.coerce.number().int().min(0).max(1_000_000),
  mobileCredits: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

/** What each team has left, and what it asked. As a page, and as JSON at `/credits.json`. */
export const serveCreditsPage = (app: FastifyInstance, context: SimulatorContext, teams: Teams): void => {
  const home = `${context.base}/apollo/credits`
  app.get('/credits', forPeople, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(creditsPage(context.base, home, teams)),
  )
  app.get('/credits.json', forPeople, async () => ({
    teams: teams.list().map(({ key: _key, ...team }) => team),
    calls: teams.calls(),
  }))
  app.post('/credits', forPeople, async (request, reply) => {
    const { team, ...left } = Left.parse(request.body)
    if (!teams.set(team, left)) return reply.code(404).send({ error: 'The team does not exist.' })
    if (!request.headers.accept?.includes('text/html')) return { ok: true }
    return reply.redirect(home, 303)
  })
}

const creditsPage = (base: string, home: string, teams: Teams): string =>
  page(
    base,
    'Apollo · Sandbox',
    html`<main class="prose">
<h1>Apollo</h1>
<p>Each key is a team with credits of its own. A key with “wrong” in it is refused; one with “plain” is no master key.</p>
${
  teams.list().length === 0
    ? html`<p class="quiet">No team yet: each appears after its first request.</p>`
    : teams.list().map(
        (team) => html`<section class="card" aria-label="Team ${team.id}">
<h2><code>…${team.id}</code></h2>
<p class="quiet">Used: ${team.consumed} credits, ${team.mobilesConsumed} for mobile numbers</p>
<form method="post" action="${home}" class="fields"><input type="hidden" name="team" value="${team.id}">
<p><label for="credits-${team.id}">Credits left</label><input id="credits-${team.id}" name="credits" type="number" min="0" value="${team.credits}"></p>
<p><label for="mobiles-${team.id}">Credits left for mobile numbers</label><input id="mobiles-${team.id}" name="mobileCredits" type="number" min="0" value="${team.mobileCredits}"></p>
<p class="wide"><button class="main">Set</button></p></form>
</section>`,
      )
}
<h2>Calls</h2>
${
  teams.calls().length === 0
    ? html`<p class="quiet">None yet.</p>`
    : html`<table><thead><tr><th>When</th><th>Call</th><th>People</th><th>Credits</th><th>Status</th></tr></thead><tbody>${teams
        .calls()
        .slice(0, shownCalls)
        .map(
          (call) =>
            html`<tr><td>${moment(call.at)}</td><td>${call.what}</td><td>${call.ids.length}</td><td>${call.cost}</td><td>${call.status}</td></tr>`,
        )}</tbody></table>`
}
</main>`,
  )
