import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../simulators.ts'
import { type Admit, admitter, templateOf } from './callers.ts'
import { serveJobs } from './jobs.ts'
import { CanvaRefused, designNotFound, errorBody } from './refusals.ts'
import { type Account, capabilitiesOf } from './rows.ts'
import type { Store } from './store.ts'
import { shownDesign, shownTemplate } from './wire.ts'

const PageWish = z.object({
  query: z.string().max(255).default(''),
  continuation: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})

/** A page of a list. A continuation holds for the list that it came from. */
const pageOf = <Item extends { readonly id: string; readonly title: string }>(
  items: readonly Item[],
  query: unknown,
): { readonly items: readonly Item[]; readonly continuation?: string } => {
  const wish = PageWish.parse(query)
  const found = items.filter(({ title }) => title.toLowerCase().includes(wish.query.toLowerCase()))
  const from = wish.continuation === undefined ? 0 : Number(Buffer.from(wish.continuation, 'base64url').toString())
  if (!Number.isInteger(from) || from < 0) throw new CanvaRefused(400, 'bad_request_params', 'Invalid continuation token')
  const end = from + wish.limit
  return {
    items: found.slice(from, end),
    ...(end < found.length && { continuation: Buffer.from(String(end)).toString('base64url') }),
  }
}

const Pages = z.array(z.int().min(1)).min(1).optional()
const Wish = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('type_and_asset'),
    design_type: z.discriminatedUnion('type', [
      z.object({ type: z.literal('preset'), name: z.enum(['doc', 'email', 'presentation', 'whiteboard']) }),
      z.object({
        type: z.literal('custom'),
        width: z.int().min(40).max(8_000),
        height: z.int().min(40).max(8_000),
      }),
    ]),
    title: z.string().min(1).max(255).optional(),
  }),
  z.object({ type: z.literal('design'), design_id: z.string(), page_numbers: Pages }),
  z.object({ type: z.literal('brand_template'), brand_template_id: z.string(), page_numbers: Pages }),
])

/** Canva's Connect API, as far as Foyer calls it. */
export const serveApi = (app: FastifyInstance, context: SimulatorContext, store: Store): void => {
  const admit = admitter(context, store)
  const shown = (design: Parameters<typeof shownDesign>[0]) =>
    shownDesign(design, { address: context.address(), at: store.at() })

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof CanvaRefused) return reply.code(error.status).send(errorBody(error))
    if (error instanceof z.ZodError)
      return reply.code(400).send({ code: 'bad_request_body', message: error.issues[0]?.message ?? 'Invalid' })
    throw error
  })

  serveMe(app, admit)

  app.get('/v1/designs', async (request) => {
    const { id } = admit(request, 'design:meta:read', 'lists')
    const { items, ...more } = pageOf(store.designsOf(id), request.query)
    return { items: items.map(shown), ...more }
  })

  app.get<{ Params: { id: string } }>('/v1/designs/:id', async (request) => {
    const { id } = admit(request, 'design:meta:read', 'lists')
    const design = store.findDesign(id, request.params.id)
    if (!design) throw designNotFound()
    return { design: shown(design) }
  })

  app.get<{ Params: { id: string } }>('/v1/designs/:id/export-formats', async (request) => {
    const { id } = admit(request, 'design:content:read', 'lists')
    const design = store.findDesign(id, request.params.id)
    if (!design) throw designNotFound()
    return {
      formats: { pdf: {}, png: {}, jpg: {}, pptx: {}, ...(design.pages > 1 && { gif: {}, mp4: { page_numbers: [2] } }) },
    }
  })

  app.post('/v1/designs', async (request) => {
    const { id } = admit(request, 'design:content:write', 'create')
    const wish = Wish.parse(request.body)
    if (wish.type === 'type_and_asset') {
      const type = wish.design_type.type === 'preset' ? wish.design_type.name : 'custom'
      return { design: shown(store.make(id, { title: wish.title ?? 'Untitled design', type, pages: 1 })) }
    }
    if (wish.type === 'design') {
      const of = store.findDesign(id, wish.design_id)
      if (!of) throw designNotFound()
      const pages = wish.page_numbers?.length ?? of.pages
      return { design: shown(store.make(id, { title: `Copy of ${of.title}`, type: of.type, pages })) }
    }
    const template = templateOf(store, id, wish.brand_template_id)
    return { design: shown(store.make(id, { title: template.title, type: 'presentation', pages: 2 })) }
  })

  serveTemplates(app, context, store, admit)
  serveJobs(app, context, store, admit)
}

const serveMe = (app: FastifyInstance, admit: Admit): void => {
  app.get('/v1/users/me', async (request) => {
    const { id } = admit(request, null, 'me')
    return { team_user: { user_id: `U${id}`, team_id: `T${id}` } }
  })
  app.get('/v1/users/me/profile', async (request) => {
    const { name } = admit(request, 'profile:read', 'me')
    return { profile: { display_name: name } }
  })
  app.get('/v1/users/me/capabilities', async (request) => {
    const { plan } = admit(request, 'profile:read', 'me')
    return { capabilities: capabilitiesOf[plan] }
  })
}

const serveTemplates = (app: FastifyInstance, context: SimulatorContext, store: Store, admit: Admit): void => {
  const able = (request: FastifyRequest, scope: string): Account => {
    const account = admit(request, scope, 'lists')
    if (!capabilitiesOf[account.plan].includes('brand_template'))
      throw new CanvaRefused(403, 'permission_denied', 'Not allowed to find brand templates')
    return account
  }
  app.get('/v1/brand-templates', async (request) => {
    const { id } = able(request, 'brandtemplate:meta:read')
    const all = store.templates.list().filter(({ accountId }) => accountId === id)
    const { items, ...more } = pageOf(all, request.query)
    return { items: items.map((template) => shownTemplate(template, context.address())), ...more }
  })
  app.get<{ Params: { id: string } }>('/v1/brand-templates/:id', async (request) => {
    const { id } = able(request, 'brandtemplate:meta:read')
    return { brand_template: shownTemplate(templateOf(store, id, request.params.id), context.address()) }
  })
  app.get<{ Params: { id: string } }>('/v1/brand-templates/:id/dataset', async (request) => {
    const { id } = able(request, 'brandtemplate:content:read')
    const { fields } = templateOf(store, id, request.params.id)
    return { dataset: Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }])) }
  })
}
