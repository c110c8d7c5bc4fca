import type { FastifyInstance } from 'fastify'
import { html, page } from './html.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const formAddress = /^[A-Za-z0-9_-]{22}$/

/**
 * `GET /website?widget=<id>`: the website of some business, that carries Foyer's chat by its one script tag. Its policy is as strict
 * as a careful website's: the script and what it asks may come from Foyer, and nothing else from anywhere. `GET /website?form=<address>`: the
 * same with a form of Foyer, by its script or, with `&plain`, as HTML without one.
 */
export const website = (app: FastifyInstance, { base, origin }: { base: string; origin: () => string }): void => {
  app.get<{ Querystring: Query }>('/website', async (request, reply) => {
    const [form] = [request.query.form].flat()
    if (form !== undefined && formAddress.test(form))
      return reply
        .headers({
          'Content-Security-Policy': policyFor(origin()),
          // As usual for websites: with no-referrer, a browser does not say from which page a plain form comes.
          'Referrer-Policy': 'strict-origin-when-cross-origin',
        })
        .type('text/html; charset=utf-8')
        .send(formPage(base, { foyer: origin(), form, isPlain: request.query.plain !== undefined }))
    const [widget = ''] = [request.query.widget].flat()
    const [locale] = [request.query.locale].flat()
    if (!uuid.test(widget))
      return reply.code(400).send({
        statusCode: 400,
        name: 'no_widget',
        message: 'Add the chat: ?widget=<its id>, or a form: ?form=<its address>.',
      })
    const foyer = origin()
    return reply
      .header('Content-Security-Policy', policyFor(foyer))
      .type('text/html; charset=utf-8')
      .send(
        page(
          base,
          'Harbour Pergolas',
          html`<main class="prose">
<h1>Harbour Pergolas</h1>
<p>Pergolas, arbours and terraces of oak and larch, built where you live. This is a demo website, as a visitor sees it; Foyer’s sandbox serves it,
at a different origin than Foyer if this machine has a second name.</p>
<p>One script tag adds the chat in the corner. Write something: it appears in Foyer’s inbox, and replies appear here. Try it offline, too
(in the browser’s developer tools).</p>
<p><a href="${base}/website?widget=${widget}">Reload this page</a>: the chat continues.</p>
</main>
<script async src="${foyer}/chat/widget.js" data-widget="${widget}"${locale !== undefined && html` data-locale="${locale}"`}></script>`,
          { bare: true },
        ),
      )
  })
}

interface Query {
  readonly widget?: string | string[]
  readonly locale?: string | string[]
  readonly form?: string | string[]
  readonly plain?: string
}

const policyFor = (foyer: string): string =>
  `default-src 'none'; script-src ${foyer}; connect-src ${foyer}; form-action 'self' ${foyer}; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'`

const formPage = (
  base: string,
  { foyer, form, isPlain }: { readonly foyer: string; readonly form: string; readonly isPlain: boolean },
) => {
  const address = `${foyer}/functions/v1/lead-form/${form}`
  const other = `${base}/website?form=${form}${isPlain ? '' : '&plain'}`
  return page(
    base,
    'Harbour Pergolas',
    html`<main class="prose">
<h1>Harbour Pergolas</h1>
<p>Pergolas, arbours and terraces of oak and larch, built where you live. This is a demo website, as a visitor sees it; Foyer’s sandbox serves it,
at a different origin than Foyer if this machine has a second name.</p>
<p>${isPlain ? 'This form is plain HTML: no script runs on this page.' : 'One script tag adds the form below.'} Send a test lead: it appears
in Foyer’s leads. <a href="${other}">${isPlain ? 'The form by its script' : 'The form as plain HTML'}</a></p>
<h2>Ask for an offer</h2>
${isPlain ? plainForm(address) : html`<script async src="${foyer}/form.js" data-form="${form}"></script>`}
</main>`,
    { bare: true },
  )
}

/** As a website writes it by hand: of what is copied from Foyer, the fields that every form may have. */
const plainForm = (address: string) => html`<form action="${address}" method="post" accept-charset="utf-8">
<p><label>Name <input name="name" autocomplete="name"></label></p>
<p><label>Email <input name="email" type="email" autocomplete="email"></label></p>
<p><label>Message <textarea name="note" rows="4"></textarea></label></p>
<div hidden aria-hidden="true"><label>Please leave this field empty <input name="subject_2" tabindex="-1" autocomplete="off"></label></div>
<p><button type="submit">Send</button></p>
</form>`
