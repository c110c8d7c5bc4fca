import type { FastifyInstance } from 'fastify'
import { html, page } from './html.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * `GET /website?widget=<id>`: the website of some business, that carries Foyer's chat by its one script tag. Its policy is as strict
 * as a careful website's: the script and what it asks may come from Foyer, and nothing else from anywhere.
 */
export const website = (app: FastifyInstance, { base, origin }: { base: string; origin: () => string }): void => {
  app.get<{ Querystring: { widget?: string | string[]; locale?: string | string[] } }>('/website', async (request, reply) => {
    const [widget = ''] = [request.query.widget].flat()
    const [locale] = [request.query.locale].flat()
    if (!uuid.test(widget))
      return reply.code(400).send({ statusCode: 400, name: 'no_widget', message: 'Add the chat: ?widget=<its id>.' })
    const foyer = origin()
    return reply
      .header(
        'Content-Security-Policy',
        `default-src 'none'; script-src ${foyer}; connect-src ${foyer}; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
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
