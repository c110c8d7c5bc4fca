import { sql, type Updateable } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import type { Tables } from '#db/tables.ts'
import { demoData } from '#shapes/demo-people.ts'
import { setMailState } from '../inbox/message-changes.ts'
import { emailEvents } from './events.ts'
import type { MailRow } from './mails.ts'
import { clearUnsentNotices, notifyOfUnsent } from './unsent-mails.ts'

/** Of a mail that failed because its job died: a job that a person has run again sends it. */
export const gaveUp = 'gave_up'

export interface NewState {
  readonly state: 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain'
  readonly code?: string | null
  readonly words?: string | null
}

/** How far a mail of ours has come, here, in threads and in a notice to who wrote it. The caller holds it; `mail` is as it was before. */
export const setState = async (
  db: Db,
  mail: MailRow,
  { state, code = null, words = null }: NewState,
  more: Updateable<Tables['mailbox_mails']> = {},
): Promise<void> => {
  await db
    .updateTable('mailbox_mails')
    .set({ ...more, state, error_code: code, error: words?.slice(0, 500) ?? null })
    .where('org_id', '=', mail.org_id)
    .where('id', '=', mail.id)
    .execute()
  await setMailState(db, mail.org_id, mail.id, { state, errorCode: code, error: words?.slice(0, 500) ?? null })
  await recordEvent(db, mail.org_id, emailEvents.updated, mail.id, { mailbox_id: mail.mailbox_id, change: 'state' })
  if (state !== 'failed' && state !== 'uncertain') await clearUnsentNotices(db, mail.org_id, sql`select ${mail.id}::uuid`)
  // One that is looked for in vain again is no news, nor one to a person of the demo.
  else if (mail.state !== state && code !== demoData.code) await notifyOfUnsent(db, mail, state)
}
