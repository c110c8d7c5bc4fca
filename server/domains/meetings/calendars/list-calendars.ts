import { sql } from 'kysely'
import type { Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { job } from '#core/jobs/job.ts'
import { findMailbox, type MailboxRow } from '#domains/connections/mailboxes/mailboxes.ts'
import type { Calendars, ProviderCalendar } from '#ports/calendars.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { listCalendarsJob, openAccount, readCalendarJob } from './calendars.ts'
import { calendarEvents } from './events.ts'
import { type KnownCalendar, keepListed, leaveGone } from './listed-calendars.ts'

/**
 * Of an account that is new, or whose consent was renewed: its own calendar takes time, and gets the meetings where there is none yet. Of
 * one that is known (`isAgain`): calendars that are new there are added and left alone, those that are gone take no time any more.
 */
export const listCalendars = job({
  ...listCalendarsJob,
  summary: 'List the calendars of a connected account',
  retry: { times: 8, delaySeconds: 10 },
  atOnce: 4,

  async run({ orgId, mailboxId, isAgain = false }, context) {
    try {
      const account = await openAccount(context, orgId, mailboxId)
      if (account) await list(context, { orgId, mailboxId, isAgain }, account)
    } catch (error) {
      // Its calendars say themselves since when they cannot be read; the list is asked for again within the hour.
      const isExpected = error instanceof ProviderError || error instanceof Failure
      if (!isAgain || !isExpected) throw error
      context.log.warn({ mailbox_id: mailboxId, err: error }, 'the calendars of an account could not be listed')
    }
  },
})

interface Wanted {
  readonly orgId: string
  readonly mailboxId: string
  readonly isAgain: boolean
}

const list = async (context: JobContext, wanted: Wanted, account: Calendars): Promise<void> => {
  const { orgId, mailboxId } = wanted
  const known = await context.inOrg(orgId, (db) => findKnown(db, orgId, mailboxId))
  const { calendars, missing } = await compare(account, known)
  await context.inOrg(orgId, async (db) => {
    const mailbox = await findMailbox(db, orgId, mailboxId)
    if (!mailbox) return
    // The lock of bookings: each one sees the calendar that becomes the target, or was committed before it.
    await sql`select from members where org_id = ${orgId} and id = ${mailbox.person_id} for no key update`.execute(db)
    const isFirst = known.length === 0
    const hasTarget = await hasTargetOf(db, mailbox)
    for (const each of calendars) await keep(db, context, { ...wanted, mailbox, isFirst, hasTarget }, each)
    for (const each of missing) await leaveGone(db, context, mailbox, each.id)
  })
}

/** A list that lacks what it had before is asked for once more: what is in neither is gone. One that is empty says nothing. */
const compare = async (
  account: Calendars,
  known: readonly KnownCalendar[],
): Promise<{ readonly calendars: readonly ProviderCalendar[]; readonly missing: readonly KnownCalendar[] }> => {
  const ids = known.map(({ provider_id }) => provider_id)
  const calendars = await account.calendars(ids)
  const lacking = (all: readonly ProviderCalendar[]) =>
    known.filter(({ provider_id }) => !all.some(({ id }) => id === provider_id))
  if (lacking(calendars).length === 0) return { calendars, missing: [] }
  const again = await account.calendars(ids)
  if (calendars.length === 0 || again.length === 0)
    throw new ProviderError('broken', 'The provider lists no calendars of this account.')
  const isListed = new Set(again.map(({ id }) => id))
  return { calendars: again, missing: lacking(calendars).filter(({ provider_id }) => !isListed.has(provider_id)) }
}

const findKnown = (db: Db, orgId: string, mailboxId: string): Promise<KnownCalendar[]> =>
  db
    .selectFrom('calendars')
    .select(['id', 'provider_id'])
    .where('org_id', '=', orgId)
    .where('connection_id', '=', mailboxId)
    .execute()

const hasTargetOf = async (db: Db, { org_id, person_id }: MailboxRow): Promise<boolean> =>
  (await db
    .selectFrom('calendars')
    .select('id')
    .where('org_id', '=', org_id)
    .where('person_id', '=', person_id)
    .where('is_target', '=', true)
    .executeTakeFirst()) !== undefined

const keep = async (
  db: Db,
  context: JobContext,
  {
    orgId,
    mailbox,
    isAgain,
    isFirst,
    hasTarget,
  }: Wanted & { readonly mailbox: MailboxRow; readonly isFirst: boolean; readonly hasTarget: boolean },
  listed: ProviderCalendar,
): Promise<void> => {
  const isOwn = isFirst && listed.isPrimary
  const row = await keepListed(db, context, mailbox, listed, {
    isTicked: isOwn,
    isTarget: isOwn && listed.isWritable && !hasTarget,
  })
  if (row.is_ticked && (!isAgain || row.isBack)) await context.enqueueIn(db, readCalendarJob, { orgId, calendarId: row.id })
  // Also of an account that was renewed: what could not be written meanwhile is written now.
  if (row.is_target && !isAgain)
    await context.emitIn(db, orgId, calendarEvents.targeted, row.id, { person_id: mailbox.person_id })
}
