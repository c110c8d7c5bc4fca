import { z } from 'zod'
import { action, Download } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { FilesError } from '#ports/files.ts'
import { ExportWish, findDesignJob } from './design-jobs.ts'
import { findDesign } from './designs.ts'
import { designErrors } from './errors.ts'
import { fileNameOf, findFile, findFilesOf } from './kept-files.ts'

export const downloadDesignFile = action({
  name: 'download-design-file',
  summary: 'Download a file of an exported design',
  description: 'As it was kept here when it was exported.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({ designFileId: z.uuid() }),
  output: Download,
  errors: [designErrors.design_file_not_found, designErrors.design_file_lost, transportErrors.files_unavailable],
  examples: [{ title: 'One', input: { designFileId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ designFileId }, { org, inOrg, ports, fail }) {
    const found = await inOrg(async ({ db }) => {
      const file = await findFile(db, org.id, designFileId)
      const row = file && (await findDesignJob(db, org.id, file.job_id, 'export'))
      const design = row && (await findDesign(db, org.id, row.design_id ?? ''))
      if (!file || !design) return undefined
      const { type } = ExportWish.parse(row.wish)
      const isOneOfSeveral = (await findFilesOf(db, org.id, [row.id])).length > 1
      return { file, name: fileNameOf(design.title, type, isOneOfSeveral ? file.place + 1 : null) }
    })
    if (!found) throw fail('design_file_not_found', { field: 'designFileId' })
    const content = await ports.files.read(found.file.name).catch((error: unknown) => {
      if (error instanceof FilesError) throw fail('files_unavailable', { cause: error, retryAfterSeconds: 10 })
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw fail('design_file_lost', { cause: error })
      throw error
    })
    return { name: found.name, type: found.file.type, content }
  },
})
