import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { longTermFaults, stampFaults } from '#ports/paper.ts'
import { choice, shape } from '#shapes'

export const DocumentStatus = choice('DocumentStatus', ['pending_signature', 'signed', 'declined', 'expired', 'voided'])
export type DocumentStatus = z.output<typeof DocumentStatus>
export const SealState = choice('SealState', ['waiting', 'stamping', 'sealed', 'failed'])
/** Why a seal waits, or could not be made. */
export const SealCode = choice('SealCode', [
  'authority_unreachable',
  'authority_busy',
  'authority_broken',
  'authority_refused',
  'authority_credentials',
  'long_term_away',
  'file_damaged',
  'evidence_broken',
  'certificate_ended',
  'certificate_not_yet',
  'key_unreadable',
  'marks_changed',
  'sealing_failed',
])
/** Of the data for long-term validation behind a seal: not asked for, not to be had, or there. */
export const LongTermState = choice('LongTermState', ['none', 'missing', 'complete'])
export const LongTermFault = choice('LongTermFault', longTermFaults)
export const StampFault = choice('TimestampFault', stampFaults)
export const TimestampState = choice('TimestampState', ['none', 'missing', 'stamped'])
export const DocumentType = choice('DocumentType', ['contract', 'invoice'])

/** What webhooks tell of a document: who signs it is not in it. */
export const DocumentFacts = shape('DocumentFacts', {
  id: z.uuid(),
  title: z.string(),
  doc_type: DocumentType,
  status: DocumentStatus,
  seal: SealState.nullable(),
  deal_id: z.uuid().nullable(),
  contact_id: z.uuid().nullable(),
  template_id: z.uuid(),
  ends_at: z.iso.datetime(),
  signed_at: z.iso.datetime().nullable(),
})

interface Row {
  readonly id: string
  readonly title: string
  readonly doc_type: string
  readonly status: string
  readonly seal: string | null
  readonly deal_id: string | null
  readonly contact_id: string | null
  readonly template_id: string
  readonly ends_at: Date
  readonly signed_at: Date | null
}

export const documentFactsOf = (row: Row): z.output<typeof DocumentFacts> =>
  DocumentFacts.parse({ ...row, ends_at: row.ends_at.toISOString(), signed_at: row.signed_at?.toISOString() ?? null })

export const findDocumentFacts = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
): Promise<z.output<typeof DocumentFacts>[]> => {
  const rows = await db.selectFrom('documents').selectAll().where('org_id', '=', orgId).where('id', 'in', ids).execute()
  return rows.map(documentFactsOf)
}
