import {
  type Designs,
  type DesignWish,
  type ExportWish,
  exportTypes,
  type Listed,
  type ListWish,
  type VendorJob,
} from '#ports/designs.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openTemporaryFile, readPicture } from './files.ts'
import { type CanvaAccess, type CanvaRequests, makeRequests } from './requests.ts'
import { Capabilities, Dataset, DesignPage, ExportAnswer, FillAnswer, Formats, OneDesign, TemplatePage } from './wire.ts'

/** Designs behind the port: https://www.canva.dev/docs/connect/ */
export const canvaAccount = (access: CanvaAccess): Designs => {
  const requests = makeRequests(access)
  return {
    ...designsOf(requests),
    ...templatesOf(requests),
    openFile: (url, limits) => openTemporaryFile(access, url, limits),
    picture: (url) => readPicture(access, url),
  }
}

const designsOf = ({ get, post }: CanvaRequests) => ({
  async abilities() {
    const { capabilities } = await get({
      ...{ operation: 'getUserCapabilities', path: '/v1/users/me/capabilities', shape: Capabilities },
      missing: 'design_not_there',
    })
    return { canUseTemplates: capabilities.includes('brand_template'), canFillTemplates: capabilities.includes('autofill') }
  },

  list: async (wish: ListWish) =>
    listed(
      await get({
        ...{ operation: 'listDesigns', path: '/v1/designs', shape: DesignPage, missing: 'design_not_there' },
        query: { ...queryOf(wish), ownership: 'any', sort_by: wish.search === null ? 'modified_descending' : 'relevance' },
      }),
    ),

  find: async (id: string) =>
    (
      await get({
        ...{ operation: 'getDesign', path: `/v1/designs/${inPath(id)}`, shape: OneDesign, missing: 'design_not_there' },
      })
    ).design,

  create: async (wish: DesignWish) =>
    (
      await post({
        ...{ operation: 'createDesign', path: '/v1/designs', body: bodyOf(wish), shape: OneDesign },
        missing: 'design_not_there',
      })
    ).design,

  async exportTypes(id: string) {
    const path = `/v1/designs/${inPath(id)}/export-formats`
    const { formats } = await get({
      ...{ operation: 'getDesignExportFormats', path, shape: Formats, missing: 'design_not_there' },
    })
    return exportTypes.filter((type) => type in formats)
  },

  async beginExport(id: string, wish: ExportWish) {
    const body = { design_id: id, format: formatOf(wish) }
    const { job } = await post({
      ...{ operation: 'createExport', path: '/v1/exports', body, shape: ExportAnswer, missing: 'design_not_there' },
    })
    return job.id
  },

  async findExport(jobId: string) {
    const path = `/v1/exports/${inPath(jobId)}`
    const { job } = await get({ operation: 'getExport', path, shape: ExportAnswer, missing: 'job_not_there' })
    return jobOf(job, job.urls)
  },
})

const templatesOf = ({ get, post }: CanvaRequests) => ({
  templates: async (wish: ListWish) =>
    listed(
      await get({
        ...{ operation: 'listBrandTemplates', path: '/v1/brand-templates', shape: TemplatePage, missing: 'design_not_there' },
        query: queryOf(wish),
      }),
    ),

  async templateFields(templateId: string) {
    const path = `/v1/brand-templates/${inPath(templateId)}/dataset`
    const { dataset } = await get({
      ...{ operation: 'getBrandTemplateDataset', path, shape: Dataset, missing: 'design_not_there' },
    })
    return Object.entries(dataset ?? {}).flatMap(([name, { type }]) =>
      type === 'text' || type === 'image' || type === 'chart' ? [{ name, kind: type } as const] : [],
    )
  },

  async beginFill({ templateId, title, texts }: Parameters<Designs['beginFill']>[0]) {
    const data = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { type: 'text', text }]))
    const body = { type: 'create_from_brand_template', brand_template_id: templateId, ...(title !== null && { title }), data }
    const { job } = await post({
      ...{ operation: 'createAutofill', path: '/v1/autofills', body, shape: FillAnswer, missing: 'design_not_there' },
    })
    return job.id
  },

  async findFill(jobId: string) {
    const path = `/v1/autofills/${inPath(jobId)}`
    const { job } = await get({ operation: 'getAutofill', path, shape: FillAnswer, missing: 'job_not_there' })
    return jobOf(job, job.result?.design.id)
  },
})

const inPath = (id: string): string => encodeURIComponent(id)

const queryOf = ({ search, cursor, limit }: ListWish) => ({ query: search, continuation: cursor, limit })

const listed = <Item>({
  items,
  continuation,
}: {
  readonly items: readonly Item[]
  readonly continuation?: string | null | undefined
}): Listed<Item> => ({ items, next: continuation ?? null })

/** A state that is not known is taken for one that goes on: the caller has an end of its own. */
const jobOf = <Result>(
  { status, error }: { readonly status: string; readonly error?: { readonly code: string } | null | undefined },
  result: Result | null | undefined,
): VendorJob<Result> => {
  if (status === 'failed') return { state: 'failed', code: error?.code ?? 'internal_failure' }
  if (status !== 'success') return { state: 'running' }
  if (result === null || result === undefined)
    throw new ProviderError('broken', 'Canva finished a job without saying what it made.')
  return { state: 'done', result }
}

const bodyOf = (wish: DesignWish): unknown => {
  if ('copyOf' in wish) return { type: 'design', design_id: wish.copyOf }
  if ('templateId' in wish) return { type: 'brand_template', brand_template_id: wish.templateId }
  const { title } = wish
  const design_type =
    'kind' in wish ? { type: 'preset', name: wish.kind } : { type: 'custom', width: wish.width, height: wish.height }
  return { type: 'type_and_asset', design_type, ...(title !== null && { title }) }
}

/** What Canva wants to be told of a type beside its name. */
const quality: { readonly [Type in ExportWish['type']]?: Readonly<Record<string, unknown>> } = {
  jpg: { quality: 85 },
  mp4: { quality: 'horizontal_1080p' },
}

const formatOf = ({ type, pages }: ExportWish): unknown => ({ type, ...quality[type], ...(pages.length > 0 && { pages }) })
