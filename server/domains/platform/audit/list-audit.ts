import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize, schemaNames } from '#shapes'
import { Entry, EntryFilterFields, findEntries } from './entries.ts'
import { Concerned, findConcerned } from './records.ts'

export const listAudit = action({
  name: 'list-audit',
  summary: 'List the audit log',
  description:
    'Every call that changed something, newest first, including those rejected after authentication, and failed sign-ins for members: who, what, when, from where, and the outcome. Entries are append-only.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  scope: 'audit:read',
  effect: 'read',
  input: z.object({ ...EntryFilterFields, cursor: Cursor.optional(), limit: PageSize }),
  output: z.object({
    entries: z.array(
      Entry.extend({
        about: z
          .array(Concerned)
          .describe('Records in `target` that still exist; for members only, as keys read each kind by its own scope'),
      }).register(schemaNames, { id: 'AuditEntry' }),
    ),
    next_cursor: z.uuid().nullable(),
  }),
  errors: [],
  examples: [
    { title: 'The newest entries', input: {} },
    { title: 'Rejected calls', input: { outcome: 'refused', limit: 20 } },
  ],

  async run(input, { db, org, person, summaryOf, errorOf }) {
    const found = await findEntries(db, org.id, { ...input, limit: input.limit + 1 }, { summaryOf, errorOf })
    const entries = found.slice(0, input.limit)
    const concernedBy = await findConcerned(db, org.id, person === null ? [] : entries.map(({ target }) => target))
    return {
      entries: entries.map((entry) => ({ ...entry, about: concernedBy(entry.target) })),
      next_cursor: found.length > input.limit ? (entries.at(-1)?.id ?? null) : null,
    }
  },
})
