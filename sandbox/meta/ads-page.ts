import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { appNameOf } from '../app-names.ts'
import { button, type Html, html, moment, page } from '../html.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { addLead } from './api.ts'
import { announceTrial } from './notifications.ts'
import { testFields } from './on-wire.ts'
import type { Form } from './rows.ts'
import { leadsOf, people, type Store } from './store.ts'

const asPage = 'text/html; charset=utf-8'

const isTicked = z.union([z.literal('on'), z.boolean()]).optional()
const Filled = z.object({
  full_name: z.string().max(255).optional(),
  email: z.string().max(320).optional(),
  phone_number: z.string().max(64).optional(),
  answer: z.union([z.string(), z.array(z.string())]).optional(),
  isOrganic: isTicked,
  /** No notification is sent. */
  isSilent: isTicked,
  mayCall: isTicked,
  /** In seconds. */
  createdAt: z.coerce.number().int().optional(),
})

const FormStatus = z.enum(['ACTIVE', 'ARCHIVED', 'DELETED'])

/** The ads of every page, whose forms a person or a program fills in, and the testing tool. */
export const serveAds = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  const path = `${context.base}/meta`
  app.get('/ads', forPeople, (request, reply) => {
    if (!request.headers.accept?.includes('text/html'))
      return reply.send({
        ...{ pages: store.pages.list(), forms: store.forms.list(), leads: store.leads.list() },
        apps: store.apps.list().map(({ id, callbackUrl }) => ({ id, callbackUrl })),
      })
    return reply.type(asPage).send(adsPage(context, store))
  })
  app.post<{ Params: { id: string } }>('/ads/:id/leads', forPeople, (request, reply) => {
    const form = store.forms.find(request.params.id)
    if (!form) return reply.code(404).send({ message: 'The form does not exist.' })
    const filled = Filled.parse(request.body ?? {})
    const lead = addLead(context, store, form, {
      ...{
        fields: fieldsIn(form, filled),
        isOrganic: Boolean(filled.isOrganic),
        isTest: false,
        isSilent: Boolean(filled.isSilent),
      },
      mayCall: filled.mayCall === undefined ? null : Boolean(filled.mayCall),
      ...(filled.createdAt !== undefined && { createdAt: filled.createdAt }),
    })
    return request.headers.accept?.includes('text/html') ? reply.redirect(`${path}/ads`, 303) : reply.send(lead)
  })
  app.post<{ Params: { id: string } }>('/ads/:id/test', forPeople, (request, reply) => {
    const form = store.forms.find(request.params.id)
    if (!form) return reply.code(404).send({ message: 'The form does not exist.' })
    for (const { id, isTest } of leadsOf(store, form.id)) if (isTest) store.leads.remove(id)
    const lead = addLead(context, store, form, { fields: testFields(form), isOrganic: true, isTest: true })
    return request.headers.accept?.includes('text/html') ? reply.redirect(`${path}/ads`, 303) : reply.send(lead)
  })
  app.post<{ Params: { id: string; status: string } }>('/ads/:id/status/:status', forPeople, (request, reply) => {
    const form = store.forms.find(request.params.id)
    const { data: status } = FormStatus.safeParse(request.params.status)
    if (!form || !status) return reply.code(404).send({ message: 'The form or the status does not exist.' })
    const changed = store.forms.put({ ...form, status })
    return request.headers.accept?.includes('text/html') ? reply.redirect(`${path}/ads`, 303) : reply.send(changed)
  })
  app.post('/ads/trial', forPeople, (request, reply) => {
    const sent = announceTrial(context, store)
    return request.headers.accept?.includes('text/html') ? reply.redirect(`${path}/ads`, 303) : reply.send({ sent })
  })
  serveGrants(app, context, store)
}

const fieldsIn = (form: Form, { full_name, email, phone_number, answer }: z.output<typeof Filled>) =>
  [
    ...Object.entries({ full_name, email, phone_number }).map(([name, value]) => ({ name, values: value ? [value] : [] })),
    { name: form.question, values: answer === undefined ? [] : [answer].flat() },
  ].filter(({ name, values }) => values.length > 0 || name === form.question)

/** What people allowed, and how it ends. */
const serveGrants = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  app.get('/consents', forPeople, (request, reply) => {
    const grants = store.grants.list()
    if (!request.headers.accept?.includes('text/html')) return reply.send({ consents: grants })
    return reply.type(asPage).send(
      page(
        context.base,
        'Meta: consents · Sandbox',
        html`<main class="prose"><h1>Meta: consents</h1>
${grants.length === 0 ? html`<p class="card">No consents yet.</p>` : null}
<ul class="cards">${grants.map(
          (
            grant,
          ) => html`<li class="card"><h2>${people.find(({ id }) => id === grant.personId)?.name} <span class="quiet">for ${appNameOf(grant.appId)}</span></h2>
<p>Allowed ${moment(new Date(grant.begunAt))}: ${grant.pageIds.length} pages.</p>
${grant.endedAt === null ? button(`${context.base}/meta/consents/${grant.id}/end`, 'Remove the app') : html`<p><span class="pill bad">ended</span></p>`}</li>`,
        )}</ul></main>`,
      ),
    )
  })
  app.post<{ Params: { id: string } }>('/consents/:id/end', forPeople, (request, reply) => {
    const grant = store.grants.find(request.params.id)
    if (grant) store.grants.put({ ...grant, endedAt: store.at() })
    return reply.redirect(`${context.base}/meta/consents`, 303)
  })
}

const adsPage = (context: SimulatorContext, store: Store): string => {
  const path = `${context.base}/meta/ads`
  return page(
    context.base,
    'Meta: ads · Sandbox',
    html`<main class="prose">
<h1>Meta: ads</h1>
<p>Fill in an ad’s form as a person would, or send a test lead as Meta’s testing tool does.</p>
<div class="actions">${button(`${path}/trial`, 'Test notification of the developer pages')}</div>
${store.pages.list().map(
  (each) => html`<h2>${each.name}</h2>
<p class="quiet">${each.apps.length === 0 ? 'No app follows this page: leads are not announced.' : 'Leads are announced to an app.'}</p>
${store.forms
  .list()
  .filter(({ pageId }) => pageId === each.id)
  .map((form) => formCard(form, leadsOf(store, form.id).length, path))}`,
)}
</main>`,
  )
}

const formCard = (form: Form, leads: number, path: string): Html => {
  const field = (name: string, label: string, value: string, type = 'text'): Html =>
    html`<p><label for="${name}-${form.id}">${label}</label><br><input id="${name}-${form.id}" name="${name}" type="${type}" value="${value}"></p>`
  return html`<section class="card" aria-label="${form.name}">
<h3>${form.name} <span class="quiet">${form.status.toLowerCase()}, ${leads === 1 ? '1 lead' : `${leads} leads`}</span></h3>
<form method="post" action="${path}/${form.id}/leads">
${field('full_name', 'Full name', 'Zoë Müller')}
${field('email', 'Email', 'zoe@example.com', 'email')}
${field('phone_number', 'Phone number', '0151 12345678')}
${field('answer', form.question, 'Kitchen')}
<p><label><input type="checkbox" name="isOrganic" value="on"> No ad behind it</label></p>
<p><label><input type="checkbox" name="isSilent" value="on"> The notification never arrives</label></p>
<p class="actions"><button class="main">Send lead</button></p>
</form>
<div class="actions">${button(`${path}/${form.id}/test`, 'Send a test lead')}
${form.status === 'ACTIVE' ? button(`${path}/${form.id}/status/ARCHIVED`, 'Archive') : button(`${path}/${form.id}/status/ACTIVE`, 'Activate')}
${form.status === 'DELETED' ? null : button(`${path}/${form.id}/status/DELETED`, 'Delete')}</div>
</section>`
}
