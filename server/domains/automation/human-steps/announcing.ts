import { type Role, roles } from '#core/actions/caller.ts'
import type { BaseContext, Db } from '#core/context.ts'
import { wake } from '#core/events/events.ts'
import { findMailBrand } from '#domains/platform/business-identity/mail-brands.ts'
import { type Queueing, queueMail } from '#domains/platform/mail-out/mails.ts'
import { findMailTimes } from '#domains/platform/notification-delivery/own-mails.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { localeOfCountry } from '#shapes/languages.ts'
import { cut } from '#shapes/texts.ts'
import { humanStepEvents } from '../workflows/events.ts'
import { workflowNotices } from '../workflows/notices.ts'
import { markAnnounced } from '../workflows/step-recipients.ts'
import { findHumanStep, humanStepOf } from './human-step-rows.ts'
import { makeStepLink, stepAddress } from './step-links.ts'
import { type AnnouncedBecause, clientMailOf, memberMailOf } from './step-mails.ts'

/** Of a role with more members, the others see the notice in the app. */
const mostMails = 50

export type Announcing = Queueing & { readonly settings: Pick<BaseContext['settings'], 'publicUrl'> }

/**
 * Notifies those whom an open step asks, in the caller's transaction, with the mark that it was done: a notice in the app and an email for
 * members, an email with a link of their own for a client. The wait is locked.
 */
export const announceStep = async (
  context: Announcing,
  orgId: string,
  stepId: string,
  because: AnnouncedBecause,
): Promise<void> => {
  const { db, settings } = context
  const row = await findHumanStep(db, orgId, stepId)
  if (row?.state !== 'open') return
  const step = humanStepOf(row)
  const organization = await db
    .selectFrom('orgs')
    .select(['name', 'time_zone', 'default_country'])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  // After a restore, whether it was sent before is unknown.
  const isHeldWithOthers = because !== 'delegated'
  if (because !== 'reminded') await clearNotice(db, orgId, workflowNotices.human_step_waiting, stepId)
  if (step.client !== null) {
    const link = stepAddress(settings.publicUrl, await makeStepLink(db, orgId, stepId))
    await queueMail(context, orgId, {
      to: step.client,
      isHeldWithOthers,
      brand: await findMailBrand(db, orgId, localeOfCountry(organization.default_country)),
      ...clientMailOf(step, organization, { link, because }),
    })
  } else {
    await raiseNotice(db, orgId, {
      notice: workflowNotices.human_step_waiting,
      subjectId: stepId,
      ...(row.person_id === null ? { least: row.role ?? 'admin' } : { personId: row.person_id }),
      facts: { heading: cut(step.heading, 200), workflow: step.workflow.name, about: step.about?.name ?? null, because },
    })
    const link = `${settings.publicUrl}/to-do/${stepId}`
    const asked = await findAsked(db, orgId, row)
    const personIds = asked.map(({ id }) => id)
    const times = await findMailTimes(db, orgId, workflowNotices.human_step_waiting.topic, { personIds, now: context.now() })
    for (const member of asked) {
      const own = times.get(member.id)
      if (!own) continue
      await queueMail(context, orgId, {
        ...{ to: member.email, toName: member.name, personId: member.id, isHeldWithOthers, notBefore: own.notBefore },
        ...memberMailOf(step, organization, { link, because, language: own.language }),
      })
    }
  }
  await markAnnounced(db, orgId, stepId, { isReminder: because === 'reminded' })
  await wake(db, orgId, humanStepEvents.changed)
}

/** The member who is asked, or those of the role. */
const findAsked = (
  db: Db,
  orgId: string,
  { person_id, role }: { readonly person_id: string | null; readonly role: Role | null },
) =>
  db
    .selectFrom('members')
    .innerJoin('directory.people', 'directory.people.id', 'members.id')
    .select(['members.id', 'directory.people.email', 'directory.people.name'])
    .where('members.org_id', '=', orgId)
    .where((where) =>
      person_id === null
        ? where('members.role', 'in', roles.slice(roles.indexOf(role ?? 'admin')))
        : where('members.id', '=', person_id),
    )
    .orderBy('members.created_at')
    .limit(mostMails)
    .execute()
