import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { findOrganization } from '#domains/platform/organizations/organizations.ts'
import { noticeConflict } from './conflicts.ts'
import { bodyFaults, maxBodyBytes } from './json-body.ts'
import { leadFailure, leadFaults, readLead } from './lead-input.ts'
import { LeadBody } from './lead-shape.ts'
import { quotaExceeded } from './quotas.ts'
import { leadRow, takeThroughRaces } from './take-leads.ts'

/**
 * Takes a lead. `POST /v1/leads` runs the same reading and the same statement through the intake line, in batches
 * (transports/public-api.ts); this is the one-by-one way for transports that are not in a hurry.
 */
export const createLead = action({
  name: 'create-lead',
  summary: 'Create a lead',
  description: `The only write endpoint of the public API. The key determines the workspace; the body cannot.

A repeated \`external_id\` returns the original with \`deduplicated: true\`. Without one, send an \`Idempotency-Key\` to retry safely. \`?dry_run=true\` says what would happen and stores nothing. A lead is a record of an introduction: a consent it claims never changes a subscription.

Members that are not listed are ignored. So is \`fields\`, unless the workspace has turned it on (\`set-lead-fields\`): then it sets fields of the lead, by key. Neither an unknown key nor a value that does not fit rejects the lead; \`show-lead\` lists both.`,
  who: 'key:leads:write',
  transports: ['POST /v1/leads', 'mcp'],
  effect: 'write',
  hints: { destructive: false },
  limit: { times: 1_200, seconds: 60 },
  limitedByKey: true,
  input: LeadBody,
  output: z.object({
    ok: z.literal(true),
    lead_id: z.uuid(),
    contact_id: z.uuid(),
    deduplicated: z.boolean().describe('The external_id is already known; this is its lead'),
  }),
  errors: [
    transportErrors.bad_request,
    transportErrors.key_invalid,
    transportErrors.key_expired,
    transportErrors.key_revoked,
    transportErrors.scope_missing,
    transportErrors.rate_limited,
    transportErrors.quota_exceeded,
    transportErrors.body_too_large,
    transportErrors.encoding_not_supported,
    ...bodyFaults,
    ...leadFaults,
    transportErrors.idempotency_key_invalid,
    transportErrors.idempotency_in_flight,
    transportErrors.idempotency_mismatch,
    transportErrors.request_timeout,
    transportErrors.unavailable,
  ],
  examples: [
    {
      title: 'A lead from a data provider',
      input: {
        email: 'maya@example.com',
        name: 'Maya Rao',
        company: 'Rao Interiors',
        source: 'Apollo',
        external_id: 'apollo-8812',
      },
    },
    {
      title: 'A phone number and a claimed consent',
      input: {
        phone: '+4915112345678',
        name: 'Jonas Weber',
        consent: { basis: 'consent', source: 'web form', obtained_at: '2026-01-31' },
      },
    },
  ],

  async run(input, { db, org, keyId, requestId, now, fail }) {
    const body = Buffer.from(JSON.stringify(input))
    if (body.length > maxBodyBytes) throw fail('body_too_large')
    const workspace = await findOrganization(db, org.id)
    const read = readLead(input, {
      defaultCountry: workspace?.default_country ?? null,
      today: now().toISOString().slice(0, 10),
    })
    if (!read.ok) throw leadFailure(read)
    const row = leadRow({
      orgId: org.id,
      lead: read.lead,
      via: 'api',
      deliveryId: requestId,
      keyId,
      body,
      quota: workspace?.lead_quota_per_month ?? null,
    })
    const result = await takeThroughRaces(db, row, now())
    if (result.outcome === 'mismatch') throw new Error('a lead without a response')
    if (result.outcome === 'over_quota') throw quotaExceeded(now())
    if (result.conflict) await noticeConflict(db, org.id, { leadId: result.leadId, deliveryId: requestId })
    return { ok: true as const, lead_id: result.leadId, contact_id: result.contactId, deduplicated: result.deduplicated }
  },
})
