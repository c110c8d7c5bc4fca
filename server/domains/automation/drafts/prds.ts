import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { dataBlock, dataBlockRule, readText } from '#domains/connections/ai-models/hostile-texts.ts'
import { titleOf } from '#domains/connections/connections/providers.ts'
import { recordDealChange } from '#domains/crm/deals/deal-changes.ts'
import type { AiAnswer, AiAsked } from '#ports/ai.ts'
import { ProviderError } from '#ports/provider-error.ts'

/** What is longer is no document that anybody reads. */
const mostUnits = 40_000

/** What a prospect said they want; whatever else stands there is not for a model. */
const Asked = z.object({
  problem: z.string().max(10_000).optional().catch(undefined),
  users: z.string().max(10_000).optional().catch(undefined),
  features: z.array(z.string().max(2_000)).max(100).optional().catch(undefined),
})

interface DealOfPrd {
  readonly asked: unknown
  readonly business_name: string | null
  readonly industry: string | null
}

/** What a model is asked, to write the requirements of a deal. No name, address or number of a person is in it. */
export const prdQuestion = ({ asked, business_name, industry }: DealOfPrd): AiAsked => ({
  system: [
    'You write product requirements for a software house, from what a prospect filled into a form.',
    'Write Markdown with the headings Problem, Users, Goals, Features (each with what must hold for it to be done), Out of scope, and Open questions. Write in the language of the prospect, at most 1,200 words. Keep to what was said; what you assume, mark as an assumption. Answer with the document and nothing else.',
    dataBlockRule,
  ].join('\n\n'),
  prompt: `The prospect said:\n\n${dataBlock({ business_name, industry, ...Asked.catch({}).parse(asked) })}`,
  maxOutputTokens: 8_192,
})

/** The document as it is kept: text, whoever wrote it. */
export const readPrd = ({ text, provider }: AiAnswer): string => {
  // Some put the whole of it into a code fence.
  const prd = readText(text.replace(/^\s*```(?:markdown|md)?\n([\s\S]*?)\n```\s*$/, '$1'), mostUnits)
  if (prd === '') throw new ProviderError('malformed', `${titleOf(provider)} answered without a word.`)
  return prd
}

/** A deal whose requirements wait to be written; undefined once they are there, were given by a person, or the deal is gone. */
export const findQueuedPrd = (db: Db, orgId: string, dealId: string) =>
  db
    .selectFrom('deals')
    .select(['id', 'asked', 'business_name', 'industry'])
    .where('org_id', '=', orgId)
    .where('id', '=', dealId)
    .where('prd_state', '=', 'queued')
    .executeTakeFirst()

export const findQueuedPrds = async (db: Db, orgId: string): Promise<string[]> =>
  (await db.selectFrom('deals').select('id').where('org_id', '=', orgId).where('prd_state', '=', 'queued').execute()).map(
    ({ id }) => id,
  )

/** Whoever gave one while a model was writing keeps theirs: only what still waits is moved on. */
const moveOn = async (db: Db, orgId: string, dealId: string, to: { prd?: string; prd_model?: string; prd_state: string }) => {
  const changed = await db
    .updateTable('deals')
    .set({ ...to, ...(to.prd !== undefined && { prd_at: sql`now()` }), updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', dealId)
    .where('prd_state', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  if (changed) await recordDealChange(db, orgId, dealId, 'brief')
}

export const keepPrd = (db: Db, orgId: string, dealId: string, written: { prd: string; model: string }): Promise<void> =>
  moveOn(db, orgId, dealId, { prd: written.prd, prd_model: written.model, prd_state: 'written' })

/** The provider will not write it, however often it is asked. A person can have it tried again, or write it. */
export const giveUpPrd = (db: Db, orgId: string, dealId: string): Promise<void> =>
  moveOn(db, orgId, dealId, { prd_state: 'failed' })

export const queuePrd = async (db: Db, orgId: string, dealId: string): Promise<void> => {
  await db
    .updateTable('deals')
    .set({ prd_state: 'queued', updated_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', dealId)
    .execute()
  await recordDealChange(db, orgId, dealId, 'brief')
}
