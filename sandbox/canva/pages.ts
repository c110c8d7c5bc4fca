import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { consentAccounts } from '../crm/consent-vendors.ts'
import { button, type Html, html, moment, page } from '../html.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { type Account, type Design, exportEnds, plans } from './rows.ts'
import type { Store } from './store.ts'
import { shownDesign } from './wire.ts'

const asPage = 'text/html; charset=utf-8'

const Form = z.object({
  account: z.string().max(100).default(''),
  title: z.string().trim().max(255).default(''),
  pages: z.coerce.number().int().min(1).max(100).default(1),
  plan: z.enum(plans).optional(),
  exportEnd: z.enum(exportEnds).optional(),
})

class Unknown extends Error {
  readonly statusCode = 404
}

/** Canva for people: the designs of each account, a form for each, and the plan. */
export const servePages = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  const home = `${context.base}/canva/designs`
  const one = (id: string): Design => {
    const design = store.designs.find(id)
    if (!design || design.isTrashed) throw new Unknown('There is no such design.')
    return design
  }
  app.get('/designs', forPeople, async (_request, reply) => {
    const accounts = consentAccounts.map(({ id }) => store.use(id))
    return reply.type(asPage).send(listPage(context, store, { accounts, home }))
  })
  app.get<{ Params: { id: string } }>('/designs/:id', forPeople, async (request, reply) =>
    reply.type(asPage).send(designPage(context, store, { design: one(request.params.id), home })),
  )
  app.post('/designs', forPeople, async (request, reply) => {
    const { account, title, pages } = Form.parse(request.body)
    const { id } = store.make(store.use(account).id, { title: title || 'Untitled design', type: 'presentation', pages })
    return request.headers.accept?.includes('text/html') ? reply.redirect(`${home}/${id}`, 303) : reply.send({ id })
  })
  app.post<{ Params: { id: string } }>('/designs/:id', forPeople, async (request, reply) => {
    const { title, pages, exportEnd } = Form.parse(request.body)
    const design = one(request.params.id)
    store.designs.put({
      ...{ ...design, title: title || design.title, pages, updatedAt: store.at() },
      exportEnd: exportEnd ?? design.exportEnd,
    })
    return reply.redirect(`${home}/${design.id}`, 303)
  })
  app.post<{ Params: { id: string } }>('/designs/:id/trash', forPeople, async (request, reply) => {
    store.designs.put({ ...one(request.params.id), isTrashed: true })
    return reply.redirect(home, 303)
  })
  app.post('/plan', forPeople, async (request, reply) => {
    const { account, plan } = Form.parse(request.body)
    const found = store.use(account)
    store.accounts.put({ ...found, plan: plan ?? found.plan })
    return reply.redirect(home, 303)
  })
  // For tests: what was asked for, and how often.
  app.get('/asked', forPeople, async () => ({ exports: store.exports.list(), fills: store.fills.list() }))
}

const listPage = (
  context: SimulatorContext,
  store: Store,
  { accounts, home }: { readonly accounts: readonly Account[]; readonly home: string },
): string =>
  page(
    context.base,
    'Canva · Sandbox',
    html`<main class="prose">
<h1>Canva</h1>
${accounts.map(
  (account) => html`<section aria-labelledby="of-${account.id}">
<h2 id="of-${account.id}">${account.name} <span class="pill">${account.plan}</span></h2>
<div class="actions">${plans
    .filter((plan) => plan !== account.plan)
    .map((plan) => button(`${context.base}/canva/plan`, `Change to ${plan}`, { account: account.id, plan }))}</div>
<ul class="cards">${store.designsOf(account.id).map((design) => card(context, store, design, home))}</ul>
<form method="post" action="${home}" class="fields"><input type="hidden" name="account" value="${account.id}">
<p><label for="title-${account.id}">Title</label><input id="title-${account.id}" name="title" maxlength="255"></p>
<p><label for="pages-${account.id}">Pages</label><input id="pages-${account.id}" name="pages" type="number" min="1" max="100" value="1"></p>
<p class="wide"><button class="main">Create a design</button></p></form>
</section>`,
)}
</main>`,
  )

const pictureOf = (context: SimulatorContext, store: Store, design: Design): string =>
  new URL(shownDesign(design, { address: context.address(), at: store.at() }).thumbnail.url).pathname

const card = (context: SimulatorContext, store: Store, design: Design, home: string): Html =>
  html`<li class="card"><h3><a href="${home}/${design.id}">${design.title}</a></h3>
<img src="${pictureOf(context, store, design)}" alt="" width="160" height="100">
<p class="quiet"><code>${design.id}</code> · ${design.pages} pages · changed ${moment(new Date(design.updatedAt))}</p></li>`

const designPage = (
  context: SimulatorContext,
  store: Store,
  { design, home }: { readonly design: Design; readonly home: string },
): string =>
  page(
    context.base,
    `${design.title} · Sandbox`,
    html`<main class="prose">
<p><a href="${home}">Canva</a></p>
<h1>${design.title}</h1>
<p><img src="${pictureOf(context, store, design)}" alt="" width="320" height="200"></p>
<p class="quiet"><code>${design.id}</code> · ${design.type} · changed ${moment(new Date(design.updatedAt))}</p>
${Object.keys(design.texts).length > 0 && html`<dl>${Object.entries(design.texts).map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>`}
<form method="post" action="${home}/${design.id}" class="fields">
<p><label for="title">Title</label><input id="title" name="title" maxlength="255" value="${design.title}"></p>
<p><label for="pages">Pages</label><input id="pages" name="pages" type="number" min="1" max="100" value="${design.pages}"></p>
<p class="wide"><label for="exportEnd">Exports end with</label><select id="exportEnd" name="exportEnd">${exportEnds.map(
      (end) => html`<option${end === design.exportEnd && html` selected`}>${end}</option>`,
    )}</select></p>
<p class="wide"><button class="main">Save</button></p></form>
${button(`${home}/${design.id}/trash`, 'Move to trash')}
</main>`,
  )
