import { sql } from 'kysely'
import type { Config } from '#config'
import type { Database } from '#db/connect.ts'
import { noAccount } from '#domains/platform/mail-out/mails.ts'
import { ago, count, type Finding, fine, trouble, warning } from './finding.ts'

const dayMs = 86_400_000
const name = 'Mail'

/** Mails of one workspace, in numbers. */
interface Outbox {
  readonly sent: number
  readonly failed: number
  readonly waiting: number
  /** Of those that wait, when the oldest was written. */
  readonly oldest: Date | null
  readonly reason: string | null
}

/** Whether mail leaves, and whether any was left behind: of every workspace, each seen by itself. */
export const checkMail = async (database: Database, config: Config, now: Date): Promise<Finding[]> => {
  const outbox = sumOf(await outboxes(database, now))
  const way = mailTransport(config)
  if (way === null || outbox.reason === noAccount)
    return [
      (outbox.waiting > 0 ? trouble : warning)(
        name,
        `no mail account is configured${outbox.waiting > 0 ? `; ${count(outbox.waiting, 'email')} queued until one is` : ''}`,
        'Set SMTP_URL or RESEND_API_KEY (docs/operating.md) and start Foyer again.',
      ),
    ]
  if (outbox.failed > 0)
    return [
      warning(
        name,
        `${way}; ${count(outbox.failed, 'email')} could not be delivered in the last 24 hours`,
        'Settings → Outgoing mail shows why and lets you retry them.',
      ),
    ]
  const lateMs = outbox.oldest === null ? 0 : now.getTime() - outbox.oldest.getTime()
  if (lateMs > 10 * 60_000)
    return [
      warning(
        name,
        `${way}; ${count(outbox.waiting, 'email')} queued, the oldest for ${ago(lateMs)}${outbox.reason ? ` (${outbox.reason})` : ''}`,
        'Foyer keeps trying. Check that the mail account works and that the worker runs.',
      ),
    ]
  return [fine(name, `${way}; ${count(outbox.sent, 'email')} sent in the last 24 hours`)]
}

/** In words; null when there is none. Foyer's own `npm start` plays the sandbox unless told otherwise. */
const mailTransport = (config: Config): string | null => {
  if (config.SMTP_URL) return `sent through ${new URL(config.SMTP_URL).host}`
  if (config.RESEND_API_KEY) return 'sent through Resend'
  if (config.SANDBOX === 'off' || (config.SANDBOX === undefined && config.isNamed)) return null
  return 'kept in the sandbox mailbox'
}

const outboxes = async (database: Database, now: Date): Promise<Outbox[]> => {
  const orgs = await database.db.selectFrom('directory.slugs').select('org_id').orderBy('slug').execute()
  const dayAgo = new Date(now.getTime() - dayMs)
  const found: Outbox[] = []
  for (const { org_id } of orgs) {
    const { rows } = await database.inOrg(org_id, (db) =>
      sql<Outbox>`
        select count(*) filter (where state = 'sent' and sent_at > ${dayAgo}) as sent,
               count(*) filter (where state = 'failed' and failed_at > ${dayAgo}) as failed,
               count(*) filter (where state = 'queued') as waiting,
               min(created_at) filter (where state = 'queued') as oldest,
               max(last_error) filter (where state = 'queued') as reason
        from mails where org_id = ${org_id}`.execute(db),
    )
    found.push(...rows)
  }
  return found
}

const sumOf = (all: readonly Outbox[]): Outbox =>
  all.reduce(
    (sum, each) => ({
      sent: sum.sent + each.sent,
      failed: sum.failed + each.failed,
      waiting: sum.waiting + each.waiting,
      oldest: sum.oldest === null || (each.oldest !== null && each.oldest < sum.oldest) ? each.oldest : sum.oldest,
      reason: sum.reason ?? each.reason,
    }),
    { sent: 0, failed: 0, waiting: 0, oldest: null, reason: null },
  )
