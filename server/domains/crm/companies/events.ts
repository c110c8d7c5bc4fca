import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event, ofSubject, subjectsOf } from '#core/events/event.ts'

const CompanyFields = z.object({
  name: z.string(),
  domain: z.string().nullable(),
  owner_id: z.uuid().nullable().optional(),
})

export const companyFieldsOf = ({
  name,
  domain,
  owner_id = null,
}: z.output<typeof CompanyFields>): z.output<typeof CompanyFields> => ({ name, domain, owner_id })

const Merge = z.object({
  id: z.uuid().describe('The merge'),
  source_id: z.uuid().describe('The company that is now shown as the other one; or, after an undo, separately again'),
  target_id: z.uuid().describe('The company that stands for both'),
  reason: z.string().nullable(),
  is_undone: z.boolean(),
})

export const companyEvents = {
  changed: event({
    type: 'company.changed',
    about: 'A company was created or changed.',
    facts: changesOf(CompanyFields),
  }),
  imported: event({
    type: 'companies.imported',
    about: 'Companies were created or changed by a CRM sync; one event for up to 1,000 of them.',
    facts: z.object({ ids: z.array(z.uuid()).max(1_000) }),
  }),
  merged: event({
    type: 'company.merged',
    about: 'Two companies were merged, or a merge was undone.',
    facts: Merge.omit({ id: true }),
    webhook: {
      body: Merge,
      tell: ({ subjectId, facts }) => ({ id: subjectId, ...facts }),
      async read(events, { db, orgId }) {
        const rows = await db
          .selectFrom('company_merges')
          .selectAll()
          .where('org_id', '=', orgId)
          .where('id', 'in', subjectsOf(events))
          .execute()
        return ofSubject(rows, ({ id, source_id, target_id, reason }, { facts }) => ({
          ...{ id, source_id, target_id, reason },
          is_undone: facts.is_undone === true,
        }))
      },
    },
  }),
}

const Values = z.record(z.string(), z.string().nullable()).describe('By field; null: empty')

export const factEvents = {
  changed: event({
    type: 'fact.changed',
    about: 'A field of a deal or company changed, or AI proposed a different value.',
    facts: z.object({
      kind: z.string().describe('deal or company'),
      before: Values,
      after: Values,
      proposed: z.record(z.string(), z.string()).describe('What AI found beside a value that a person set, by field'),
      dismissed: z.array(z.string()).describe('Fields whose proposal was turned down'),
    }),
  }),
}
