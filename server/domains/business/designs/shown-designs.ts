import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import { exportTypes, type VendorDesign } from '#ports/designs.ts'
import { choice, shape } from '#shapes'
import { type DesignJobRow, ExportWish } from './design-jobs.ts'
import { DesignLink, findLinks } from './design-links.ts'
import type { DesignRow } from './designs.ts'
import { failureWords } from './failure-words.ts'
import { type FileRow, fileNameOf, findFilesOf } from './kept-files.ts'
import { sealedPicturePath } from './picture-keys.ts'

export const DesignFormat = choice('DesignFormat', exportTypes)
export const DesignJobStatus = choice('DesignJobStatus', ['queued', 'in_progress', 'done', 'failed'])

const DesignFile = shape('DesignFile', {
  id: z.uuid().describe('For download-design-file'),
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
})

export const DesignExport = shape('DesignExport', {
  id: z.uuid(),
  format: DesignFormat,
  pages: z.array(z.int()).describe('Empty: all'),
  status: DesignJobStatus,
  file_id: z.uuid().nullable().describe('Of the first file, once it is kept here'),
  files: z.array(DesignFile).describe('One a page of pictures, one in all of the rest'),
  code: z.string().nullable().describe('Why it failed'),
  message: z.string().nullable().describe('What it waits for, or why it failed and what to do about it'),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})

export const Design = shape('Design', {
  id: z.string().describe('Canva’s id'),
  title: z.string(),
  pages: z.int().nullable(),
  changed_at: z.iso.datetime().describe('At Canva, as seen last'),
  gone_at: z.iso.datetime().nullable().describe('Since when Canva has no such design'),
  picture: z
    .string()
    .nullable()
    .describe(
      'A path of this server. Of a design that is used here it is a copy kept here; of another one it is valid for some minutes',
    ),
  edit_url: z.string().nullable().describe('A temporary address at Canva; null where Canva was not asked'),
  view_url: z.string().nullable().describe('A temporary address at Canva; null where Canva was not asked'),
  links: z.array(DesignLink),
  exports: z.array(DesignExport).describe('The newest 20'),
})

const mostExports = 20

const statuses: Readonly<Record<string, z.output<typeof DesignJobStatus>>> = {
  queued: 'queued',
  asking: 'queued',
  running: 'in_progress',
  done: 'done',
  failed: 'failed',
}
export const statusOf = ({ state }: Pick<DesignJobRow, 'state'>): z.output<typeof DesignJobStatus> =>
  statuses[state] ?? 'queued'

export const shownExport = (row: DesignJobRow, title: string, files: readonly FileRow[]): z.output<typeof DesignExport> => {
  const wish = ExportWish.parse(row.wish)
  return {
    ...{ id: row.id, format: wish.type, pages: wish.pages, status: statusOf(row), code: row.code },
    file_id: row.state === 'done' ? (files[0]?.id ?? null) : null,
    files: files.map((file) => ({
      ...{ id: file.id, type: file.type, bytes: Number(file.bytes) },
      name: fileNameOf(title, wish.type, files.length > 1 ? file.place + 1 : null),
    })),
    message: row.code === null ? row.reason : failureWords(row.code, row.reason),
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}

/** Designs that are used here, as they are shown, in the order of the rows. */
export const showDesigns = async (db: Db, orgId: string, rows: readonly DesignRow[]): Promise<z.output<typeof Design>[]> => {
  const ids = rows.map(({ id }) => id)
  const links = await findLinks(db, orgId, ids)
  const { rows: jobs } = await sql<DesignJobRow>`
    select j.* from unnest(${ids}::uuid[]) as d (id), lateral (
      select * from design_jobs j where j.org_id = ${orgId} and j.design_id = d.id and j.kind = 'export'
      order by j.id desc limit ${mostExports}) j`.execute(db)
  const files = await findFilesOf(
    db,
    orgId,
    jobs.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...{ id: row.vendor_id, title: row.title, pages: row.pages, changed_at: row.changed_at.toISOString() },
    ...{ gone_at: row.gone_at?.toISOString() ?? null, picture: keptPicturePath(row), edit_url: null, view_url: null },
    links: links.get(row.id) ?? [],
    exports: jobs
      .filter(({ design_id }) => design_id === row.id)
      .map((job) =>
        shownExport(
          job,
          row.title,
          files.filter(({ job_id }) => job_id === job.id),
        ),
      ),
  }))
}

/** With another address after each change, so that a browser shows no older one. */
const keptPicturePath = ({ id, picture_name, picture_of }: DesignRow): string | null =>
  picture_name === null ? null : `/download/download-design-picture?designId=${id}&of=${picture_of?.getTime() ?? 0}`

/** Designs as Canva has just said them; `known`: those that are used here, as they are shown. */
export const showVendorDesigns = (
  designs: readonly VendorDesign[],
  known: ReadonlyMap<string, z.output<typeof Design>>,
  sealing: { readonly vault: Vault; readonly orgId: string; readonly connectionId: string; readonly now: Date },
): z.output<typeof Design>[] =>
  designs.map((design) => {
    const own = known.get(design.id)
    return {
      ...{ id: design.id, title: design.title, pages: design.pages, changed_at: design.updatedAt.toISOString(), gone_at: null },
      ...{ edit_url: design.editUrl, view_url: design.viewUrl, links: own?.links ?? [], exports: own?.exports ?? [] },
      picture: own?.picture ?? (design.thumbnailUrl === null ? null : sealedPicturePath(design.thumbnailUrl, sealing)),
    }
  })
