import { z } from 'zod'
import { action, asDownload, Download } from '#core/actions/action.ts'
import { FileDamaged, readStored } from './document-files.ts'
import { documentErrors, sealingErrors } from './errors.ts'
import { findRecord } from './seal-records.ts'

export const downloadSealRecord = action({
  name: 'download-seal-record',
  summary: 'Download a nightly record of evidence',
  description: 'The sealed PDF; the heads are attached to it as `heads.json`. Held against its digest first.',
  who: 'admin',
  transports: ['download'],
  effect: 'read',
  scope: 'documents:read',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({ recordId: z.uuid() }),
  output: Download,
  errors: [sealingErrors.seal_record_not_found, documentErrors.file_damaged],
  examples: [{ title: 'One of them', input: { recordId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ recordId }, { org, inOrg, ports, fail }) {
    const record = await inOrg(({ db }) => findRecord(db, org.id, recordId))
    if (!record) throw fail('seal_record_not_found', { field: 'recordId' })
    const content = await readStored(ports.files, record).catch((error: unknown) => {
      throw error instanceof FileDamaged ? fail('file_damaged', { cause: error }) : error
    })
    return asDownload({ name: `evidence-${record.day}.pdf`, type: 'application/pdf', bytes: content })
  },
})
