import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { HappenedOf } from '#core/events/reaction.ts'
import type { emailEvents } from '#domains/conversations/mail/events.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { clearNoticeOf, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { alertNotices } from './notices.ts'

/** What is older was read elsewhere, or is part of the copy of a mailbox. */
const newsDays = 1

/**
 * For the owner of a personal mailbox: emails of contacts that they have not read there as yet. One notice a contact. What comes to a mailbox of
 * the team is a message of its conversation (`raiseNewMessages`).
 */
export const raiseNewEmails = async (
  db: Db,
  orgId: string,
  events: readonly HappenedOf<typeof emailEvents.received>[],
): Promise<void> => {
  const ids = events.map(({ subjectId }) => subjectId)
  if (ids.length === 0) return
  const { rows } = await sql<{ contact_id: string; person_id: string; name: string | null; mail: string }>`
    select distinct on (b.person_id, c.id) c.id as contact_id, b.person_id, coalesce(e.from_name, e.from_email) as name, e.id as mail
    from mailbox_mails e
    join mailboxes b on b.org_id = e.org_id and b.id = e.mailbox_id and b.kind = 'personal' and b.ended_at is null
    join members o on o.org_id = b.org_id and o.id = b.person_id
    cross join lateral (
      select s.contact_id from messages s where s.org_id = e.org_id and s.mail_id = e.id
      order by s.address is distinct from lower(e.from_email), s.id limit 1) s
    join contacts w on w.org_id = e.org_id and w.id = s.contact_id
    join contacts c on c.org_id = w.org_id and c.id = ${rootId('w')}
    where e.org_id = ${orgId} and e.id = any(${ids}::uuid[]) and e.direction = 'in' and e.kind = 'person' and not e.is_seen
      and e.gone_at is null and e.at > greatest(b.created_at, now() - make_interval(days => ${newsDays}))
    order by b.person_id, c.id, e.at desc, e.id desc`.execute(db)
  for (const { contact_id: subjectId, person_id: personId, ...facts } of rows)
    await raiseNotice(db, orgId, { notice: alertNotices.email_new, subjectId, personId, facts })
}

/** Emails that were read in the mailbox, or are gone from it, are no news for its owner where no other one of the contact waits there. */
export const clearReadEmails = async (
  db: Db,
  orgId: string,
  events: readonly HappenedOf<typeof emailEvents.updated>[],
): Promise<void> => {
  const ids = events
    .filter(({ facts }) => facts?.change === 'seen' || facts?.change === 'place')
    .map(({ subjectId }) => subjectId)
  if (ids.length === 0) return
  const { rows } = await sql<{ contact_id: string; person_id: string }>`
    select distinct ${rootId('c')} as contact_id, b.person_id
    from mailbox_mails e
    join mailboxes b on b.org_id = e.org_id and b.id = e.mailbox_id and b.kind = 'personal'
    join messages s on s.org_id = e.org_id and s.mail_id = e.id
    join contacts c on c.org_id = s.org_id and c.id = s.contact_id
    where e.org_id = ${orgId} and e.id = any(${ids}::uuid[]) and e.direction = 'in' and (e.is_seen or e.gone_at is not null)
      and not exists (
        select from messages o join mailbox_mails u on u.org_id = o.org_id and u.id = o.mail_id
        where o.org_id = s.org_id and o.contact_id = s.contact_id and o.channel = 'email' and o.at > now() - make_interval(days => ${newsDays})
          and u.mailbox_id = e.mailbox_id and u.direction = 'in' and u.kind = 'person' and not u.is_seen and u.gone_at is null)`.execute(
    db,
  )
  for (const { contact_id: subjectId, person_id: personId } of rows)
    await clearNoticeOf(db, orgId, alertNotices.email_new, { subjectId, personId })
}
