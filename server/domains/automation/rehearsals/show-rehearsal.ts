import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PageSize } from '#shapes'
import { findRehearsal, Rehearsal, RehearsalChange, RehearsalPerson, rehearsalOf } from '../workflows/rehearsals.ts'
import { rehearsalErrors } from './errors.ts'

export const showRehearsal = action({
  name: 'show-rehearsal',
  summary: 'Show a rehearsal',
  description:
    'How far it has come; when it is over, the report, and person by person what had left. What differs from the published version comes first.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'workflows:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    rehearsalId: z.uuid(),
    change: RehearsalChange.optional().describe('Only people with this difference'),
    failed: z.boolean().optional().describe('Only people for whom a run had failed'),
    after: z.int().min(0).optional().describe('The place of the last person of the page before'),
    limit: PageSize,
  }),
  output: z.object({ rehearsal: Rehearsal, people: z.array(RehearsalPerson), next_after: z.int().nullable() }),
  errors: [rehearsalErrors.rehearsal_not_found],
  examples: [{ title: 'A rehearsal', input: { rehearsalId: '01980000-0000-7000-8000-000000000000', limit: 20 } }],

  async run({ rehearsalId, change, failed, after, limit }, { db, org, fail }) {
    const row = await findRehearsal(db, org.id, rehearsalId)
    if (!row) throw fail('rehearsal_not_found')
    let query = db
      .selectFrom('workflow_rehearsal_people')
      .selectAll()
      .where('org_id', '=', org.id)
      .where('rehearsal_id', '=', rehearsalId)
      .where('place', '>', after ?? 0)
      .orderBy('place')
      .limit(limit + 1)
    if (change) query = query.where('change', '=', change)
    if (failed) query = query.where('has_failed', '=', true)
    const found = row.state === 'done' ? await query.execute() : []
    const people = found.slice(0, limit).map(({ org_id: _, rehearsal_id: __, ...person }) => person as never as RehearsalPerson)
    return { rehearsal: rehearsalOf(row), people, next_after: found.length > limit ? (people.at(-1)?.place ?? null) : null }
  },
})
