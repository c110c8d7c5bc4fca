import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { fieldEvents } from './events.ts'
import { leadsReadSince, setReadsLeads } from './settings.ts'

export const setLeadFields = action({
  name: 'set-lead-fields',
  summary: 'Set whether leads of the API bring values of fields',
  description: `Off, as every workspace begins: \`POST /v1/leads\` passes over a member \`fields\`, like any other that it does not know. On: \`fields\`, an object by key, sets fields of the lead, within seconds after the answer. The answer of the API is the same, and no lead is rejected because of its fields: \`show-lead\` lists keys that do not exist in \`unused_fields\` (\`fields.budget\`), and values that do not fit in \`field_faults\`. The setting holds for leads that come in from then on.`,
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ enabled: z.boolean() }),
  output: z.object({ success: z.literal(true), reads_leads: z.boolean() }),
  errors: [],
  examples: [{ title: 'Turn it on', input: { enabled: true } }],

  async run({ enabled }, { db, org, emit }) {
    const before = (await leadsReadSince(db, org.id)) !== null
    await setReadsLeads(db, org.id, enabled)
    if (before !== enabled)
      await emit(fieldEvents.leads, org.id, { before: { reads_leads: before }, after: { reads_leads: enabled } })
    return { success: true as const, reads_leads: enabled }
  },
})
