import { z } from 'zod'
import { action, asDownload, Download } from '#core/actions/action.ts'
import { Failure } from '#core/errors.ts'
import { PaperLate } from '#ports/paper.ts'
import { invoiceErrors } from '../invoices/errors.ts'
import { templateErrors } from './errors.ts'
import { findTemplateFile, pagesOfFile, readTemplateFile } from './template-files.ts'

export const downloadTemplatePage = action({
  name: 'download-template-page',
  summary: 'Download a page of a PDF template as a picture',
  description: 'Of a file that was uploaded for a template: `file` is its id. `width` in pixels.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  scope: 'documents:read',
  callsProvider: true,
  limit: { times: 300, seconds: 60 },
  input: z.object({
    file: z.uuid(),
    page: z.coerce.number().int().min(0).max(499).describe('Counts from 0'),
    width: z.coerce.number().int().min(200).max(2_000).default(1_000),
  }),
  output: Download,
  errors: [templateErrors.template_file_not_found, templateErrors.template_file_damaged, invoiceErrors.document_late],
  examples: [{ title: 'The first page', input: { file: '01980000-0000-7000-8000-000000000000', page: 0 } }],

  async run({ file, page, width }, { org, inOrg, ports, fail }) {
    const row = await inOrg(({ db }) => findTemplateFile(db, org.id, file))
    if (!row) throw fail('template_file_not_found', { field: 'file' })
    if (page >= pagesOfFile(row).length)
      throw fail('template_file_not_found', { field: 'page', message: 'The file has no such page.' })
    const pdf = await readTemplateFile(ports.files, row)
    const picture = await ports.paper.picture(pdf, page, width, org.id).catch((error: unknown) => {
      throw error instanceof PaperLate
        ? new Failure(invoiceErrors.document_late, { cause: error, retryAfterSeconds: 5 })
        : error
    })
    return asDownload({ name: `page-${page + 1}.png`, type: 'image/png', bytes: picture })
  },
})
