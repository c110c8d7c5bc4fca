import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'
import { isChecklistDismissed } from './visits.ts'

export const ChecklistStep = shape('ChecklistStep', {
  step: choice('ChecklistStepName', ['first_lead', 'channel', 'website_chat', 'colleague', 'business', 'first_invoice']),
  done: z.boolean(),
})

export const Checklist = z.object({
  dismissed: z.boolean(),
  steps: z.array(ChecklistStep),
})

/**
 * What a new workspace does first, each step read from what is there: a lead that is no demonstration, a number that writes or calls, a
 * chat widget that is on, a second member or an invitation, the details that invoices show, an invoice that was sent.
 */
export const findChecklist = async (db: Db, orgId: string, memberId: string): Promise<z.output<typeof Checklist>> => {
  const { rows } = await sql<Record<z.output<typeof ChecklistStep>['step'], boolean>>`
    select
      exists (select from leads where org_id = ${orgId} and via <> 'demo' and deleted_at is null) as first_lead,
      exists (select from connections where org_id = ${orgId} and provider in ('whatsapp', 'twilio') and status <> 'disconnected') as channel,
      exists (select from chat_widgets where org_id = ${orgId} and is_enabled) as website_chat,
      exists (select from members where org_id = ${orgId} offset 1)
        or exists (select from invitations where org_id = ${orgId}) as colleague,
      ${hasBusinessDetails(orgId)} as business,
      exists (select from invoices where org_id = ${orgId} and state <> 'draft' and number_period <> 'demo') as first_invoice`.execute(
    db,
  )
  const [found] = rows
  return {
    dismissed: await isChecklistDismissed(db, orgId, memberId),
    steps: ChecklistStep.shape.step.options.map((step) => ({ step, done: found?.[step] ?? false })),
  }
}

const hasBusinessDetails = (orgId: string) =>
  sql`exists (select from business_identities where org_id = ${orgId} and country is not null and (legal_name is not null or street is not null))`
