import type { FastifyInstance } from 'fastify'
import { Html, html, page } from './html.ts'

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
        .send(
          formPage(base, {
            ...{ foyer: origin(), form },
            plain: request.query.plain === undefined ? null : await plainForm(formAt(origin(), form)),
          }),
        )
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
  { foyer, form, plain }: { readonly foyer: string; readonly form: string; readonly plain: Html | null },
) => {
  const isPlain = plain !== null
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
${isPlain ? plain : html`<script async src="${foyer}/form.js" data-form="${form}"></script>`}
</main>`,
    { bare: true },
  )
}

const formAt = (foyer: string, form: string): string => `${foyer}/functions/v1/lead-form/${form}`

/** The owner's form as it is copied from Foyer: that of its own page there, which is the same markup. */
const plainForm = async (address: string): Promise<Html> => {
  const shown = await fetch(address, { signal: AbortSignal.timeout(5_000) })
    .then((answer) => answer.text())
    .catch(() => '')
  const [form] = /<form [\s\S]*<\/form>/.exec(shown) ?? []
  return form === undefined
    ? html`<p>Foyer does not show this form: is its source on?</p>`
    : new Html(form.replace(/ action="[^"]*"/, ` action="${address}"`))
}
