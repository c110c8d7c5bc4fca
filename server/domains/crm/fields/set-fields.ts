import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { wasMeans } from '../edits/edits.ts'
import { editErrors } from '../edits/errors.ts'
import { recordErrors } from '../records/errors.ts'
import { PlainRecordKind } from '../records/records.ts'
import { fieldErrors } from './errors.ts'
import { setFields as setThese } from './record-fields.ts'
import { FieldValues, GivenFields } from './values.ts'

export const setFields = action({
  name: 'set-fields',
  summary: 'Set fields of a contact, company, lead or deal',
  description: `Fields that are left out keep their values; \`null\`, a blank text and an empty list clear one. All are set, or none: \`faults\` of the error lists each that does not fit.

| Type | Takes |
| --- | --- |
| \`text\` | A text of up to 4,000 characters |
| \`number\` | A number of up to 6 decimals, also as text: \`1,250.5\` |
| \`money\` | \`{"amount_minor": 125050}\`, or an amount in the usual unit as number or text: \`1250.50\` |
| \`date\` | \`2026-11-27\`, also \`27.11.2026\` |
| \`choice\` | The id or the name of a choice |
| \`choices\` | A list of these, or names in one text, parted by commas |
| \`person\` | The id or the email address of a member |
| \`link\` | An address with http:// or https:// |
| \`tick\` | \`true\` or \`false\`; yes and no as text |

What was answered as a value may be sent as it is.`,
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  scope: 'records:write',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    kind: PlainRecordKind,
    recordId: z.uuid(),
    fields: GivenFields,
    was: GivenFields.optional().describe(wasMeans),
  }),
  output: z.object({ success: z.literal(true), fields: FieldValues }),
  errors: [
    recordErrors.record_not_found,
    fieldErrors.field_not_found,
    fieldErrors.field_value_invalid,
    editErrors.record_changed,
  ],
  examples: [
    {
      title: 'A budget, and no wedding date any more',
      input: {
        kind: 'deal',
        recordId: '01980000-0000-7000-8000-000000000000',
        fields: { budget: { amount_minor: 1250000 }, wedding_date: null },
      },
    },
  ],

  async run({ kind, recordId, fields, was }, { db, org }) {
    const [values = {}] = (await setThese(db, org.id, kind, [recordId], fields, was)).values()
    return { success: true as const, fields: values }
  },
})
