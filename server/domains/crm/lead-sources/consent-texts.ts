import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { kindOf, type SourceSettings } from './kinds.ts'

/** Keeps the text to which senders of a source consent from now on. What a version said never changes. */
export const keepConsentText = async (
  db: Db,
  {
    orgId,
    sourceId,
    settings,
    by,
    now,
  }: {
    readonly orgId: string
    readonly sourceId: string
    readonly settings: z.output<typeof SourceSettings>
    readonly by: string | null
    readonly now: Date
  },
): Promise<void> => {
  const consent = kindOf(settings.kind).consentText?.(settings)
  if (!consent) return
  await db
    .insertInto('lead_source_consents')
    .values({ org_id: orgId, source_id: sourceId, ...consent, created_by: by, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const mostConsentTexts = 200

/** The newest versions, the one of now first. */
export const findConsentTexts = async (db: Db, orgId: string, sourceId: string) =>
  db
    .selectFrom('lead_source_consents as c')
    .leftJoin('directory.people as p', 'p.id', 'c.created_by')
    .select(['c.version', 'c.text', 'c.created_at', 'c.created_by', 'p.name as created_by_name'])
    .where('c.org_id', '=', orgId)
    .where('c.source_id', '=', sourceId)
    .orderBy('c.version', 'desc')
    .limit(mostConsentTexts)
    .execute()
