import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvents } from '#core/events/events.ts'
import { clearNotice } from '../notifications/notices.ts'
import { mailEvents } from './events.ts'
import { mailNotices } from './notices.ts'

/** Why mails are withdrawn. */
interface Withdrawing {
  readonly reason: string
  /** The same of one that may have left before: that it was not sent would be a guess. */
  readonly reasonInDoubt: string
  readonly at: Date
}

export interface WithdrawnMail {
  readonly id: string
  readonly mayHaveLeft: boolean
}

/**
 * Mails that are not to be sent any more: those that wait fail with a reason, and with those that failed before they lose their content, so
 * that no retry sends them. Answers them. One that is being sent at this moment goes out, or waits for another try.
 */
export const withdrawMails = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  { reason, reasonInDoubt, at }: Withdrawing,
): Promise<WithdrawnMail[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; template: string; was: string; may_have_left: boolean }>`
    with open as (
      select id, state from mails
      where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) and state in ('queued', 'failed') and sealed is not null
      for update skip locked
    )
    update mails m set state = 'failed', failed_at = ${at}, next_try_at = null, sealed = null,
      claimed_at = null,
      may_have_left = m.may_have_left or m.claimed_at is not null,
      last_error = case when m.may_have_left or m.claimed_at is not null then ${reasonInDoubt} else ${reason} end
    from open where m.org_id = ${orgId} and m.id = open.id
    returning m.id, m.template, open.state as was, m.may_have_left`.execute(db)
  for (const { id } of rows) await clearNotice(db, orgId, mailNotices.mail_failed, id)
  const queued = rows.filter(({ was }) => was === 'queued')
  await recordEvents(
    db,
    orgId,
    mailEvents.changed,
    queued.map(({ id, template }) => ({
      subjectId: id,
      facts: { template, before: { state: 'queued' as const }, after: { state: 'failed' as const } },
    })),
  )
  return rows.map(({ id, may_have_left }) => ({ id, mayHaveLeft: may_have_left }))
}
