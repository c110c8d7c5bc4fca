import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PlainRecordKind } from '../records/records.ts'
import { findFields, OwnField, sentField } from './fields.ts'
import { leadsReadSince } from './settings.ts'

export const listFields = action({
  name: 'list-fields',
  summary: 'List the fields of the workspace’s own, in order',
  description:
    'At most 200 for each kind of record. `reads_leads`: whether a member `fields` of `POST /v1/leads` is read (see `set-lead-fields`).',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'records:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    kind: PlainRecordKind.optional().describe('Of this kind of record alone'),
    archived: z.boolean().default(false).describe('With those that are archived'),
  }),
  output: z.object({ fields: z.array(OwnField), reads_leads: z.boolean(), next_cursor: z.null() }),
  errors: [],
  examples: [{ title: 'Those of deals', input: { kind: 'deal' } }],

  async run({ kind, archived }, { db, org }) {
    const fields = await findFields(db, org.id, { kind, withArchived: archived })
    return { fields: fields.map(sentField), reads_leads: (await leadsReadSince(db, org.id)) !== null, next_cursor: null }
  },
})
