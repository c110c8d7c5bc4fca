import { z } from 'zod'
import { html, moment, page } from '../html.ts'
import { answersOf } from '../said-answers.ts'
import { forPeople, type Simulator, type SimulatorContext } from '../simulators.ts'
import { formSlugs, playedForms, signAsService } from './bodies.ts'

interface Sent {
  readonly id: string
  readonly service: string
  readonly url: string
  readonly at: string
}

const asPage = 'text/html; charset=utf-8'
const shown = 20

const Wish = z.object({
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().max(512).default(''),
  service: z.enum(formSlugs).default('generic'),
  first_name: z.string().max(255).default('Zoë'),
  last_name: z.string().max(255).default('Müller'),
  email: z.string().max(320).default('zoe@example.com'),
  phone: z.string().max(64).default('+4915112345678'),
  answer: z.string().max(500).default('Kitchen'),
})

/** Services with forms: what is filled in here is posted to a webhook as they do. */
export const formServices: Simulator = {
  slug: 'form-services',
  title: 'Form services',
  instead: 'the webhooks of Typeform, Tally, Calendly, Webflow and any other service',
  about: 'Paste the webhook URL of a lead source, choose the service, and send a lead in its form.',
  pages: [{ path: '/form', title: 'Send a lead' }],
  counts: ({ table }) => ({ leads: table('sent').count }),
  sign: signAsService,
  register(app, context) {
    const sent = context.table<Sent>('sent')
    const path = `${context.base}/form-services/form`
    app.get('/form', forPeople, (request, reply) =>
      request.headers.accept?.includes('text/html')
        ? reply.type(asPage).send(formPage(context, sent.list(), path))
        : reply.send({ leads: sent.list() }),
    )
    app.post('/form', forPeople, (request, reply) => {
      const { url, secret, service, ...filled } = Wish.parse(request.body ?? {})
      const id = context.newId('lead_')
      const at = context.now().toISOString()
      sent.put({ id, service, url, at })
      const body = JSON.stringify(playedForms[service].body({ ...filled, id, at }))
      context.deliver({ id: 'form', url, secret }, { id, type: service, body })
      return request.headers.accept?.includes('text/html') ? reply.redirect(path, 303) : reply.send({ leads: [id] })
    })
  },
}

const formPage = (context: SimulatorContext, sent: readonly Sent[], path: string): string => {
  const [last] = sent
  const answerTo = answersOf(context)
  return page(
    context.base,
    'Form services: send a lead · Sandbox',
    html`<main class="prose">
<h1>Form services: send a lead</h1>
<form method="post" action="${path}" class="card">
<p><label for="url">Webhook URL</label><br><input id="url" name="url" type="url" required value="${last?.url ?? ''}"></p>
<p><label for="service">Service</label><br><select id="service" name="service">${formSlugs.map(
      (slug) => html`<option value="${slug}"${slug === last?.service && html` selected`}>${playedForms[slug].title}</option>`,
    )}</select></p>
<p><label for="secret">Secret, if its requests are signed</label><br><input id="secret" name="secret" autocomplete="off"></p>
<p><label for="first_name">First name</label><br><input id="first_name" name="first_name" value="Zoë"></p>
<p><label for="last_name">Last name</label><br><input id="last_name" name="last_name" value="Müller"></p>
<p><label for="email">Email</label><br><input id="email" name="email" type="email" value="zoe@example.com"></p>
<p><label for="phone">Phone number</label><br><input id="phone" name="phone" value="+4915112345678"></p>
<p><label for="answer">Which service?</label><br><input id="answer" name="answer" value="Kitchen"></p>
<p class="actions"><button class="main">Send lead</button></p>
</form>
<h2>Sent</h2>
${sent.length === 0 ? html`<p class="card">Nothing yet.</p>` : null}
<ol class="cards">${sent.slice(0, shown).map(
      ({
        id,
        service,
        at,
      }) => html`<li class="card"><h3>${playedForms[service as keyof typeof playedForms].title} <span class="quiet">${moment(at)}</span></h3>
${answerTo(id)}</li>`,
    )}</ol>
</main>`,
  )
}
