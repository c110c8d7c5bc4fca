import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import { shape } from '#shapes'
import { FieldDefinition, RequestSubject } from './definition.ts'
import { isStopped } from './stopped-workflows.ts'

/** So many stand in a menu at most. */
const mostListed = 200

const StartableWorkflow = shape('StartableWorkflow', {
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  subject: RequestSubject.nullable(),
  input: z.array(FieldDefinition).describe('What who starts it fills in'),
  stopped: z.boolean().describe('The stop switch is on: a run waits for that'),
})

export const listStartableWorkflows = action({
  name: 'list-startable-workflows',
  summary: 'List workflows that can be started by hand',
  description:
    'Those that are published, are started by request, and are open to who asks: for a lead, a contact or a deal, or for none.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({
    subject: RequestSubject.optional().describe('Without: those that are for no record'),
  }),
  output: z.object({ workflows: z.array(StartableWorkflow).describe('By name; the first 200') }),
  errors: [],
  examples: [{ title: 'For a contact', input: { subject: 'contact' } }],

  async run({ subject }, { db, org, person }) {
    const isAdmin = !person || atLeast(person.role, 'admin')
    const { rows } = await sql<{
      id: string
      name: string
      description: string | null
      input: unknown
      stopped: boolean
    }>`
      select w.id, w.name, v.definition ->> 'description' as description, v.definition #> '{trigger,input}' as input,
        ${isStopped} as stopped
      from workflows w join workflow_versions v on v.org_id = w.org_id and v.workflow_id = w.id and v.published_until is null
      where w.org_id = ${org.id} and w.archived_at is null and v.trigger_kind = 'request'
        and v.definition #>> '{trigger,subject}' is not distinct from ${subject ?? null}
        and (${isAdmin} or v.definition #>> '{trigger,open_to}' = 'member')
      order by lower(w.name), w.id limit ${mostListed}`.execute(db)
    return {
      workflows: rows.map(({ description, input, ...row }) => ({
        ...row,
        ...{ subject: subject ?? null, description: description ?? '' },
        input: z.array(FieldDefinition).parse(input ?? []),
      })),
    }
  },
})
