import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { emailKey } from '#domains/platform/users/users.ts'
import { choice, Reference, shape } from '#shapes'
import { ConnectionStatus } from '../connections/connections.ts'
import { calendarProgress, MailboxProgress, mailProgress, worstOf } from './progress.ts'

export const MailboxKind = choice('MailboxKind', ['personal', 'team'])
/** What colleagues see of a mail with a contact: that there was one, its subject, or all of it. */
export const MailboxShares = choice('MailboxShares', ['time', 'subject', 'all'])

export const Mailbox = shape('Mailbox', {
  id: z.uuid(),
  email: z.string(),
  aliases: z.array(z.string()).describe('Addresses that its provider confirms beside its own: mail can be sent from them too'),
  provider: z.string(),
  kind: MailboxKind.describe('`team`: every member reads and answers its mail'),
  shares: MailboxShares,
  person: Reference.describe('Whose it is'),
  is_own: z.boolean(),
  status: ConnectionStatus,
  last_error: z.string().nullable(),
  has_mail: z.boolean().describe('Its owner allowed reading and sending mail'),
  has_calendar: z.boolean().describe('Its owner allowed the calendar'),
  progress: MailboxProgress.describe(
    '`current`: its mail and its calendars were read lately. `reading`: a first reading goes on. `waiting`: it was not read yet. `behind`: it should have been, and was not',
  ),
  synced_at: z.iso.datetime().nullable(),
  behind_since: z.iso.datetime().nullable().describe('Since when it could not be read'),
  mail: shape('MailboxMail', {
    synced_at: z.iso.datetime().nullable(),
    behind_since: z.iso.datetime().nullable(),
    last_error: z.string().nullable(),
    listed: z.int().nullable().describe('Mails of a reading of everything; null when there is none'),
    copied: z.int().describe('How many of them are here'),
    watched_until: z.iso
      .datetime()
      .nullable()
      .describe('Until when its provider announces changes; null where its mail is only polled, or its server listened to'),
    watch_error: z.string().nullable().describe('Why its provider does not announce them; its mail is polled all the same'),
  })
    .nullable()
    .describe('How far its mail was read; null without mail'),
  signature: z.string().describe('HTML below what is written in it; empty without one'),
  excluded: z
    .array(z.string())
    .describe(
      'Addresses and domains: of a personal mailbox only its owner sees their mail; of one of the team it is in no conversation',
    ),
})

export type MailboxRow = Selectable<Tables['mailboxes']>

interface Viewer {
  readonly id: string
}

/** When it is, and how often mail and calendars are read. */
interface Clock {
  readonly now: Date
  readonly mailPollMs: number
  readonly calendarPollMs: number
}

/** Those that a member may see: their own, and those of the team. */
export const findMailboxes = async (
  db: Db,
  orgId: string,
  viewer: Viewer,
  clock: Clock,
): Promise<z.output<typeof Mailbox>[]> => {
  const rows = await selectMailboxes(db, orgId, viewer)
  return rows.map((row) => shownMailbox(row, viewer, clock))
}

type ListedRow = Awaited<ReturnType<typeof selectMailboxes>>[number]

const selectMailboxes = (db: Db, orgId: string, viewer: Viewer) =>
  db
    .selectFrom('mailboxes as m')
    .innerJoin('connections as c', (join) => join.onRef('c.org_id', '=', 'm.org_id').onRef('c.id', '=', 'm.id'))
    .innerJoin('directory.people as p', 'p.id', 'm.person_id')
    .leftJoin('mailbox_readings as r', (join) => join.onRef('r.org_id', '=', 'm.org_id').onRef('r.id', '=', 'm.id'))
    .selectAll('m')
    .select(['r.synced_at as mail_synced_at', 'r.behind_since as mail_behind_since', 'r.last_error as mail_error'])
    .select(['r.watched_until', 'r.watch_error'])
    .select(['r.aliases', 'r.listed', 'r.copied', 'r.leased_until', 'r.next_poll_at as mail_next_poll_at'])
    .select(['c.status', 'c.last_error', 'p.name as person_name'])
    .select(({ selectFrom }) =>
      selectFrom('calendars as k')
        .select(({ fn }) => fn.min('k.synced_at').as('at'))
        .whereRef('k.org_id', '=', 'm.org_id')
        .whereRef('k.connection_id', '=', 'm.id')
        .where('k.is_ticked', '=', true)
        .as('synced_at'),
    )
    .select(({ selectFrom }) =>
      selectFrom('calendars as k')
        .select(({ fn }) => fn.min('k.behind_since').as('at'))
        .whereRef('k.org_id', '=', 'm.org_id')
        .whereRef('k.connection_id', '=', 'm.id')
        .where('k.is_ticked', '=', true)
        .as('behind_since'),
    )
    .select(({ selectFrom }) =>
      selectFrom('calendars as k')
        .select(({ fn }) => fn.min('k.next_poll_at').as('at'))
        .whereRef('k.org_id', '=', 'm.org_id')
        .whereRef('k.connection_id', '=', 'm.id')
        .where('k.is_ticked', '=', true)
        .as('next_poll_at'),
    )
    .select(({ selectFrom, fn }) =>
      selectFrom('calendars as k')
        .select(fn.countAll<number>().as('n'))
        .whereRef('k.org_id', '=', 'm.org_id')
        .whereRef('k.connection_id', '=', 'm.id')
        .as('calendars'),
    )
    .select(({ selectFrom, fn }) =>
      selectFrom('calendars as k')
        .select(fn.countAll<number>().as('n'))
        .whereRef('k.org_id', '=', 'm.org_id')
        .whereRef('k.connection_id', '=', 'm.id')
        .where('k.is_ticked', '=', true)
        .where('k.synced_at', 'is', null)
        .as('unread_calendars'),
    )
    .where('m.org_id', '=', orgId)
    .where('m.ended_at', 'is', null)
    .where((row) => row.or([row('m.person_id', '=', viewer.id), row('m.kind', '=', 'team')]))
    .orderBy('m.id')
    .execute()

const progressOf = (row: ListedRow, { now, mailPollMs, calendarPollMs }: Clock): MailboxProgress =>
  worstOf([
    ...(row.has_mail
      ? [
          mailProgress({
            ...{ syncedAt: row.mail_synced_at, behindSince: row.mail_behind_since, nextPollAt: row.mail_next_poll_at },
            ...{ isReading: row.leased_until !== null && row.leased_until > now, listed: row.listed, pollMs: mailPollMs, now },
          }),
        ]
      : []),
    ...(row.has_calendar
      ? [
          calendarProgress({
            ...{ syncedAt: row.synced_at, behindSince: row.behind_since, nextPollAt: row.next_poll_at },
            ...{ known: Number(row.calendars), unread: Number(row.unread_calendars), pollMs: calendarPollMs, now },
          }),
        ]
      : []),
  ])

const shownMailbox = (row: ListedRow, viewer: Viewer, clock: Clock): z.output<typeof Mailbox> => ({
  ...{ id: row.id, email: row.email, aliases: row.aliases ?? [], provider: row.provider, last_error: row.last_error },
  kind: MailboxKind.parse(row.kind),
  shares: MailboxShares.parse(row.shares),
  person: { id: row.person_id, name: row.person_name },
  is_own: row.person_id === viewer.id,
  status: ConnectionStatus.parse(row.status),
  ...{ has_mail: row.has_mail, has_calendar: row.has_calendar, progress: progressOf(row, clock) },
  synced_at: row.synced_at?.toISOString() ?? null,
  behind_since: row.behind_since?.toISOString() ?? null,
  mail: row.has_mail
    ? {
        synced_at: row.mail_synced_at?.toISOString() ?? null,
        behind_since: row.mail_behind_since?.toISOString() ?? null,
        ...{ last_error: row.mail_error, listed: row.listed, copied: row.copied ?? 0 },
        watched_until: row.watched_until && row.watched_until > clock.now ? row.watched_until.toISOString() : null,
        watch_error: row.watch_error,
      }
    : null,
  signature: row.signature,
  excluded: row.person_id === viewer.id ? row.excluded : [],
})

export const findMailbox = (db: Db, orgId: string, id: string): Promise<MailboxRow | undefined> =>
  db
    .selectFrom('mailboxes')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/**
 * The mailbox of an address that a member may use: their own, or one of the team. Others are told apart from none by nothing. `viewer` null:
 * a key or a workflow, which has those of the team.
 */
export const findUsableMailbox = (
  db: Db,
  orgId: string,
  viewer: Viewer | null,
  email: string,
): Promise<MailboxRow | undefined> =>
  db
    .selectFrom('mailboxes')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('email_key', '=', emailKey(email))
    .where('ended_at', 'is', null)
    .where((row) => row.or([row('person_id', '=', viewer?.id ?? null), row('kind', '=', 'team')]))
    .executeTakeFirst()
