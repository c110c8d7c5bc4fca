import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forPeople, type SimulatorContext } from '../../simulators.ts'
import { type Account, accounts } from '../rows.ts'
import { documentPage, filesPage } from './doc-page.ts'
import { tabsIn } from './notation.ts'
import { refusals, usualBehaviour } from './rows.ts'
import { openDocs } from './store.ts'

const asPage = 'text/html; charset=utf-8'
type Form = Readonly<Record<string, string | undefined>>

/** The documents of each person, a page to write at each, and how Google behaves. */
export const serveDocsPages = (app: FastifyInstance, context: SimulatorContext): void => {
  const store = openDocs(context)
  const at = `${context.base}/google/docs`
  const formOf = (request: FastifyRequest): Form => ({ ...(request.query as Form), ...((request.body ?? {}) as Form) })
  const ownerOf = ({ email }: Form): Account => accounts.find((each) => each.email === email) ?? (accounts[0] as Account)
  const back = (reply: FastifyReply, email: string) => reply.redirect(`${at}?${new URLSearchParams({ email })}`, 303)

  app.get('/docs', forPeople, (request, reply) => {
    const owner = ownerOf(formOf(request))
    const files = store.of(owner)
    if (!request.headers.accept?.includes('text/html'))
      return reply.send({ behaviour: store.behaviour(), files: store.all().map(({ tabs: _, ...file }) => file) })
    return reply.type(asPage).send(filesPage(context.base, { owner, files, behaviour: store.behaviour() }))
  })
  app.get<{ Params: { id: string } }>('/docs/:id', forPeople, (request, reply) => {
    const row = store.row(request.params.id)
    if (!row) return reply.redirect(at)
    return reply.type(asPage).send(documentPage(context.base, row))
  })

  app.post('/docs/write', forPeople, (request, reply) => {
    const form = formOf(request)
    const row = store.make(ownerOf(form).email, form.name || 'Untitled document', tabsIn(form.text ?? ''))
    if (!request.headers.accept?.includes('text/html')) return reply.send({ id: row.id })
    return reply.redirect(`${at}/${row.id}`, 303)
  })
  /** What a person does with a file, and back to the list of its owner. */
  const deed = (name: string, work: (id: string, form: Form) => void) =>
    app.post<{ Params: { id: string } }>(`/docs/:id/${name}`, forPeople, (request, reply) => {
      const { id } = request.params
      const owner = store.row(id)?.owner ?? ''
      work(id, formOf(request))
      return store.row(id) && name === 'edit' ? reply.redirect(`${at}/${id}`, 303) : back(reply, owner)
    })
  deed('edit', (id, { name, text, sharedWith, isLocked }) => {
    const row = store.row(id)
    if (!row) return
    store.put({
      ...{ ...row, name: name || row.name, tabs: tabsIn(text ?? '', row.tabs), isLocked: isLocked === 'on' },
      sharedWith: accounts.map(({ email }) => email).filter((email) => sharedWith?.includes(email) && email !== row.owner),
    })
  })
  deed('as-sheet', (id) => {
    const row = store.row(id)
    if (row) store.put({ ...row, mimeType: 'application/vnd.google-apps.spreadsheet' })
  })
  deed('delete', (id) => store.removeRow(id))
  app.post('/docs/behave', forPeople, (request, reply) => {
    const form = formOf(request)
    const { refusal = 'none', refusedCalls = '', listedAfterSeconds, exportMostBytes } = form
    store.behave({
      refusal: refusal in refusals ? (refusal as keyof typeof refusals) : 'none',
      refusedCalls: refusedCalls.slice(0, 200),
      listedAfterSeconds: Math.max(0, Math.trunc(Number(listedAfterSeconds)) || 0),
      exportMostBytes: Math.trunc(Number(exportMostBytes)) || usualBehaviour.exportMostBytes,
    })
    return back(reply, ownerOf(form).email)
  })
}
