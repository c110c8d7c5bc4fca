import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { button, type Html, html, page } from '../html.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { findBusiness } from './businesses.ts'
import { ownLooks } from './phones-page.ts'
import { Refused } from './refusals.ts'
import { type Component, type Template, templateStatuses } from './rows.ts'
import type { Store } from './store.ts'
import { reviewTemplate } from './templates.ts'

const NewTemplate = z.strictObject({
  business: z.string().optional(),
  name: z.string().regex(/^[a-z0-9_]{1,512}$/, 'The name must contain lower-case letters, digits and underscores only.'),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'The language must be a code such as en_US or de.'),
  category: z.enum(['UTILITY', 'MARKETING', 'AUTHENTICATION']).default('UTILITY'),
  header: z.string().max(60).default(''),
  body: z.string().min(1).max(1_024),
  status: z.enum(templateStatuses).default('PENDING'),
})
const Judgement = z.strictObject({ status: z.enum(templateStatuses), reason: z.string().max(100).default('NONE') })

/** The templates of every business, and a person in the place of who judges them. The same by JSON, below /api. */
export const serveTemplates = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  const here = `${context.base}/whatsapp/templates`
  const asPage = 'text/html; charset=utf-8'

  const add = (given: unknown): Template => {
    const wanted = NewTemplate.parse(given)
    const business = findBusiness(store, wanted.business)
    if (!business) throw new Refused(404, 'The business does not exist.', { status: 404 })
    const { name, language, category, header, body, status } = wanted
    if (
      store.templates.list().some((each) => each.business === business.id && each.name === name && each.language === language)
    )
      throw new Refused(409, 'A template with this name and language already exists.', { status: 409 })
    const components: Component[] = [
      ...(header ? [{ type: 'HEADER', format: 'TEXT', text: header } as const] : []),
      { type: 'BODY', text: body },
    ]
    const template = {
      id: store.digitsId(),
      business: business.id,
      name,
      language,
      category,
      status,
      reason: 'NONE',
      components,
    }
    return store.templates.put(template)
  }
  const judge = (id: string, given: unknown): Template => {
    const template = store.templates.find(id)
    if (!template) throw new Refused(404, 'The template does not exist.', { status: 404 })
    const { status, reason } = Judgement.parse(given)
    return reviewTemplate(store, template, status, reason)
  }

  app.get('/api/templates', forPeople, async () => store.templates.list())
  app.post('/api/templates', forPeople, async (request) => add(request.body))
  app.post<{ Params: { id: string } }>('/api/templates/:id', forPeople, async (request) =>
    judge(request.params.id, request.body),
  )

  const shown = (trouble: string | null): string => templatesPage(context.base, here, store, trouble)
  app.get('/templates', forPeople, async (_request, reply) => reply.type(asPage).send(shown(null)))
  app.post<{ Body: unknown }>('/templates', forPeople, async (request, reply) => {
    try {
      add(request.body)
      return reply.redirect(here, 303)
    } catch (error) {
      const reason = error instanceof z.ZodError ? error.issues[0]?.message : error instanceof Refused ? error.message : null
      if (reason == null) throw error
      return reply.code(400).type(asPage).send(shown(reason))
    }
  })
  app.post<{ Params: { id: string } }>('/templates/:id', forPeople, async (request, reply) => {
    judge(request.params.id, request.body)
    return reply.redirect(`${here}#${request.params.id}`, 303)
  })
}

const looks = { APPROVED: 'good', PENDING: 'wait', PAUSED: 'wait', REJECTED: 'bad', DISABLED: 'bad' } as const

const templatesPage = (base: string, here: string, store: Store, trouble: string | null): string => {
  const businesses = store.businesses.list()
  return page(
    base,
    'Templates · Sandbox',
    html`${ownLooks(base)}<main class="prose">
<h1>Templates</h1>
<p>After 24 hours without a customer message, only an approved template can be sent. Approve or reject templates here; Foyer gets a webhook for each change. <a href="${base}/whatsapp/phones">Phones</a></p>
${trouble && html`<p class="notice bad" role="alert">${trouble}</p>`}
${businesses.length === 0 && html`<p class="notice">WhatsApp is not connected yet. In Foyer: Settings → Connections → WhatsApp → Use the sandbox.</p>`}
${businesses.map(
  (business) => html`<h2>${business.name} <span class="quiet">+${business.displayNumber}</span></h2>
<ul class="cards">${store.templates
    .list()
    .filter((each) => each.business === business.id)
    .map((template) => card(here, template))}</ul>
<details><summary>New template for ${business.name}</summary><form method="post" action="${here}" class="fields">
<input type="hidden" name="business" value="${business.id}">
<p><label for="${business.id}-name">Name</label><input id="${business.id}-name" name="name" required pattern="[a-z0-9_]+" placeholder="seasons_greetings" autocomplete="off"></p>
<p><label for="${business.id}-language">Language</label><input id="${business.id}-language" name="language" required value="en_US"></p>
<p><label for="${business.id}-category">Category</label><select id="${business.id}-category" name="category"><option>UTILITY</option><option>MARKETING</option></select></p>
<p class="wide"><label for="${business.id}-body">Text</label><input id="${business.id}-body" name="body" required maxlength="1024" placeholder="Hello {{1}}, …"></p>
<p class="wide"><button class="main">Submit</button></p>
</form></details>`,
)}
</main>`,
  )
}

const card = (here: string, template: Template): Html => html`<li class="card" id="${template.id}">
<h3><code>${template.name}</code> <span class="quiet">${template.language}</span> <span class="pill ${looks[template.status]}">${template.status}</span></h3>
${template.components.map(({ type, text, buttons }) => (type === 'BUTTONS' ? html`<p class="quiet">${(buttons ?? []).map((each, at) => html`${at > 0 && ' · '}[${each.text}]`)}</p>` : html`<p>${text ?? ''}</p>`))}
${template.reason !== 'NONE' && html`<p class="quiet">${template.reason}</p>`}
<div class="actions">${templateStatuses.filter((status) => status !== template.status && status !== 'PENDING').map((status) => button(`${here}/${template.id}`, verbs[status], { status, ...(status === 'REJECTED' && { reason: 'INVALID_FORMAT' }) }))}</div>
</li>`

const verbs = { APPROVED: 'Approve', PENDING: 'Wait', REJECTED: 'Reject', PAUSED: 'Pause', DISABLED: 'Disable' } as const
