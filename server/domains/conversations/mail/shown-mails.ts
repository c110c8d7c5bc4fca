import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { contribution } from '#core/within.ts'
import { type AskedMails, mailsOfThread, type ThreadMail } from '../inbox/thread-mails.ts'
import { freshTextOf } from './fresh-texts.ts'
import { knownState } from './known-states.ts'
import { attachmentsOf, type MailRow, peopleOf } from './mails.ts'
import { findOwnAddresses } from './own-addresses.ts'
import { outsidersOf } from './thread-mails.ts'
import { chosenShares } from './thread-shares.ts'

interface Copy extends MailRow {
  readonly asked: string
  readonly text: string | null
  readonly html: string | null
  readonly mailbox_email: string
  readonly mailbox_kind: string
  readonly shares: ThreadMail['visible']
  /** What its owner chose for this thread. */
  readonly chosen: ThreadMail['visible'] | null
  readonly excluded: string[]
  readonly owner_id: string
  readonly owner_name: string
}

/**
 * Mails in a thread, each as much as its reader may see: all of a mail in their own mailbox or one of the team; of a colleague's what that
 * one shares in this thread, and else that there was a mail. Of several copies of one mail the one counts that shows most.
 */
export const mailInThreads = contribution({
  name: 'mail-in-threads',
  to: mailsOfThread,
  run: (asked, { db, orgId }) => findShown(db, orgId, asked),
})

const findShown = async (db: Db, orgId: string, asked: AskedMails): Promise<ReadonlyMap<string, ThreadMail>> => {
  const { mailIds, mergeGroup, readerId } = asked
  if (mailIds.length === 0) return new Map()
  const { rows } = await sql<Copy>`
    select a.id as asked, m.*, y.text, y.html, b.email as mailbox_email, b.kind as mailbox_kind, b.shares, b.excluded, b.person_id as owner_id,
      p.name as owner_name, ${chosenShares(orgId, mergeGroup)} as chosen
    from mailbox_mails a
    join mailbox_mails m on m.org_id = a.org_id and (m.id = a.id or m.message_id = a.message_id and m.fingerprint = a.fingerprint)
    join mailboxes b on b.org_id = m.org_id and b.id = m.mailbox_id
    join directory.people p on p.id = b.person_id
    left join mailbox_bodies y on y.org_id = m.org_id and y.id = m.id
    where a.org_id = ${orgId} and a.id = any(${[...mailIds]}::uuid[])`.execute(db)
  const kept = await findKept(
    db,
    orgId,
    rows.filter((copy) => isColleagues(copy, readerId) && sharesOf(copy) !== 'time'),
  )
  const shown = new Map<string, ThreadMail>()
  for (const copy of rows) {
    const mail = shownTo(copy, asked, kept.has(copy.id))
    const other = shown.get(copy.asked)
    if (!other || rank(mail.visible) > rank(other.visible)) shown.set(copy.asked, mail)
  }
  return shown
}

const rank = (visible: ThreadMail['visible']): number => ['time', 'subject', 'all'].indexOf(visible)

const sharesOf = ({ chosen, shares }: Copy): ThreadMail['visible'] => chosen ?? shares

const isColleagues = (copy: Copy, readerId: string | null): boolean =>
  copy.mailbox_kind !== 'team' && (readerId === null || copy.owner_id !== readerId)

const shownTo = (copy: Copy, { mergeGroup: [contactId = ''], readerId }: AskedMails, isKept: boolean): ThreadMail => {
  const isTheirs = readerId !== null && copy.owner_id === readerId
  const visible = !isColleagues(copy, readerId) ? 'all' : isKept ? 'time' : sharesOf(copy)
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
    ...(knownState(copy) as { state: 'sent' | null; error: string | null }),
    ...{ bounced: copy.bounce, broken: copy.broken },
    opened_at: copy.opened_at?.toISOString() ?? null,
    sharing:
      isTheirs && copy.mailbox_kind !== 'team'
        ? { mailbox_id: copy.mailbox_id, contact_id: contactId, shares: sharesOf(copy), is_chosen: copy.chosen !== null }
        : null,
  }
}

/**
 * Those that are with a person whom their owner excludes, or among ourselves by now: from then on their owner alone reads them, whatever a job
 * has still to remove.
 */
const findKept = async (db: Db, orgId: string, copies: readonly Copy[]): Promise<ReadonlySet<string>> => {
  const kept = new Set<string>()
  for (const mailboxId of new Set(copies.map(({ mailbox_id }) => mailbox_id))) {
    const own = await findOwnAddresses(db, orgId, mailboxId)
    for (const copy of copies) {
      if (copy.mailbox_id !== mailboxId) continue
      const mailbox = { email: copy.mailbox_email, excluded: copy.excluded }
      if (outsidersOf(copy, { own, mailbox }).length === 0) kept.add(copy.id)
    }
  }
  return kept
}

const nothing = {
  ...{ subject: null, text: null, mailbox: null, can_use: false, from: null, to: [], cc: [], attachments: [] },
  ...{ state: null, error: null, bounced: null, broken: null, opened_at: null, sharing: null },
}
