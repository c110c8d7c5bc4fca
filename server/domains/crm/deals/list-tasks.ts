import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { PageSize } from '#shapes'
import { findCompanyPeople, mostOfCompanyWords } from '../companies/company-people.ts'
import { companyErrors } from '../companies/errors.ts'
import { mergeGroupOf } from '../identities/merge-groups.ts'
import { findDeal } from './deals.ts'
import { findTasks, Task, TaskCursor } from './tasks.ts'

export const listTasks = action({
  name: 'list-tasks',
  summary: 'List tasks, most urgent first',
  description: `Tasks of closed deals are hidden until the deal reopens. \`done: true\`: completed tasks, newest first. \`assignedTo: "me"\` means the caller’s own; an API key has none. ${mostOfCompanyWords}`,
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'deals:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    assignedTo: z.union([z.uuid(), z.literal('me')]).optional(),
    dealId: z.uuid().optional(),
    contactId: z.uuid().optional(),
    companyId: z.uuid().optional().describe('Its own tasks, and those of its contacts and deals'),
    done: z.boolean().optional(),
    cursor: TaskCursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ tasks: z.array(Task), next_cursor: z.string().nullable() }),
  errors: [transportErrors.bad_request, companyErrors.company_not_found],
  examples: [{ title: 'My tasks', input: { assignedTo: 'me' } }],

  async run({ assignedTo, contactId, companyId, done, dealId, cursor, limit }, { db, org, person, fail }) {
    if (assignedTo === 'me' && !person)
      throw fail('bad_request', { message: 'An API key has no tasks of its own.', field: 'assignedTo' })
    const { tasks, nextCursor } = await findTasks(
      db,
      org.id,
      {
        assignedTo: assignedTo === 'me' ? person?.id : assignedTo,
        dealId: dealId === undefined ? undefined : ((await findDeal(db, org.id, dealId))?.id ?? dealId),
        mergeGroup: contactId === undefined ? undefined : await mergeGroupOf(db, org.id, contactId),
        ofCompany: companyId === undefined ? undefined : await findCompanyPeople(db, org.id, companyId),
        isDone: done ?? false,
      },
      { cursor, limit },
    )
    return { tasks, next_cursor: nextCursor }
  },
})
