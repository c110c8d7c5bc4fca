import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { isStorable } from '#shapes/texts.ts'
import { companyErrors } from '../companies/errors.ts'
import {
  clearFact,
  Fact,
  factFields,
  factsOf,
  lockSubject,
  pinFact,
  proposeFacts,
  readFactValue,
  SubjectKind,
} from '../companies/facts.ts'
import { dealErrors } from '../deals/errors.ts'

export const setFact = action({
  name: 'set-fact',
  summary: 'Set a field of a deal’s business or of a company',
  description:
    'A value set by a person is pinned: later AI results are only proposed. `value: null` clears the field, and AI may fill it again. What an API key or a workflow sets fills a blank, or replaces what AI or a program found; beside a pinned value it is proposed, and it clears none.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'companies:write',
  input: z.object({
    subjectKind: SubjectKind,
    subjectId: z.uuid().describe('The deal or the company'),
    field: z
      .string()
      .max(100)
      .describe(
        'For a deal: industry, employees, website, address, logo, summary. For a company: industry, description, founded, employees',
      ),
    value: z.string().trim().min(1).max(4_000).refine(isStorable, 'is not valid text').nullable(),
  }),
  output: z.object({ success: z.literal(true), facts: z.array(Fact) }),
  errors: [
    dealErrors.deal_not_found,
    companyErrors.company_not_found,
    companyErrors.fact_field_unknown,
    companyErrors.fact_value_invalid,
  ],
  examples: [
    {
      title: 'A new address',
      input: {
        subjectKind: 'deal',
        subjectId: '01980000-0000-7000-8000-000000000000',
        field: 'address',
        value: '1 Harbour Road, Bristol',
      },
    },
  ],

  async run({ subjectKind: kind, subjectId: id, field, value }, { org, person, workflow, db, fail }) {
    if (!Object.hasOwn(factFields[kind], field)) throw fail('fact_field_unknown', { field: 'field' })
    const read = value === null ? null : readFactValue(field, value)
    if (value !== null && read === null) throw fail('fact_value_invalid', { field: 'value' })
    const subject = await lockSubject(db, org.id, { kind, id })
    if (!subject) throw fail(kind === 'deal' ? 'deal_not_found' : 'company_not_found')
    const source = workflow ? 'workflow' : 'key'
    if (person) await pinFact(db, org.id, subject, { field, value: read, personId: person.id })
    else if (read === null) await clearFact(db, org.id, subject, field)
    else await proposeFacts(db, org.id, subject, { [field]: read }, { source, model: null })
    return { success: true as const, facts: await factsOf(db, org.id, subject) }
  },
})
