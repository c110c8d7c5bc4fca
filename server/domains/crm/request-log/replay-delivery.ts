import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { findSettings } from '#domains/platform/organizations/workspaces.ts'
import { leadSourceErrors } from '../lead-sources/errors.ts'
import { kindOf } from '../lead-sources/kinds.ts'
import { findForReplay } from '../lead-sources/lead-sources.ts'
import { bodyFaults, maxBodyBytes } from '../leads/json-body.ts'
import { type LeadInput, leadFaults } from '../leads/lead-input.ts'
import { foresee } from '../leads/leads.ts'
import { hasConflict, lockDelivery } from './deliveries.ts'
import { requestLogErrors } from './errors.ts'
import { acceptReplay, asOwnLead, noticeAfterReplay, readReplayed } from './replays.ts'

export const replayDelivery = action({
  name: 'replay-delivery',
  summary: 'Make a lead of a rejected, held or conflicting request',
  description: `Processes \`body\`, or the original body if omitted, by the rules of \`POST /v1/leads\`, and accepts the lead as if it had just arrived.
A request to a lead source is read by the settings of the source as they are now; a held one is released by this.
With \`asOwnLead\` the lead is made under a new \`external_id\`, that of the request, and the one that was sent stands in its metadata: the way to accept a request with \`external_id_conflict\`, whose id was that of another person’s lead.
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
    asOwnLead: z.boolean().default(false).describe('Also where a lead of its `external_id` exists'),
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
    leadSourceErrors.form_field_missing,
    leadSourceErrors.form_consent_missing,
    leadSourceErrors.lead_source_unmapped,
    leadSourceErrors.lead_source_mapping_empty,
    transportErrors.quota_exceeded,
  ],
  examples: [
    {
      title: 'Dry run with a fixed body',
      input: { deliveryId: '01980000-0000-7000-8000-000000000000', body: '{"email":"maya@example.com"}', dryRun: true },
    },
  ],

  async run(input, { org, db, now, newId, emit, fail, settings: foyer }) {
    const refused = await lockDelivery(db, org.id, input.deliveryId)
    if (!refused) throw fail('delivery_not_found')
    const isOpen = refused.outcome === 'rejected' || refused.outcome === 'held' || (input.asOwnLead && hasConflict(refused))
    if (!isOpen) throw fail('delivery_not_rejected')
    if (refused.mended_by) throw fail('delivery_already_mended')

    const body = input.body === undefined ? refused.body : Buffer.from(input.body)
    if (!body) throw fail('delivery_body_missing')
    const source = await findForReplay(db, { orgId: org.id, id: refused.key_id, foyer })
    if (body.length > (source ? kindOf(source.kind).bodyLimitBytes : maxBodyBytes)) throw fail('body_too_large')
    const settings = await findSettings(db, org.id)
    const read = await readReplayed(db, body, source, settings.default_country, now())
    const lead = input.asOwnLead ? asOwnLead(read, refused) : read
    if (input.dryRun) return foreseeHere(db, org.id, lead)

    const { deliveryId, result } = await acceptReplay({ db, orgId: org.id, now, newId, emit }, refused, {
      lead,
      body,
      source,
      settings,
    })
    await noticeAfterReplay(db, source)
    return {
      lead_id: result.leadId,
      contact_id: result.contactId,
      deduplicated: result.deduplicated,
      delivery_id: deliveryId,
      unused_fields: [...lead.unused],
    }
  },
})

/** The transaction is bound to the organization already. */
const foreseeHere = async (db: Db, orgId: string, lead: LeadInput) => {
  const { lead_id, contact_id, deduplicated } = await foresee({ inOrg: (_orgId, work) => work(db) }, orgId, lead)
  return { lead_id, contact_id, deduplicated, delivery_id: null, unused_fields: [...lead.unused] }
}
