import type { FastifyInstance } from 'fastify'
import { html, moment, page } from '../../html.ts'
import { forPeople, type SimulatorContext } from '../../simulators.ts'
import { docsKit } from '../docs/kit.ts'
import { DocsRefusal } from '../docs/rows.ts'
import type { Grants } from '../grants.ts'

/** A row that an app added to a table. */
interface SheetRow {
  readonly id: string
  readonly at: string
  readonly spreadsheetId: string
  readonly tab: string
  readonly values: readonly unknown[]
}

const shownRows = 100

/** `values/'Leads'!A1:append`: the router of the sandbox would take a colon for the begin of a name. */
const appending = /^'([^'!]+)'!A1:append$/

/** Adding rows to a table of Google Sheets (https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values/append). */
export const serveSheets = (app: FastifyInstance, context: SimulatorContext, grants: Grants): void => {
  const { answer } = docsKit(context, grants, 'ofDocs')
  const rows = context.table<SheetRow>('sheet-rows')
  app.post(
    '/v4/spreadsheets/:spreadsheetId/values/:range',
    answer('change', (request) => {
      const { spreadsheetId, range } = request.params as { spreadsheetId: string; range: string }
      const [, tab] = appending.exec(range) ?? []
      const { valueInputOption } = request.query as Record<string, unknown>
      if (tab === undefined || spreadsheetId.includes('gone'))
        throw new DocsRefusal('notFound', 'Requested entity was not found.')
      const { values } = (request.body ?? {}) as { values?: unknown }
      const isTable = Array.isArray(values) && values.every((each): each is unknown[] => Array.isArray(each))
      if (valueInputOption !== 'RAW' || !isTable) throw new DocsRefusal('invalid', 'Invalid values.')
      const at = context.now().toISOString()
      for (const each of values) rows.put({ id: context.newId('row_'), at, spreadsheetId, tab, values: each })
      return { spreadsheetId, updates: { updatedRange: `'${tab}'!A${rows.count}`, updatedRows: values.length } }
    }),
  )
  app.get('/sheets', forPeople, (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) return reply.send({ rows: rows.list() })
    return reply.type('text/html; charset=utf-8').send(
      page(
        context.base,
        'Google Sheets · Sandbox',
        html`<main class="prose">
<h1>Google Sheets</h1>
<p>Rows that apps added, newest first.</p>
<ol class="cards">${rows
          .list()
          .slice(0, shownRows)
          .map(
            ({ at, spreadsheetId, tab, values }) =>
              html`<li class="card"><p class="quiet">${moment(at)} · <code>${spreadsheetId}</code> · ${tab}</p><pre tabindex="0">${JSON.stringify(values)}</pre></li>`,
          )}</ol>
</main>`,
      ),
    )
  })
}
