import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { dealErrors } from '#domains/crm/deals/errors.ts'
import { findStage } from '#domains/crm/deals/pipelines.ts'
import { Email } from '#domains/platform/users/users.ts'
import { tidyLine } from '#shapes/letters.ts'
import { WhenSigned } from '../templates/when-signed.ts'

export const ClientName = z.string().overwrite(tidyLine).trim().min(1).max(255)
export const ClientEmail = Email.describe('Where the link goes')
export const ValidDays = z
  .int()
  .min(1)
  .max(365)
  .describe('How long a version can be accepted, from the day on which it is sent')
export const WhenAccepted = WhenSigned.nullish().describe(
  'What follows when it is accepted, once. A percentage is of the accepted total, with its taxes',
)

/** Refuses a rule with a stage that the organization does not have. */
export const checkRule = async (db: Db, orgId: string, rule: WhenSigned | null | undefined): Promise<void> => {
  if (rule?.stageId && !(await findStage(db, orgId, rule.stageId)))
    throw new Failure(dealErrors.stage_not_found, { field: 'whenAccepted.stageId' })
}
