import { sql } from 'kysely'
import { z } from 'zod'
import { atLeast, type Role } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'
import { isChecklistDismissed } from './visits.ts'

const workspaceSteps = ['first_lead', 'channel', 'website_chat', 'colleague', 'business', 'first_invoice'] as const
const ownSteps = ['own_mailbox', 'own_hours', 'own_notifications'] as const

export const ChecklistStep = shape('ChecklistStep', {
  step: choice('ChecklistStepName', [...workspaceSteps, ...ownSteps]),
  done: z.boolean(),
})

export const Checklist = z.object({
  dismissed: z.boolean(),
  steps: z.array(ChecklistStep),
})

type Viewer = { readonly id: string; readonly role: Role }

/** What is to be done first, each step read from what is there. Who may not set up the workspace has steps of their own, and no others. */
export const findChecklist = async (db: Db, orgId: string, viewer: Viewer): Promise<z.output<typeof Checklist>> => ({
  dismissed: await isChecklistDismissed(db, orgId, viewer.id),
  steps: atLeast(viewer.role, 'admin') ? await findWorkspaceSteps(db, orgId) : await findOwnSteps(db, orgId, viewer.id),
})

/**
 * Of a new workspace: a lead that is no demonstration, a number that writes or calls, a chat widget that is on, a second member or an
 * invitation, the details that invoices show, an invoice that was sent.
 */
const findWorkspaceSteps = async (db: Db, orgId: string): Promise<z.output<typeof ChecklistStep>[]> => {
  const { rows } = await sql<Record<(typeof workspaceSteps)[number], boolean>>`
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
  return workspaceSteps.map((step) => ({ step, done: rows[0]?.[step] ?? false }))
}

/** Of a new member: a mailbox that they connected, hours and notifications that they set. */
const findOwnSteps = async (db: Db, orgId: string, memberId: string): Promise<z.output<typeof ChecklistStep>[]> => {
  const { rows } = await sql<Record<(typeof ownSteps)[number], boolean>>`
    select
      exists (select from mailboxes where org_id = ${orgId} and person_id = ${memberId} and ended_at is null) as own_mailbox,
      exists (select from work_hours where org_id = ${orgId} and id = ${memberId}) as own_hours,
      exists (select from notification_settings where org_id = ${orgId} and id = ${memberId}) as own_notifications`.execute(db)
  return ownSteps.map((step) => ({ step, done: rows[0]?.[step] ?? false }))
}

const hasBusinessDetails = (orgId: string) =>
  sql`exists (select from business_identities where org_id = ${orgId} and country is not null and (legal_name is not null or street is not null))`
