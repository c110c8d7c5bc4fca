import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { listUploadRecords, showUploadRecord, Upload } from './uploads.ts'

export const listUploads = action({
  name: 'list-uploads',
  summary: 'List uploaded files',
  description: 'Newest first.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'uploads:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ cursor: z.uuid().optional(), limit: z.int().min(1).max(100).default(50) }),
  output: z.object({ uploads: z.array(Upload), next_cursor: z.string().nullable() }),
  errors: [],
  examples: [{ title: 'The newest files', input: {} }],

  async run({ cursor, limit }, { org, db, now }) {
    const found = await listUploadRecords(db, org.id, { before: cursor, limit: limit + 1 })
    const page = found.slice(0, limit)
    return {
      uploads: page.map((upload) => showUploadRecord(upload, now())),
      next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  },
})
