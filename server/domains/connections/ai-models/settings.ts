import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { type AiProvider, aiProviders } from '#ports/ai.ts'
import { type MaskRules, noRules } from './secret-spans.ts'

export interface AiSettings {
  /** Null: the operator's. */
  readonly defaultModel: string | null
  /** Who is asked where the first cannot answer, in order. */
  readonly fallbacks: readonly AiProvider[]
  readonly masks: MaskRules
  /** A reply is drafted when a customer writes, for who answers them. */
  readonly draftsAhead: boolean
  /** Days that conversations with the assistant are kept after their last word. */
  readonly transcriptDays: number
}

const usualTranscriptDays = 90

export const findAiSettings = async (db: Db, orgId: string): Promise<AiSettings> => {
  const row = await db.selectFrom('ai_settings').selectAll().where('org_id', '=', orgId).executeTakeFirst()
  const fallbacks = aiProviders.filter((provider) => row?.fallbacks.includes(provider) ?? true)
  const order = row?.fallbacks ?? []
  return {
    masks: row ? { emails: row.mask_emails, phones: row.mask_phones, bank: row.mask_bank, own: row.mask_own } : noRules,
    transcriptDays: row?.transcript_days ?? usualTranscriptDays,
    draftsAhead: row?.drafts_ahead ?? false,
    defaultModel: row?.default_model ?? null,
    fallbacks: fallbacks.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
  }
}

/** The workspaces that want a reply drafted when a customer writes. */
export const findOrgsWithDraftsAhead = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ org_id: string }>`select org_id from orgs_with_drafts_ahead()`.execute(db)
  return rows.map(({ org_id }) => org_id)
}
