import { job } from '#core/jobs/job.ts'
import { removeDocumentFilesJob } from './job-references.ts'

export const removeDocumentFiles = job({
  ...removeDocumentFilesJob,
  summary: 'Remove the stored files of a removed document',
  retry: { times: 20, delaySeconds: 60 },

  async run({ orgId, documentId }, { inOrg, ports }) {
    const removed = await inOrg(orgId, (db) =>
      db
        .selectFrom('removed_documents')
        .select('names_left')
        .where('org_id', '=', orgId)
        .where('id', '=', documentId)
        .executeTakeFirst(),
    )
    for (const name of removed?.names_left ?? []) await ports.files.remove(name)
    await inOrg(orgId, (db) =>
      db
        .updateTable('removed_documents')
        .set({ names_left: [] })
        .where('org_id', '=', orgId)
        .where('id', '=', documentId)
        .execute(),
    )
  },
})
