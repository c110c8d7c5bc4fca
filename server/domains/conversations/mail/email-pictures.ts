import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import { withoutReferences } from '#shapes/mime/html-texts.ts'
import type { MailRow } from './mails.ts'

/** Of one mail, at most. */
const mostPictures = 200
/** A member's list of senders keeps the newest of them. */
const mostSenders = 1_000

/** It never fails once it has begun, so that no text is gone through twice. */
const tags = /<img\b((?:[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*)(?:>|$)/gi
const source = /(?:^|[\s"'/])src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/**
 * The addresses of pictures from elsewhere that a mail names. Nothing else may be asked for in its name: a browser that reads the same HTML
 * in another way finds a picture less, and never an address more. Those of `ownOrigin` are ours, and would count as loads by others.
 */
export const pictureAddresses = (html: string, ownOrigin: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const [, attributes = ''] of html.matchAll(tags)) {
    const [, quoted, single, bare] = source.exec(attributes) ?? []
    const address = withoutReferences(quoted ?? single ?? bare ?? '').trim()
    if (!/^https?:\/\//i.test(address) || address.length > 2_048 || !URL.canParse(address)) continue
    if (new URL(address).origin !== ownOrigin) found.add(address)
    if (found.size === mostPictures) break
  }
  return found
}

type Sender = Pick<MailRow, 'from_email' | 'is_proven' | 'direction'>

/** Whose pictures can be shown each time; null where the mail may be from another than it says. */
export const provenSender = ({ from_email, is_proven, direction }: Sender): string | null =>
  direction === 'in' && is_proven && from_email !== null ? keyOf({ email: from_email }) : null

/** Whether a member sees the pictures of this mail without asking. */
export const showsPictures = async (db: Db, orgId: string, personId: string, mail: Sender): Promise<boolean> => {
  const key = provenSender(mail)
  if (key === null) return false
  const row = await db
    .selectFrom('mail_picture_senders')
    .select('email_key')
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('email_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

export const addPictureSender = async (db: Db, orgId: string, personId: string, key: string, now: Date): Promise<void> => {
  await db
    .insertInto('mail_picture_senders')
    .values({ org_id: orgId, person_id: personId, email_key: key, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`delete from mail_picture_senders where org_id = ${orgId} and person_id = ${personId} and email_key in (
    select email_key from mail_picture_senders where org_id = ${orgId} and person_id = ${personId}
    order by created_at desc, email_key offset ${mostSenders})`.execute(db)
}

export const removePictureSender = async (db: Db, orgId: string, personId: string, key: string): Promise<void> => {
  await db
    .deleteFrom('mail_picture_senders')
    .where('org_id', '=', orgId)
    .where('person_id', '=', personId)
    .where('email_key', '=', key)
    .execute()
}
