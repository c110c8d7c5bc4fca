import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import { digitsKept } from '#shapes/json-digits.ts'
import { leadSourceErrors } from '../errors.ts'
import { findForReplay } from '../lead-sources.ts'
import { proposedFor } from './proposed-fields.ts'
import { placesIn } from './sample-fields.ts'
import { Mapping, type WebhookSettings } from './webhook-settings.ts'

const longestExample = 200

/** A place of a sample that can be chosen for a member of the lead. */
export const SamplePlace = shape('SamplePlace', {
  place: z.string().describe('A JSON pointer, or key: and the key of an answer'),
  label: z.string(),
  example: z.string().describe('200 characters at most'),
})

export const showLeadSourceSample = action({
  name: 'show-lead-source-sample',
  summary: 'Show the fields of what a webhook sent last',
  description:
    'The newest request to the source that was kept, whatever became of it, taken apart for the choice of fields. `proposed` goes by names and by what the texts look like; nothing is changed by it.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  input: z.object({ leadSourceId: z.uuid() }),
  output: z.object({
    sample: shape('LeadSourceSample', {
      delivery_id: z.uuid(),
      received_at: z.iso.datetime(),
      places: z.array(SamplePlace),
      proposed: Mapping,
    })
      .nullable()
      .describe('null: nothing came as yet'),
  }),
  errors: [leadSourceErrors.lead_source_not_found],
  examples: [{ title: 'The newest sample', input: { leadSourceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ leadSourceId: id }, { org, db, fail, settings: { publicUrl, hasSandbox } }) {
    const source = await findForReplay(db, { orgId: org.id, id, foyer: { publicUrl, hasSandbox } })
    if (!source) throw fail('lead_source_not_found')
    // The fields of other kinds are known.
    if (source.kind !== 'webhook') return { sample: null }
    const newest = await findNewest(db, org.id, id)
    if (!newest) return { sample: null }
    const settings = source.settings as WebhookSettings
    const places = placesIn(digitsKept(newest.text), settings)
    return {
      sample: {
        delivery_id: newest.id,
        received_at: newest.received_at.toISOString(),
        places: places.map(({ place, label, text }) => ({ place, label, example: text.slice(0, longestExample) })),
        proposed: proposedFor(places, settings),
      },
    }
  },
})

/** The newest that has a body: a lead, or a delivery that made none. Unproven ones are no sample, a stranger sent them. */
const findNewest = async (
  db: Db,
  orgId: string,
  sourceId: string,
): Promise<{ id: string; received_at: Date; text: string } | undefined> => {
  const { rows } = await sql<{ id: string; received_at: Date; text: string }>`
    select id, received_at, text from (
      (select id, received_at, convert_from(body, 'UTF8') as text from deliveries
       where org_id = ${orgId} and key_id = ${sourceId} and body is not null and code is distinct from 'lead_source_unproven'
       order by id desc limit 1)
      union all
      (select id, received_at, received as text from leads
       where org_id = ${orgId} and key_id = ${sourceId} and received is not null order by id desc limit 1)) found
    order by id desc limit 1`.execute(db)
  return rows[0]
}
