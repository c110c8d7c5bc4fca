import type { Db } from '#core/context.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import type { AiProvider } from '#ports/ai.ts'
import { providerOf } from '../connections/providers.ts'
import { aiModelNotices } from './notices.ts'

interface Of {
  readonly orgId: string
  readonly connectionId: string
}

/** Notifies the owners once that a model was retired: the operator sets another one. */
export const recordGoneModel = async (
  db: Db,
  { orgId, connectionId }: Of,
  provider: AiProvider,
  model: string,
): Promise<void> => {
  const known = await db
    .selectFrom('notices')
    .select('facts')
    .where('org_id', '=', orgId)
    .where('kind', '=', 'ai_model_gone')
    .where('subject_id', '=', connectionId)
    .executeTakeFirst()
  if ((known?.facts as { model?: unknown } | undefined)?.model === model) return
  const { title, model: setting = '' } = providerOf(provider)
  const facts = { provider: title, model, setting }
  await raiseNotice(db, orgId, { notice: aiModelNotices.ai_model_gone, subjectId: connectionId, facts })
}

/** The connections whose models are thought to have ended. */
export const findGoneModels = async (db: Db, orgId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('notices')
    .select('subject_id')
    .where('org_id', '=', orgId)
    .where('kind', '=', aiModelNotices.ai_model_gone.kind)
    .execute()
  return rows.map(({ subject_id: id }) => id)
}

/** It answered. */
export const forgetGoneModel = (db: Db, { orgId, connectionId }: Of): Promise<void> =>
  clearNotice(db, orgId, aiModelNotices.ai_model_gone, connectionId)
