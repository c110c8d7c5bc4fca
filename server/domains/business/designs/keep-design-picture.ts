import { Readable } from 'node:stream'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import { job } from '#core/jobs/job.ts'
import { announceFile, forgetOtherFilesOf, keepFile } from '#domains/platform/files/stored-files.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { askCanva, filesAtCanva, ofJob } from './canva-calls.ts'
import { enterDesign, findDesign, markGone } from './designs.ts'
import { designEvents } from './events.ts'
import { keepPictureReference } from './job-references.ts'

/** Without an account there is no picture, and a design is shown without one: nothing to be tried again. */
const quiet = new Set(['canva_not_connected', 'connection_not_found', 'connection_needs_consent', 'sandbox_is_off'])

/** Keeps a copy of the picture of a design that is used here: its address at Canva is good for 15 minutes. */
export const keepDesignPicture = job({
  ...keepPictureReference,
  summary: 'Keep the picture of a design',
  retry: { times: 6, delaySeconds: 20 },
  atOnce: 2,

  async run({ orgId, designId }, context) {
    const { inOrg, ports, now } = context
    const row = await inOrg(orgId, (db) => findDesign(db, orgId, designId))
    if (!row) return
    const asking = ofJob(context, orgId)
    const { connection_id: connectionId } = row
    try {
      const design = await askCanva(asking, connectionId, 'find', (designs) => designs.find(row.vendor_id))
      const url = design.thumbnailUrl
      const picture = url === null ? null : await (await filesAtCanva(asking, connectionId)).picture(url)
      if (picture === null) return void (await inOrg(orgId, (db) => enterDesign({ db, orgId, connectionId }, design)))
      const name = `designs/${orgId}/${designId}/picture-${newId()}`
      await inOrg(orgId, (db) => announceFile(db, orgId, { name, kind: 'design', subjectId: designId }))
      const stored = await ports.files.put(name, Readable.from([picture.content]))
      const older = await inOrg(orgId, async (db) => {
        await enterDesign({ db, orgId, connectionId }, design)
        await keepFile(db, orgId, { ...stored, name, kind: 'design', subjectId: designId })
        await db
          .updateTable('designs')
          .set({ picture_name: name, picture_type: picture.type, picture_of: design.updatedAt })
          .where('org_id', '=', orgId)
          .where('id', '=', designId)
          .execute()
        await recordEvent(db, orgId, designEvents.changed, designId, { change: 'picture' })
        return forgetOtherFilesOf(db, orgId, { name, kind: 'design', subjectId: designId })
      })
      for (const each of older) await ports.files.remove(each)
    } catch (error) {
      if (error instanceof Failure && quiet.has(error.code)) return
      if (!(error instanceof ProviderError && error.code === 'design_not_there')) throw error
      await inOrg(orgId, (db) => markGone(db, orgId, designId, now()))
    }
  },
})
