import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { memberErrors } from '#domains/platform/members/errors.ts'
import { Instant } from '#shapes'
import { companyErrors } from '../companies/errors.ts'
import { lockStandingCompany } from '../companies/standing-companies.ts'
import { contactErrors } from '../identities/errors.ts'
import { recordErrors } from '../records/errors.ts'
import { requireMember } from '../records/owners.ts'
import { lockStandingContact } from '../records/standing-contacts.ts'
import { findDeal } from './deals.ts'
import { dealErrors } from './errors.ts'
import { addTask as add, showTask, Task, TaskKind } from './tasks.ts'

/** The fields of a task that its author chooses. */
export const TaskFields = {
  kind: TaskKind.default('next_action').describe('`wait`: waiting for the other side'),
  title: z.string().trim().min(1).max(500),
  dueAt: Instant.optional(),
}

export const addTask = action({
  name: 'add-task',
  summary: 'Add a task to a deal, contact or company',
  description:
    'To a deal, a contact, a company, several of them, or none. Assigned to the owner of the deal, else to the caller, unless `assignedTo` is set.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  hints: { destructive: false },
  scope: 'deals:write',
  input: z.object({
    dealId: z.uuid().optional(),
    contactId: z.uuid().optional(),
    companyId: z.uuid().optional(),
    ...TaskFields,
    assignedTo: z.uuid().nullish(),
  }),
  output: z.object({ success: z.literal(true), task: Task }),
  errors: [
    dealErrors.deal_not_found,
    contactErrors.contact_not_found,
    companyErrors.company_not_found,
    recordErrors.record_in_bin,
    memberErrors.person_not_found,
  ],
  examples: [
    {
      title: 'Send an offer by the end of the year',
      input: {
        dealId: '01980000-0000-7000-8000-000000000000',
        title: 'Send the offer',
        dueAt: '2026-12-31T16:00:00Z',
      },
    },
  ],

  async run({ dealId, contactId, companyId, kind, title, dueAt, assignedTo }, { db, org, person, fail }) {
    const deal = dealId === undefined ? undefined : await findDeal(db, org.id, dealId)
    if (dealId !== undefined && !deal) throw fail('deal_not_found')
    if (deal?.deleted_at) throw fail('record_in_bin')
    if (contactId !== undefined) await lockStandingContact(db, org.id, contactId)
    const company = companyId === undefined ? null : await lockStandingCompany(db, org.id, companyId)
    await requireMember(db, org.id, assignedTo, 'assignedTo')
    const { taskId } = await add(db, org.id, {
      dealId: deal?.id ?? null,
      contactId: contactId ?? null,
      companyId: company?.id ?? null,
      kind,
      title,
      dueAt: dueAt === undefined ? null : new Date(dueAt),
      assignedTo: assignedTo === undefined ? (deal?.assigned_to ?? person?.id ?? null) : assignedTo,
      cause: { person_id: person?.id ?? null },
    })
    return { success: true as const, task: await showTask(db, org.id, taskId) }
  },
})
