import { sql } from 'kysely'
import type { Db, Emit, JobContext } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { MailboxRow } from '#domains/connections/mailboxes/mailboxes.ts'
import { taskOutcomes } from '#domains/crm/deals/task-outcomes.ts'
import { addTask, finishTasksOf } from '#domains/crm/deals/tasks.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { findPerson, languageOfPerson } from '#domains/platform/users/users.ts'
import type { ProviderCalendar } from '#ports/calendars.ts'
import type { Language } from '#shapes/languages.ts'
import { type CalendarRow, findCalendar } from './calendars.ts'
import { endConflicts, recordConflicts } from './conflicts.ts'
import { calendarEvents } from './events.ts'
import { calendarNotices } from './notices.ts'
import { recount } from './ticks.ts'

export type KnownCalendar = Pick<CalendarRow, 'id' | 'provider_id'>

/** A calendar as its provider lists it. One that was gone is as it was before: its events take time again where it was ticked. */
export const keepListed = async (
  db: Db,
  context: JobContext,
  mailbox: MailboxRow,
  { id, name, zone, isPrimary, isWritable }: ProviderCalendar,
  ifNew: { readonly isTicked: boolean; readonly isTarget: boolean },
): Promise<Pick<CalendarRow, 'id' | 'is_ticked' | 'is_target'> & { readonly isBack: boolean }> => {
  const { org_id, person_id } = mailbox
  const now = context.now()
  const about = {
    ...{ name: name.slice(0, 500), time_zone: zone, is_primary: isPrimary, is_writable: isWritable, listed_at: now },
  }
  const before = await db
    .selectFrom('calendars')
    .selectAll()
    .where('org_id', '=', org_id)
    .where('connection_id', '=', mailbox.id)
    .where('provider_id', '=', id)
    .executeTakeFirst()
  const isBack = !!before?.gone_at
  const back = isBack
    ? { gone_at: null, is_ticked: before.was_ticked, ...(before.was_ticked && { next_poll_at: now, next_watch_at: now }) }
    : {}
  const row = await db
    .insertInto('calendars')
    .values({
      ...{ org_id, id: newId(), person_id, connection_id: mailbox.id, provider_id: id, ...about },
      ...{ is_ticked: ifNew.isTicked, is_target: ifNew.isTarget, next_poll_at: ifNew.isTicked ? now : null },
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'connection_id', 'provider_id']).doUpdateSet({ ...about, ...back }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const emit: Emit = (event, subject, facts) => context.emitIn(db, org_id, event, subject, facts)
  if (isBack && row.is_ticked) {
    await recount(db, org_id, row.id, true)
    await recordConflicts(db, { now: context.now, emit }, row, null)
  }
  if (row.is_target && !before) await settleGoneTarget(db, org_id, person_id, null)
  if (!before || isBack || before.name !== about.name) await emit(calendarEvents.updated, row.id, { person_id })
  return { ...row, isBack }
}

/** So long one sees that a calendar is gone. */
const shownMs = 30 * 86_400_000

/** A calendar that its provider lists no more: it takes no time, and where it got the meetings its owner is asked for another. */
export const leaveGone = async (db: Db, context: JobContext, mailbox: MailboxRow, calendarId: string): Promise<void> => {
  const { org_id: orgId, person_id } = mailbox
  const now = context.now()
  const calendar = await findCalendar(db, orgId, calendarId)
  if (!calendar) return
  const own = db.updateTable('calendars').where('org_id', '=', orgId).where('id', '=', calendarId)
  if (calendar.gone_at) {
    await own.set({ listed_at: now }).execute()
    if (calendar.gone_at.getTime() < now.getTime() - shownMs)
      await db.deleteFrom('calendars').where('org_id', '=', orgId).where('id', '=', calendarId).execute()
    return
  }
  await own
    .set({
      ...{ gone_at: now, listed_at: now, was_ticked: sql`is_ticked`, is_ticked: false, is_target: false, next_poll_at: null },
      ...{ behind_since: null, last_error: null },
    })
    .execute()
  const emit: Emit = (event, subject, facts) => context.emitIn(db, orgId, event, subject, facts)
  await recount(db, orgId, calendarId, false)
  await endConflicts(db, emit, calendar, null)
  await emit(calendarEvents.updated, calendarId, { person_id })
  if (calendar.is_target) await askForTarget(db, calendar, now)
}

const goneKey = (personId: string): string => `calendar_gone:${personId}:`

const goneTitles: Readonly<Record<Language, (name: string) => string>> = {
  en: (name) => `The calendar ${name} is gone, and got your meetings: choose another one in Settings → Mailboxes`,
  de: (name) =>
    `Den Kalender ${name} mit Ihren Terminen gibt es nicht mehr: wählen Sie einen anderen in Einstellungen → Postfächer`,
  fr: (name) =>
    `Le calendrier ${name}, qui recevait vos rendez-vous, n’existe plus : choisissez-en un autre dans Paramètres → Boîtes e-mail`,
  es: (name) => `El calendario ${name}, que recibía tus reuniones, ya no existe: elige otro en Configuración → Buzones`,
  pt: (name) =>
    `O calendário ${name}, que recebia suas reuniões, não existe mais: escolha outro em Configurações → Caixas de e-mail`,
  hi: (name) => `आपकी मीटिंग वाला कैलेंडर ${name} अब मौजूद नहीं है: सेटिंग → मेलबॉक्स में कोई और चुनें`,
}

const askForTarget = async (
  db: Db,
  { org_id: orgId, id, person_id: personId, name }: CalendarRow,
  now: Date,
): Promise<void> => {
  await addTask(db, orgId, {
    ...{ kind: 'next_action', assignedTo: personId },
    title: goneTitles[languageOfPerson(await findPerson(db, personId))](name),
    cause: { rule: 'calendar_gone' },
    causeKey: `${goneKey(personId)}${id}:${now.toISOString()}`,
  })
  await raiseNotice(db, orgId, { notice: calendarNotices.calendar_gone, subjectId: personId, personId, facts: { name } })
}

/** A member has a calendar for meetings again. */
export const settleGoneTarget = async (db: Db, orgId: string, personId: string, doneBy: string | null): Promise<void> => {
  await finishTasksOf(db, orgId, goneKey(personId), { doneBy, outcome: taskOutcomes.otherCalendar })
  await clearNotice(db, orgId, calendarNotices.calendar_gone, personId)
}
