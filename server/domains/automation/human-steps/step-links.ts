import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { newToken } from '#core/ids.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'

export const StepToken = z.string().trim().min(1).max(200).describe('The last path segment of the link of a step')

/** Where a client answers a step: the page shows, its button acts. */
export const stepAddress = (publicUrl: string, token: string): string => `${publicUrl}/step/${token}`

/** A link of a client for one step; only its hash is kept. Those before it go on working, until the step ends. */
export const makeStepLink = async (db: Db, orgId: string, stepId: string): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('directory.human_step_links')
    .values({ token_hash: hashToken(token), org_id: orgId, step_id: stepId })
    .execute()
  return token
}

/** Ends the links of a step that is no longer a client's. */
export const endStepLinks = async (db: Db, orgId: string, stepId: string): Promise<void> => {
  await db.deleteFrom('directory.human_step_links').where('org_id', '=', orgId).where('step_id', '=', stepId).execute()
}

/** Which step a link is for; undefined where it is none, or no more. */
export const findStepLink = (db: Db, token: string) =>
  db
    .selectFrom('directory.human_step_links')
    .select(['org_id', 'step_id'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
