import { setImmediate as breathe } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, InOrg } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { nilId } from '#core/ids.ts'
import type { GivingWay } from '#core/jobs/giving-way.ts'
import type { Within } from '#core/within.ts'
import { isDatabaseAway } from '#db/connect.ts'
import { isRace } from '#db/races.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import type { Mailboxes, MailboxNews, MailPlace } from '#ports/mailboxes.ts'
import { readMail } from '#shapes/mime/read-mail.ts'
import { emailEvents } from './events.ts'
import { fileMails } from './file-mails.ts'
import type { Letter } from './insert-mails.ts'
import { foldersByRole } from './mails.ts'
import { findOwnAddresses } from './own-addresses.ts'
import { change } from './readings.ts'
import { forgetMails } from './removed-mails.ts'
import { type Reading, settleMails } from './settle-threads.ts'

export interface Copying {
  readonly orgId: string
  readonly mailboxId: string
  readonly box: Mailboxes
  readonly inOrg: InOrg
  readonly within: Within
}

/** A mail that is larger is kept by its headers: providers take 25 MB in, a half more as base64. */
const mostBytes = 40 * 1024 * 1024

/** The folders as they are now: later ones are added, and those that are gone go. */
export const copyFolders = async ({ orgId, mailboxId, box, inOrg }: Copying): Promise<void> => {
  const folders = await box.folders()
  await inOrg(orgId, async (db) => {
    await db
      .deleteFrom('mailbox_folders')
      .where('org_id', '=', orgId)
      .where('mailbox_id', '=', mailboxId)
      .where(sql<boolean>`not id = any(${folders.map(({ id }) => id)}::text[])`)
      .execute()
    for (const { id, name, role } of folders)
      await db
        .insertInto('mailbox_folders')
        .values({ org_id: orgId, mailbox_id: mailboxId, id, name: name.slice(0, 1_000), role })
        .onConflict((conflict) =>
          conflict.columns(['org_id', 'mailbox_id', 'id']).doUpdateSet({ name: name.slice(0, 1_000), role }),
        )
        .execute()
  })
}

/** Of refs those that the copy has not. */
export const unknownOf = async (db: Db, orgId: string, mailboxId: string, refs: readonly string[]): Promise<string[]> => {
  if (refs.length === 0) return []
  // Each looked up by itself: before its tables are analyzed PostgreSQL would join a page with the whole mailbox.
  const { rows } = await sql<{ ref: string }>`
    select g.ref from unnest(${[...refs]}::text[]) with ordinality as g(ref, place)
    where (select true from mailbox_places p where p.org_id = ${orgId} and p.mailbox_id = ${mailboxId} and p.ref = g.ref) is null
    order by g.place`.execute(db)
  return rows.map(({ ref }) => ref)
}

/** Mails that are filed in one transaction, as long as they are small: a mail of 50 costs the database a fifth more than one of 250. */
export const filedTogether = { most: 100, least: 25 } as const
const mostBytesTogether = 2 * 1024 * 1024

/** Of a reading of everything: how many were here before, which its progress counts from, whether it is to end, and to whom it gives way. */
interface Progress {
  readonly before: number
  isOver(): boolean
  readonly pacing: GivingWay
}

/** Fetches mails and files them, some in a transaction, while the next ones are fetched and read. Answers how many were new. */
export const copyMails = async (copying: Copying, refs: readonly string[], progress?: Progress): Promise<number> => {
  if (refs.length === 0) return 0
  let [copied, looked, isHere] = [0, 0, true]
  let filing: Promise<void> = Promise.resolve()
  const file = async (letters: readonly Letter[]): Promise<void> => {
    await filing
    looked += letters.length
    const count = progress && progress.before + looked
    const begunMs = performance.now()
    filing = fileLetters(copying, letters, count).then(async (found) => {
      isHere = found !== null
      copied += found ?? 0
      await progress?.pacing.rest(performance.now() - begunMs)
    })
    // It is waited for below; until then a failure of it is no stray.
    filing.catch(() => {})
  }
  try {
    let [letters, bytes]: [Letter[], number] = [[], 0]
    for await (const { raw, head, ...fetched } of copying.box.fetch(refs, { maxBytes: mostBytes })) {
      const read = raw ?? head ?? Buffer.alloc(0)
      letters.push({ fetched: { ...fetched, isWhole: raw !== null }, mail: await readMail(read) })
      bytes += read.length
      // Mails that are here already are read without a pause: the answers of the database to what is being filed would wait for all of them.
      await breathe()
      const together = progress?.pacing.size() ?? filedTogether.most
      if (letters.length < together && bytes < mostBytesTogether) continue
      await file(letters)
      ;[letters, bytes] = [[], 0]
      if (!isHere || progress?.isOver()) break
    }
    if (isHere) await file(letters)
  } finally {
    await filing.catch(() => {})
  }
  await filing
  return copied
}

/**
 * All in one transaction; where one cannot be filed, each in its own, so that it holds up no other. Null where the mailbox was disconnected
 * meanwhile. `count`: how far a reading of everything is with them.
 */
const fileLetters = async (copying: Copying, letters: readonly Letter[], count: number | undefined): Promise<number | null> => {
  if (letters.length === 0) return 0
  const fileAll = (some: readonly Letter[]): Promise<number | null> =>
    inTurns(copying, async (db) => {
      const reading = await findReadingOf(db, copying)
      if (!reading) return null
      if (count !== undefined) await change(db, copying.orgId, copying.mailboxId, { copied: count })
      return fileMails(db, copying.orgId, some, reading)
    })
  try {
    return await fileAll(letters)
  } catch (error) {
    if (letters.length === 1 || isDatabaseAway(error)) throw error
    let sum = 0
    for (const letter of letters) sum += (await fileAll([letter])) ?? 0
    return sum
  }
}

/** Of the mailbox as it is now; null where it was disconnected meanwhile. */
const findReadingOf = async (
  db: Db,
  { orgId, mailboxId, within }: Pick<Copying, 'orgId' | 'mailboxId' | 'within'>,
): Promise<Reading | null> => {
  const mailbox = await findMailbox(db, orgId, mailboxId)
  if (!mailbox) return null
  return {
    mailbox,
    within,
    own: await findOwnAddresses(db, orgId, mailboxId),
    roles: await foldersByRole(db, orgId, mailboxId),
  }
}

/** Of mails that were moved or taken away; of a mailbox that was disconnected meanwhile nothing is to be done. */
const settle = async (db: Db, copying: Copying, mailIds: readonly string[]): Promise<string[]> => {
  const reading = mailIds.length === 0 ? null : await findReadingOf(db, copying)
  return reading ? settleMails(db, copying.orgId, mailIds, reading) : []
}

const mostTries = 5

/** Several people of one mail are resolved in one transaction: a deadlock with another is possible, and then it runs again. */
const inTurns = async <T>({ orgId, mailboxId, inOrg }: Copying, work: (db: Db) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await inOrg(orgId, async (db) => {
        // One page of a mailbox at a time: an action may read the first ones while the job reads the rest.
        await sql`select from mailbox_readings where org_id = ${orgId} and id = ${mailboxId} for no key update`.execute(db)
        return work(db)
      })
    } catch (error) {
      if (tries === mostTries || !isRace(error)) throw error
    }
  }
}

/** Mails that the copy has are elsewhere, or were read there. */
export const moveMails = (copying: Copying, places: readonly MailPlace[]): Promise<void> =>
  inTurns(copying, async (db) => {
    const { orgId, mailboxId } = copying
    if (places.length === 0) return
    const rows = places.map(({ ref, folders, isRead }) => ({ ref, folders, is_seen: isRead }))
    const { rows: moved } = await sql<{ mail_id: string }>`
      update mailbox_places p set folders = g.folders, is_seen = g.is_seen
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (ref text, folders text[], is_seen boolean)
      where p.org_id = ${orgId} and p.mailbox_id = ${mailboxId} and p.ref = g.ref
        and (p.folders is distinct from g.folders or p.is_seen is distinct from g.is_seen)
      returning p.mail_id`.execute(db)
    const ids = [...new Set(moved.map(({ mail_id }) => mail_id))]
    await settle(db, copying, ids)
    for (const id of ids) await recordEvent(db, orgId, emailEvents.updated, id, { mailbox_id: mailboxId, change: 'place' })
  })

/** Mails that are gone from these places. They may be found in others before the reading ends. */
export const removePlaces = (copying: Copying, refs: readonly string[]): Promise<void> =>
  inTurns(copying, async (db) => {
    const { orgId, mailboxId } = copying
    if (refs.length === 0) return
    const removed = await db
      .deleteFrom('mailbox_places')
      .where('org_id', '=', orgId)
      .where('mailbox_id', '=', mailboxId)
      .where(sql<boolean>`ref = any(${[...refs]}::text[])`)
      .returning('mail_id')
      .execute()
    await settle(db, copying, mailsOf(removed))
  })

/**
 * Everything of a folder, or of a mailbox, was listed: what the copy has beside it is gone. Not what was placed after the list was begun:
 * a mail that was sent meanwhile is not in it.
 */
export const removeOthers = (
  copying: Copying,
  { prefix, refs }: Extract<MailboxNews, { news: 'all' }>,
  { since, begunAt }: { readonly since: Date; readonly begunAt: Date },
): Promise<void> =>
  inTurns(copying, async (db) => {
    const { orgId, mailboxId } = copying
    const { rows: removed } = await sql<{ mail_id: string }>`
      delete from mailbox_places p
      where p.org_id = ${orgId} and p.mailbox_id = ${mailboxId} and starts_with(p.ref, ${prefix}) and p.at >= ${since}
        and p.placed_at < ${begunAt}
        and p.ref not in (select unnest(${[...refs]}::text[]))
      returning p.mail_id`.execute(db)
    await settle(db, copying, mailsOf(removed))
  })

const mailsOf = (places: readonly { readonly mail_id: string }[]): string[] => [
  ...new Set(places.map(({ mail_id }) => mail_id)),
]

/** Mails that are forgotten in one transaction. */
const forgottenTogether = 200

/**
 * At the end of a reading: mails that it found nowhere go. Not earlier, for by IMAP a mail that was moved is gone from one folder before it is
 * seen in the next, and it is the same mail: what was sent from here, opened or answered stays so.
 */
export const forgetMissing = async (copying: Copying): Promise<void> => {
  const { orgId, mailboxId } = copying
  for (let after = nilId; ; ) {
    const last = await inTurns(copying, async (db) => {
      // What a conversation of the team keeps was looked at when it went.
      const { rows } = await sql<{ id: string }>`
        select m.id from mailbox_mails m join mailboxes b on b.org_id = m.org_id and b.id = m.mailbox_id
        where m.org_id = ${orgId} and m.mailbox_id = ${mailboxId} and m.gone_at is not null and m.id > ${after}
          and (b.kind <> 'team' or m.gone_at > now() - interval '7 days')
        order by m.id limit ${forgottenTogether}`.execute(db)
      const ids = rows.map(({ id }) => id)
      await forgetMails(db, orgId, mailboxId, ids)
      return ids.at(-1)
    })
    if (last === undefined) return
    after = last
  }
}

/** The addresses that the provider confirms for this account. Answers whether they are others than before. */
export const copyProfile = async ({ orgId, mailboxId, box, inOrg }: Copying): Promise<boolean> => {
  const { aliases: all } = await box.profile()
  const aliases = [...all].slice(0, 100)
  return inOrg(orgId, async (db) => {
    const { rows } = await sql`
      update mailbox_readings set aliases = ${aliases}::text[]
      where org_id = ${orgId} and id = ${mailboxId} and aliases <> ${aliases}::text[] returning id`.execute(db)
    return rows.length > 0
  })
}
