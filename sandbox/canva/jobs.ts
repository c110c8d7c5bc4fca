import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../simulators.ts'
import { type Admit, templateOf } from './callers.ts'
import { fileOf, mediaType, padded, pagePicture } from './kit.ts'
import { suffers } from './limits.ts'
import { CanvaRefused, designNotFound } from './refusals.ts'
import { capabilitiesOf, type Design, type ExportEnd, type ExportJob, exportEnds } from './rows.ts'
import type { Store } from './store.ts'

/** How long a job takes, and the addresses of its files hold. */
const jobMs = 700
const slowJobMs = 60_000
const addressMs = 24 * 3_600_000
const largeBytes = 100 * 1024 * 1024

const words: Readonly<Record<Exclude<ExportEnd, 'success'>, string>> = {
  license_required: 'User doesn’t have the required license to export in PRO quality.',
  approval_required: 'The design needs to be approved before it is exported.',
  internal_failure: 'Something went wrong.',
}

const pagesOf = z.array(z.int().min(1)).optional()
const ExportWish = z.object({
  design_id: z.string(),
  format: z.discriminatedUnion('type', [
    z.object({ type: z.literal('pdf'), pages: pagesOf }),
    z.object({ type: z.literal('png'), as_single_image: z.boolean().optional(), pages: pagesOf }),
    z.object({ type: z.literal('jpg'), quality: z.int().min(1).max(100), pages: pagesOf }),
    z.object({ type: z.literal('gif'), pages: pagesOf }),
    z.object({ type: z.literal('pptx'), pages: pagesOf }),
    z.object({ type: z.literal('mp4'), quality: z.string(), pages: pagesOf }),
  ]),
})
const FillWish = z.object({
  brand_template_id: z.string(),
  title: z.string().min(1).max(255).optional(),
  data: z.record(
    z.string(),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('image'), asset_id: z.string() }),
    ]),
  ),
})

const takes = (request: FastifyRequest): number => (suffers(request, 'slow_jobs') ? slowJobMs : jobMs)

const endOf = (request: FastifyRequest, design: Design): ExportEnd =>
  exportEnds.find((end) => end !== 'success' && suffers(request, end)) ?? design.exportEnd

/** One file a page of pictures, one in all of the rest. */
const filesOf = ({ type, pages }: Pick<ExportJob, 'type' | 'pages'>): readonly number[] =>
  type === 'png' || type === 'jpg' ? pages : [0]

/** Exports and autofills: jobs that take their time, and files at addresses that end. */
export const serveJobs = (app: FastifyInstance, context: SimulatorContext, store: Store, admit: Admit): void => {
  const shownExport = (job: ExportJob) => {
    const { id, readyAt, end, key } = job
    if (readyAt > store.at()) return { job: { id, status: 'in_progress' } }
    if (end !== 'success') return { job: { id, status: 'failed', error: { code: end, message: words[end] } } }
    const urls = filesOf(job).map((page) => `${context.address()}/files/${id}/${page}?key=${key}`)
    return { job: { id, status: 'success', urls } }
  }

  app.post('/v1/exports', async (request) => {
    const { id: accountId } = admit(request, 'design:content:read', 'export')
    const { design_id: designId, format } = ExportWish.parse(request.body)
    const design = store.findDesign(accountId, designId)
    if (!design) throw designNotFound()
    const all = Array.from({ length: design.pages }, (_page, at) => at + 1)
    const pages = format.pages && format.pages.length > 0 ? format.pages : all
    if (pages.some((page) => page > design.pages)) throw new CanvaRefused(400, 'bad_request_body', 'There is no such page')
    const job = store.exports.put({
      ...{ id: randomUUID(), accountId, designId, type: format.type, pages, createdAt: store.at() },
      ...{ readyAt: store.at() + takes(request), end: endOf(request, design), key: context.newId('') },
      bytes: suffers(request, 'large_files') ? largeBytes : null,
    })
    return shownExport(job)
  })

  app.get<{ Params: { id: string } }>('/v1/exports/:id', async (request) => {
    const { id: accountId } = admit(request, 'design:content:read', 'poll')
    const job = store.exports.find(request.params.id)
    if (job?.accountId !== accountId) throw new CanvaRefused(404, 'not_found', 'Export not found')
    return shownExport(job)
  })

  serveFiles(app, store)
  serveFills(app, context, store, admit)
}

/** At hosts of their own, without a token: the address is the key. */
const serveFiles = (app: FastifyInstance, store: Store): void => {
  app.get<{ Params: { id: string; page: string }; Querystring: { key?: string } }>(
    '/files/:id/:page',
    async (request, reply) => {
      const job = store.exports.find(request.params.id)
      const design = job && store.designs.find(job.designId)
      const page = Number(request.params.page)
      const isOver = suffers(request, 'dead_addresses') || (job?.readyAt ?? 0) + addressMs < store.at()
      if (!job || !design || isOver || request.query.key !== job.key || !filesOf(job).includes(page))
        return reply
          .code(403)
          .type('application/xml')
          .send('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>')
      const file = fileOf({ title: design.title, pages: job.pages.length }, job.type, page)
      reply.type(mediaType(job.type)).header('Content-Length', job.bytes ?? file.length)
      return reply.send(job.bytes === null ? file : padded(file, job.bytes))
    },
  )
  app.get<{ Params: { id: string; stamp: string } }>('/thumbnails/:id/:stamp', async (request, reply) => {
    const design = store.designs.find(request.params.id)
    const until = Number(/-(\d+)\.png$/.exec(request.params.stamp)?.[1])
    if (!design || !(until > store.at())) return reply.code(403).send()
    return reply.type('image/png').send(pagePicture(design.title, 1))
  })
}

const serveFills = (app: FastifyInstance, context: SimulatorContext, store: Store, admit: Admit): void => {
  app.post('/v1/autofills', async (request) => {
    const { id: accountId, plan } = admit(request, 'design:content:write', 'fill')
    if (suffers(request, 'trial_over'))
      throw new CanvaRefused(429, 'quota_exceeded', 'Free autofill quota has been exceeded.', {
        upsell_url: 'https://www.canva.com/enterprise/',
      })
    if (!capabilitiesOf[plan].includes('autofill'))
      throw new CanvaRefused(403, 'permission_denied', 'The plan does not include autofill.')
    const { brand_template_id: templateId, title, data } = FillWish.parse(request.body)
    const template = templateOf(store, accountId, templateId)
    const texts = Object.fromEntries(
      Object.entries(data).flatMap(([name, value]) => (value.type === 'text' ? [[name, value.text]] : [])),
    )
    for (const [name, { type }] of Object.entries(data))
      if (template.fields[name] !== type)
        throw new CanvaRefused(400, 'bad_request_body', `There is no field ${name} of ${type}`)
    const job = store.fills.put({
      ...{ id: randomUUID(), accountId, templateId, title: title ?? template.title, texts, designId: null },
      ...{ readyAt: store.at() + takes(request), fails: suffers(request, 'internal_failure') },
    })
    return { job: { id: job.id, status: 'in_progress' } }
  })

  app.get<{ Params: { id: string } }>('/v1/autofills/:id', async (request) => {
    const { id: accountId } = admit(request, 'design:meta:read', 'fill')
    const job = store.fills.find(request.params.id)
    if (job?.accountId !== accountId) throw new CanvaRefused(404, 'not_found', 'Job not found')
    const { id, readyAt, fails, title, texts } = job
    if (readyAt > store.at()) return { job: { id, status: 'in_progress' } }
    if (fails) return { job: { id, status: 'failed', error: { code: 'autofill_error', message: 'Error autofilling design' } } }
    const known = job.designId === null ? undefined : store.designs.find(job.designId)
    const design = known ?? store.make(accountId, { title, texts, type: 'presentation', pages: 2 })
    store.fills.put({ ...job, designId: design.id })
    const address = `${context.address()}/designs/${design.id}`
    const [created_at, updated_at] = [design.createdAt, design.updatedAt].map((at) => Math.floor(at / 1_000))
    return {
      job: {
        ...{ id, status: 'success' },
        result: {
          type: 'create_design',
          design: {
            ...{ id: design.id, title, url: address, urls: { edit_url: address, view_url: address } },
            ...{ created_at, updated_at, page_count: design.pages },
          },
        },
      },
    }
  })
}
