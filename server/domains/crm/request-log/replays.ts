import type { Db, OrgContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { findSettings } from '#domains/platform/organizations/workspaces.ts'
import { digitsKept } from '#shapes/json-digits.ts'
import { kindOf } from '../lead-sources/kinds.ts'
import { underKnownIdIn } from '../lead-sources/known-ids.ts'
import type { ReplayedSource } from '../lead-sources/lead-sources.ts'
import type { SourceBody } from '../lead-sources/source-kind.ts'
import { readSourceLead } from '../lead-sources/source-leads.ts'
import { noticeTroubles } from '../lead-sources/source-troubles.ts'
import { noticeConflict } from '../leads/conflicts.ts'
import { readJson } from '../leads/json-body.ts'
import { type LeadInput, leadFailure, readLead } from '../leads/lead-input.ts'
import { quotaExceeded } from '../leads/quotas.ts'
import { type LeadResult, leadRow, takeThroughRaces } from '../leads/take-leads.ts'
import { type DeliveryRow, markMended } from './deliveries.ts'
import { deliveryEvents } from './events.ts'

/** The lead in what was kept: by the rules of the API, or by those of the source that it came to, as they are now. */
export const readReplayed = async (
  db: Db,
  body: Buffer,
  source: ReplayedSource | undefined,
  defaultCountry: string | null,
  now: Date,
): Promise<LeadInput> => (source ? readKept(db, body, source, defaultCountry, now) : readBody(body, defaultCountry, now))

const readBody = (body: Buffer, defaultCountry: string | null, now: Date): LeadInput => {
  const json = readJson(body)
  if (!json.ok) throw new Failure(json.code, { message: json.message })
  const read = readLead(json.value, { defaultCountry, today: now.toISOString().slice(0, 10), text: json.text })
  if (!read.ok) throw leadFailure(read)
  return read.lead
}

const readKept = (db: Db, body: Buffer, source: ReplayedSource, defaultCountry: string | null, now: Date): Promise<LeadInput> =>
  underKnownIdIn(db, source, readSourceLead(kindOf(source.kind), source, bodyOf(body), { defaultCountry, now }))

/** A request to a source, as it is kept: JSON, whatever its sender sent. */
const bodyOf = (body: Buffer): SourceBody => {
  const text = body.toString('utf8')
  try {
    return { text, value: digitsKept(text) }
  } catch {
    throw new Failure('body_not_json')
  }
}

/** Whether a request may be replayed with many others, which no member looks at one by one. What is held is released as what it is. */
export const mayReplayAmongMany = (
  source: ReplayedSource,
  body: Buffer,
  { outcome, code }: Pick<DeliveryRow, 'outcome' | 'code'>,
): boolean => {
  const kind = kindOf(source.kind)
  const kept = bodyOf(body)
  if (outcome !== 'held' && kind.asideOf?.(kept, source)) return false
  return kind.mayReplay?.(kept, code, source) ?? true
}

/** A lead under the id of its request: apart from the one that came with its external_id before, which stands beside it. */
export const asOwnLead = (lead: LeadInput, { id }: Pick<DeliveryRow, 'id'>): LeadInput => ({
  ...lead,
  external_id: id,
  metadata: { ...(lead.external_id !== null && { external_id: lead.external_id }), ...lead.metadata },
})

type Accepted = Extract<LeadResult, { leadId: string }>

/** Makes the lead of a delivery that made none, and marks that as mended. In the caller's transaction, which holds the delivery. */
export const acceptReplay = async (
  { db, orgId, now, newId, emit }: { readonly db: Db; readonly orgId: string } & Pick<OrgContext, 'now' | 'newId' | 'emit'>,
  open: DeliveryRow,
  {
    lead,
    body,
    source,
    settings,
  }: {
    readonly lead: LeadInput
    readonly body: Buffer
    readonly source: ReplayedSource | undefined
    readonly settings: Awaited<ReturnType<typeof findSettings>>
  },
): Promise<{ deliveryId: string; result: Accepted }> => {
  const deliveryId = newId()
  const row = leadRow({
    ...{ orgId, lead, via: 'replay', deliveryId, keyId: open.key_id, body, replayOf: open.id },
    quota: settings.lead_quota_per_month,
  })
  const result = await takeThroughRaces(db, row, now())
  if (!('leadId' in result))
    throw result.outcome === 'over_quota' ? quotaExceeded(now()) : new Error('a replay cannot have an Idempotency-Key')
  await markMended(db, orgId, open.id, deliveryId, result.leadId)
  if (result.conflict && !source) await noticeConflict(db, orgId, { leadId: result.leadId, deliveryId })
  await emit(deliveryEvents.recorded, deliveryId, { replay_of: open.id, lead_id: result.leadId })
  return { deliveryId, result }
}

/** After replays of requests to a source: what still waits is told of, and what does not is taken back. */
export const noticeAfterReplay = async (db: Db, source: ReplayedSource | undefined): Promise<void> => {
  if (source) await noticeTroubles(db, source)
}
