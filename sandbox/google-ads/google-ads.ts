import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Table } from '../folder.ts'
import { html, moment, page } from '../html.ts'
import { answersOf } from '../said-answers.ts'
import { forPeople, type Simulator, type SimulatorContext } from '../simulators.ts'
import { bodyOf, type LeadKind, newLeadId } from './leads.ts'

interface SentLead {
  readonly id: string
  readonly url: string
  readonly body: string
  readonly kind: LeadKind
  readonly at: string
}

const asPage = 'text/html; charset=utf-8'
const shownLeads = 20

const Wish = z.object({
  url: z.url({ protocol: /^https?$/ }),
  key: z.string().max(512),
  kind: z.enum(['lead', 'test', 'sample']).default('lead'),
  full_name: z.string().max(255).default('Zoë Müller'),
  email: z.string().max(320).default('zoe@example.com'),
  phone: z.string().max(64).default('+4915112345678'),
  answer: z.string().max(500).default('Kitchen'),
  /** Several leads, each of its own. */
  count: z.coerce.number().int().min(1).max(1_000).default(1),
})

/** Lead forms of Google Ads: each lead is posted once, with the key of the form, and never again. */
export const googleAds: Simulator = {
  slug: 'google-ads',
  title: 'Google Ads',
  instead: 'Google Ads’ lead forms',
  about: 'Paste the webhook URL and the key of a lead source, and send a lead or test data as Google does: once.',
  pages: [{ path: '/form', title: 'Lead form' }],
  counts: ({ table }) => ({ leads: table('leads').count }),
  // Whether Google tries again is not known: a lead that is not taken at once is lost.
  retriesMs: [],
  register(app, context) {
    const leads = context.table<SentLead>('leads')
    const path = `${context.base}/google-ads/form`
    const send = (lead: SentLead): void =>
      context.deliver({ id: 'form', url: lead.url, secret: '' }, { id: lead.id, type: lead.kind, body: lead.body })
    app.get('/form', forPeople, (request, reply) =>
      request.headers.accept?.includes('text/html')
        ? reply.type(asPage).send(formPage(context, leads.list(), path))
        : reply.send({ leads: leads.list() }),
    )
    app.post('/form', forPeople, (request, reply) => {
      const wish = Wish.parse(request.body ?? {})
      const sent = Array.from({ length: wish.count }, (_, n) => {
        const id = newLeadId(wish.kind)
        const email = wish.count === 1 ? wish.email : `${n}.${wish.email}`
        const body = bodyOf({ ...wish, email, id, n: leads.count })
        return leads.put({ id, url: wish.url, body, kind: wish.kind, at: context.now().toISOString() })
      })
      for (const lead of sent) send(lead)
      return request.headers.accept?.includes('text/html')
        ? reply.redirect(path, 303)
        : reply.send({ leads: sent.map(({ id }) => id) })
    })
    serveAgain(app, path, { leads, send })
  },
}

/** Google sends a lead twice at times. */
const serveAgain = (
  app: FastifyInstance,
  path: string,
  { leads, send }: { readonly leads: Table<SentLead>; readonly send: (lead: SentLead) => void },
): void => {
  app.post<{ Params: { id: string } }>('/form/:id/again', forPeople, (request, reply) => {
    const lead = leads.find(request.params.id)
    if (!lead) return reply.code(404).send({ message: 'The lead does not exist.' })
    send(lead)
    return request.headers.accept?.includes('text/html') ? reply.redirect(path, 303) : reply.send({ success: true })
  })
}

const formPage = (context: SimulatorContext, leads: readonly SentLead[], path: string): string => {
  const [last] = leads
  const key = last ? (/"google_key":"([^"]*)"/i.exec(last.body)?.[1] ?? '') : ''
  const answerTo = answersOf(context)
  return page(
    context.base,
    'Google Ads: lead form · Sandbox',
    html`<main class="prose">
<h1>Google Ads: lead form</h1>
<form method="post" action="${path}" class="card">
<p><label for="url">Webhook URL</label><br><input id="url" name="url" type="url" required value="${last?.url ?? ''}"></p>
<p><label for="key">Key</label><br><input id="key" name="key" required value="${key}"></p>
<p><label for="full_name">Full name</label><br><input id="full_name" name="full_name" value="Zoë Müller"></p>
<p><label for="email">Email</label><br><input id="email" name="email" type="email" value="zoe@example.com"></p>
<p><label for="phone">Phone number</label><br><input id="phone" name="phone" value="+4915112345678"></p>
<p><label for="answer">Which service?</label><br><input id="answer" name="answer" value="Kitchen"></p>
<p class="actions"><button class="main" name="kind" value="lead">Send lead</button><button name="kind" value="test">Send test data</button><button name="kind" value="sample">Send test data of the sample page</button></p>
</form>
<h2>Sent</h2>
${leads.length === 0 ? html`<p class="card">Nothing yet.</p>` : null}
<ol class="cards">${leads.slice(0, shownLeads).map(
      ({
        id,
        kind,
        at,
      }) => html`<li class="card"><h3>${kind === 'lead' ? 'Lead' : 'Test data'} <span class="quiet">${moment(at)}</span></h3>
${answerTo(id)}
<form method="post" action="${path}/${encodeURIComponent(id)}/again"><button>Send again</button></form></li>`,
    )}</ol>
</main>`,
  )
}
