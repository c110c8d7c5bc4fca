import { z } from 'zod'
import type { DesignTemplate, VendorDesign } from '#ports/designs.ts'
import { fromUnix, oneLine } from '../answers.ts'

/** Answers of Canva (contract `canva`), as far as they are used. More members are no fault. */

export const Refusal = z.looseObject({ code: z.string().max(100), message: z.string().optional() })
export type Refusal = z.output<typeof Refusal>

/** Ids stand in addresses of later calls. */
const Id = z.string().regex(/^[a-zA-Z0-9_-]{1,50}$/)
const Seconds = z.int().min(0).max(100_000_000_000)

/** An address that a browser may be sent to; anything else is none. */
const Address = z
  .string()
  .nullish()
  .transform((text) => (text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null))

const Thumbnail = z
  .looseObject({ url: z.string().max(8_192) })
  .nullish()
  .transform((thumbnail) => thumbnail?.url ?? null)

export const CanvaDesign = z
  .looseObject({
    id: Id,
    title: z.string().nullish(),
    thumbnail: Thumbnail,
    urls: z.looseObject({ edit_url: Address, view_url: Address }).nullish(),
    created_at: Seconds,
    updated_at: Seconds,
    page_count: z.int().min(0).nullish(),
  })
  .transform(
    ({ id, title, thumbnail, urls, created_at, updated_at, page_count }): VendorDesign => ({
      ...{ id, title: oneLine(title ?? ''), pages: page_count ?? null, thumbnailUrl: thumbnail },
      ...{ createdAt: fromUnix(created_at), updatedAt: fromUnix(updated_at) },
      ...{ editUrl: urls?.edit_url ?? null, viewUrl: urls?.view_url ?? null },
    }),
  )

const Continuation = z.string().min(1).max(4_096).nullish()

export const DesignPage = z.looseObject({ items: z.array(CanvaDesign).max(100), continuation: Continuation })
export const OneDesign = z.looseObject({ design: CanvaDesign })

export const Capabilities = z.looseObject({ capabilities: z.array(z.string()).default([]) })

export const Formats = z.looseObject({ formats: z.record(z.string(), z.unknown()) })

const Job = z.looseObject({
  id: Id,
  status: z.string(),
  error: z.looseObject({ code: z.string().max(100) }).nullish(),
})
export const ExportAnswer = z.looseObject({ job: Job.extend({ urls: z.array(z.string().max(8_192)).max(1_000).nullish() }) })
export const FillAnswer = z.looseObject({
  job: Job.extend({ result: z.looseObject({ design: z.looseObject({ id: Id }) }).nullish() }),
})

const Template = z
  .looseObject({ id: Id, title: z.string(), thumbnail: Thumbnail })
  .transform(({ id, title, thumbnail }): DesignTemplate => ({ id, title: oneLine(title), thumbnailUrl: thumbnail }))
export const TemplatePage = z.looseObject({ items: z.array(Template).max(100), continuation: Continuation })
export const Dataset = z.looseObject({
  dataset: z.record(z.string().max(200), z.looseObject({ type: z.string() })).nullish(),
})
