import { sql } from 'kysely'
import { atLeast, type Role } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import type { Language } from '#shapes/languages.ts'
import { type NotificationSettings, settingsOfRow } from '../notifications/notification-settings.ts'
import { languageOfPerson } from '../users/users.ts'

/** A member who can be reached outside the app: one who has joined. */
export interface Recipient {
  readonly id: string
  readonly role: Role
  readonly email: string
  readonly name: string
  /** Their own, else the workspace's. */
  readonly zone: string
  readonly language: Language
  readonly settings: NotificationSettings
}

/** All of a workspace, or those of `ids`. */
export const findRecipients = async (db: Db, orgId: string, ids?: readonly string[]): Promise<Recipient[]> => {
  const { rows } = await sql<{
    id: string
    role: Role
    email: string
    name: string
    zone: string
    language: Language | null
    choices: unknown
    quiet_from: string | null
    quiet_to: string | null
    summary_at: string | null
    has_sound: boolean | null
  }>`
    select m.id, m.role, p.email, p.name, coalesce(p.time_zone, o.time_zone) as zone, p.language,
      s.choices, s.quiet_from, s.quiet_to, s.summary_at, s.has_sound
    from members m join directory.people p on p.id = m.id join orgs o on o.org_id = m.org_id
    left join notification_settings s on s.org_id = m.org_id and s.id = m.id
    where m.org_id = ${orgId} and p.email_key is not null and (${ids === undefined} or m.id = any(${ids ?? []}::uuid[]))
    order by m.id`.execute(db)
  return rows.map((row) => ({
    ...{ id: row.id, role: row.role, email: row.email, name: row.name, zone: row.zone },
    language: languageOfPerson(row),
    settings: settingsOfRow(row as never),
  }))
}

export const findRecipient = async (db: Db, orgId: string, personId: string): Promise<Recipient | undefined> =>
  (await findRecipients(db, orgId, [personId]))[0]

/** Whom a notice is for. */
export const isFor = (
  recipient: Pick<Recipient, 'id' | 'role'>,
  notice: { readonly person_id: string | null; readonly least_role: string },
): boolean =>
  (notice.person_id === null || notice.person_id === recipient.id) && atLeast(recipient.role, notice.least_role as Role)

/** A notice that leaves the app for a person. */
export interface WantedDelivery {
  readonly personId: string
  readonly kind: string
  readonly subjectId: string
}

/** Of several about the same thing to the same person one stands for all. */
export const oneOfEach = (wanted: readonly WantedDelivery[]): WantedDelivery[] => [
  ...new Map(wanted.map((each) => [`${each.personId} ${each.kind} ${each.subjectId}`, each])).values(),
]
