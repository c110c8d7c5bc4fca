import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

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

export const companyEvents = {
  changed: event({
    type: 'company.changed',
    about: 'A company was created or changed.',
    facts: changesOf(CompanyFields),
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
