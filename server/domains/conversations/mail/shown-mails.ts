import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { contribution } from '#core/within.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import { mailsOfThread, type ThreadMail } from '../inbox/thread-mails.ts'
import { freshTextOf } from './fresh-texts.ts'
import { attachmentsOf, type MailRow, peopleOf } from './mails.ts'
import { isExcluded } from './own-addresses.ts'

interface Copy extends MailRow {
  readonly asked: string
  readonly text: string | null
  readonly html: string | null
  readonly mailbox_email: string
  readonly mailbox_kind: string
  readonly shares: string
  readonly excluded: readonly string[]
  readonly owner_id: string
  readonly owner_name: string
}

/**
 * Mails in a thread, each as much as its reader may see: all of a mail in their own mailbox or one of the team; of a colleague's what that
 * one shares, and else that there was a mail. Of several copies of one mail the one counts that shows most.
 */
export const mailInThreads = contribution({
  name: 'mail-in-threads',
  to: mailsOfThread,
  run: ({ mailIds, readerId }, { db, orgId }) => findShown(db, orgId, mailIds, readerId),
})

const findShown = async (
  db: Db,
  orgId: string,
  mailIds: readonly string[],
  readerId: string | null,
): Promise<ReadonlyMap<string, ThreadMail>> => {
  if (mailIds.length === 0) return new Map()
  const { rows } = await sql<Copy>`
    select a.id as asked, m.*, y.text, y.html, b.email as mailbox_email, b.kind as mailbox_kind, b.shares, b.excluded, b.person_id as owner_id,
      p.name as owner_name
    from mailbox_mails a
    join mailbox_mails m on m.org_id = a.org_id and (m.id = a.id or m.message_id = a.message_id and m.fingerprint = a.fingerprint)
    join mailboxes b on b.org_id = m.org_id and b.id = m.mailbox_id
    join directory.people p on p.id = b.person_id
    left join mailbox_bodies y on y.org_id = m.org_id and y.id = m.id
    where a.org_id = ${orgId} and a.id = any(${[...mailIds]}::uuid[])`.execute(db)
  const shown = new Map<string, ThreadMail>()
  for (const copy of rows) {
    const mail = shownTo(copy, readerId)
    const other = shown.get(copy.asked)
    if (!other || rank(mail.visible) > rank(other.visible)) shown.set(copy.asked, mail)
  }
  return shown
}

const rank = (visible: ThreadMail['visible']): number => ['time', 'subject', 'all'].indexOf(visible)

const shownTo = (copy: Copy, readerId: string | null): ThreadMail => {
  const isTheirs = readerId !== null && copy.owner_id === readerId
  const visible =
    isTheirs || copy.mailbox_kind === 'team' ? 'all' : isKept(copy) ? 'time' : (copy.shares as ThreadMail['visible'])
  const common = { id: copy.id, visible, owner: { id: copy.owner_id, name: copy.owner_name }, kind: copy.kind as 'person' }
  if (visible === 'time') return { ...common, ...nothing }
  if (visible === 'subject') return { ...common, ...nothing, subject: copy.subject }
  return {
    ...common,
    ...{
      subject: copy.subject,
      text: freshTextOf(copy),
      mailbox: copy.mailbox_email,
      can_use: isTheirs || copy.mailbox_kind === 'team',
    },
    from: copy.from_email === null ? null : { name: copy.from_name, email: copy.from_email },
    to: peopleOf(copy.to_list),
    cc: peopleOf(copy.cc_list),
    attachments: attachmentsOf(copy.attachments),
    ...{ state: copy.state as 'sent' | null, error: copy.error, bounced: copy.bounce, broken: copy.broken },
    opened_at: copy.opened_at?.toISOString() ?? null,
  }
}

/** With a person whom its owner excludes: from then on its owner alone reads it, whatever a job has still to remove. */
const isKept = ({ from_email, to_list, cc_list, excluded }: Copy): boolean =>
  excluded.length > 0 &&
  [...(from_email === null ? [] : [{ email: from_email }]), ...peopleOf(to_list), ...peopleOf(cc_list)].some((each) => {
    const key = keyOf(each)
    return key !== null && isExcluded(key, excluded)
  })

const nothing = {
  ...{ subject: null, text: null, mailbox: null, can_use: false, from: null, to: [], cc: [], attachments: [] },
  ...{ state: null, error: null, bounced: null, broken: null, opened_at: null },
}
