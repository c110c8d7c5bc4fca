import { z } from 'zod'
import { action, asDownload, Download } from '#core/actions/action.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { FilesError } from '#ports/files.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { filesAtCanva, ofAction } from './canva-calls.ts'
import { findDesign } from './designs.ts'
import { designErrors } from './errors.ts'
import { openPictureKey } from './picture-keys.ts'

export const downloadDesignPicture = action({
  name: 'download-design-picture',
  summary: 'Load the picture of a design',
  description:
    'At the address that lists of designs name. Of a design that is used here it is the copy that is kept here; of another one Foyer fetches it from Canva, which learns nothing of your browser.',
  who: 'member',
  transports: ['download'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 600, seconds: 60 },
  input: z.object({
    designId: z.uuid().optional().describe('Of a design that is used here'),
    of: z.string().max(20).optional().describe('Which state of it: another address after each change'),
    key: z.string().min(1).max(12_000).optional().describe('Of a design that is only listed'),
  }),
  output: Download,
  errors: [designErrors.design_picture_not_found, transportErrors.files_unavailable, designErrors.canva_not_connected],
  examples: [{ title: 'Of a linked design', input: { designId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ designId, key }, context) {
    const { org, inOrg, ports, vault, now, fail } = context
    if (designId !== undefined) {
      const row = await inOrg(({ db }) => findDesign(db, org.id, designId))
      if (!row?.picture_name || !row.picture_type) throw fail('design_picture_not_found')
      const content = await ports.files.read(row.picture_name).catch((error: unknown) => {
        if (error instanceof FilesError) throw fail('files_unavailable', { cause: error, retryAfterSeconds: 10 })
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw fail('design_picture_not_found')
        throw error
      })
      return { name: 'picture', type: row.picture_type, content }
    }
    const place = key === undefined ? null : openPictureKey(key, { vault, orgId: org.id, now: now() })
    if (!place) throw fail('design_picture_not_found')
    const picture = await (await filesAtCanva(ofAction(context), place.connectionId))
      .picture(place.url)
      .catch((error: unknown) => {
        if (error instanceof ProviderError || error instanceof Failure) return null
        throw error
      })
    if (!picture) throw fail('design_picture_not_found')
    return asDownload({ name: 'picture', type: picture.type, bytes: picture.content })
  },
})
