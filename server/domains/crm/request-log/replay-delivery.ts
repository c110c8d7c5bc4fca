import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { findSettings } from '#domains/platform/organizations/workspaces.ts'
import { digitsKept } from '#shapes/json-digits.ts'
import { kindOf } from '../lead-sources/kinds.ts'
import { findForReplay, type ReplayedSource } from '../lead-sources/lead-sources.ts'
import { readSourceLead } from '../lead-sources/source-leads.ts'
import { bodyFaults, maxBodyBytes, readJson } from '../leads/json-body.ts'
import { type LeadInput, leadFailure, leadFaults, readLead } from '../leads/lead-input.ts'
import { foresee } from '../leads/leads.ts'
import { quotaExceeded } from '../leads/quotas.ts'
import { leadRow, takeThroughRaces } from '../leads/take-leads.ts'
import { lockDelivery, markMended } from './deliveries.ts'
import { requestLogErrors } from './errors.ts'
import { deliveryEvents } from './events.ts'

export const replayDelivery = action({
  name: 'replay-delivery',
  summary: 'Replay a rejected request, or release a held one',
  description: `Processes \`body\`, or the original body if omitted, by the rules of \`POST /v1/leads\`, and accepts the lead as if it had just arrived.
A request to a lead source is read by the settings of the source as they are now; a held one is released by this.
Remaining errors return the same code and field as there, and the request stays rejected. A request is accepted once, however often this is called. The monthly quota applies; the rate limit of the key does not.
With \`dryRun\` nothing is stored: the response says what would happen, and its ids are null.`,
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'write',
  scope: 'deliveries:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    deliveryId: z.uuid(),
    /** The fixed body. */
    body: z.string().optional(),
    dryRun: z.boolean().default(false),
  }),
  output: z.object({
    /** Null in a dry run when the lead would be new. */
    lead_id: z.uuid().nullable(),
    /** Null in a dry run when the contact would be new. */
    contact_id: z.uuid().nullable(),
    deduplicated: z.boolean(),
    /** The delivery that stands for this replay; null in a dry run. */
    delivery_id: z.uuid().nullable(),
    /** Members of the body that no field was made of. */
    unused_fields: z.array(z.string()),
  }),
  errors: [
    requestLogErrors.delivery_not_found,
    requestLogErrors.delivery_not_rejected,
    requestLogErrors.delivery_already_mended,
    requestLogErrors.delivery_body_missing,
    transportErrors.body_too_large,
    ...bodyFaults,
    ...leadFaults,
    transportErrors.quota_exceeded,
  ],
  examples: [
    {
      title: 'Dry run with a fixed body',
      input: { deliveryId: '01980000-0000-7000-8000-000000000000', body: '{"email":"maya@example.com"}', dryRun: true },
    },
  ],

  async run(input, { org, db, now, newId, emit, fail }) {
    const refused = await lockDelivery(db, org.id, input.deliveryId)
    if (!refused) throw fail('delivery_not_found')
    if (refused.outcome !== 'rejected' && refused.outcome !== 'held') throw fail('delivery_not_rejected')
    if (refused.mended_by) throw fail('delivery_already_mended')

    const body = input.body === undefined ? refused.body : Buffer.from(input.body)
    if (!body) throw fail('delivery_body_missing')
    const source = await findForReplay(db, org.id, refused.key_id)
    if (body.length > (source ? kindOf(source.kind).bodyLimitBytes : maxBodyBytes)) throw fail('body_too_large')
    const settings = await findSettings(db, org.id)
    const lead = source
      ? readKept(body, source, settings.default_country, now())
      : readBody(body, settings.default_country, now())
    if (input.dryRun) return foreseeHere(db, org.id, lead)

    const deliveryId = newId()
    const row = leadRow({
      orgId: org.id,
      lead,
      via: 'replay',
      deliveryId,
      keyId: refused.key_id,
      body,
      replayOf: refused.id,
      quota: settings.lead_quota_per_month,
    })
    const result = await takeThroughRaces(db, row, now())
    if (!('leadId' in result)) {
      throw result.outcome === 'over_quota' ? quotaExceeded(now()) : new Error('a replay cannot have an Idempotency-Key')
    }
    await markMended(db, org.id, refused.id, deliveryId, result.leadId)
    await emit(deliveryEvents.recorded, deliveryId, { replay_of: refused.id, lead_id: result.leadId })
    return {
      lead_id: result.leadId,
      contact_id: result.contactId,
      deduplicated: result.deduplicated,
      delivery_id: deliveryId,
      unused_fields: [...lead.unused],
    }
  },
})

const readBody = (body: Buffer, defaultCountry: string | null, now: Date): LeadInput => {
  const json = readJson(body)
  if (!json.ok) throw new Failure(json.code, { message: json.message })
  const read = readLead(json.value, { defaultCountry, today: now.toISOString().slice(0, 10), text: json.text })
  if (!read.ok) throw leadFailure(read)
  return read.lead
}

/** A request to a source, as it is kept: JSON, whatever its sender sent. */
const readKept = (body: Buffer, source: ReplayedSource, defaultCountry: string | null, now: Date): LeadInput => {
  const text = body.toString('utf8')
  let value: unknown
  try {
    value = digitsKept(text)
  } catch {
    throw new Failure('body_not_json')
  }
  return readSourceLead(kindOf(source.kind), source, { text, value }, { defaultCountry, now })
}

/** The transaction is bound to the organization already. */
const foreseeHere = async (db: Db, orgId: string, lead: LeadInput) => {
  const { lead_id, contact_id, deduplicated } = await foresee({ inOrg: (_orgId, work) => work(db) }, orgId, lead)
  return { lead_id, contact_id, deduplicated, delivery_id: null, unused_fields: [...lead.unused] }
}
