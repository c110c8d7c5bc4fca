import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import type { Paper, SealIdentity } from '#ports/paper.ts'
import { documentNotices } from './notices.ts'
import { enterIdentity, findSealing } from './sealing.ts'

/** When people are warned: a certificate of an authority takes weeks to get. */
export const warnDays = 60

interface New {
  readonly id: string
  readonly made: SealIdentity
  readonly source: 'own' | 'uploaded'
  readonly personId: string | null
  readonly paper: Paper
  readonly vault: Vault
}

/** From now on a workspace seals with this; what it sealed with before goes on verifying. Of two at once, the later one counts. */
export const replaceIdentity = async (db: Db, orgId: string, given: New): Promise<void> => {
  // A row to wait for each other at: an identity there need not be.
  await db
    .insertInto('sealing_settings')
    .values({ org_id: orgId })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet({ updated_at: sql<Date>`now()` }))
    .execute()
  const retired = await db
    .updateTable('seal_identities')
    .set({ retired_at: sql<Date>`now()` })
    .where('org_id', '=', orgId)
    .where('retired_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of retired) await clearNotice(db, orgId, documentNotices.seal_identity_ends, id)
  await enterIdentity(db, orgId, given)
}

/** Tells the admins once that their certificate ends soon. */
export const warnOfEnd = async (db: Db, orgId: string, at: Date): Promise<void> => {
  const { identity } = await findSealing(db, orgId)
  if (!identity || identity.notAfter.getTime() > at.getTime() + warnDays * 86_400_000) return
  const known = await db
    .selectFrom('notices')
    .select('id')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'seal_identity_ends')
    .where('subject_id', '=', identity.id)
    .executeTakeFirst()
  if (known) return
  await raiseNotice(db, orgId, {
    notice: documentNotices.seal_identity_ends,
    subjectId: identity.id,
    facts: { ends_at: identity.notAfter.toISOString() },
  })
}

/** Tells the admins once that evidence is broken: of a document, or of a record of the night. */
export const raiseBroken = async (
  db: Db,
  orgId: string,
  subjectId: string,
  facts: { readonly document: string | null; readonly title: string | null; readonly says: string },
): Promise<void> => {
  const known = await db
    .selectFrom('notices')
    .select('id')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'evidence_broken')
    .where('subject_id', '=', subjectId)
    .executeTakeFirst()
  if (!known) await raiseNotice(db, orgId, { notice: documentNotices.evidence_broken, subjectId, facts })
}
