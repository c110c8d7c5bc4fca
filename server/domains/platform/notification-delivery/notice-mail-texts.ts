import type { BaseContext, Db } from '#core/context.ts'
import { type Queueing, queueMail } from '../mail-out/mails.ts'
import type { NoticeMailFacts } from '../mail-out/templates.ts'
import { linkedLineOf, type NamedNotice } from './notice-lines.ts'
import type { Recipient } from './recipients.ts'

/** So many are listed; the others are counted. */
export const mostLines = 30

interface NoticeMail {
  readonly template: 'notices' | 'notice-summary'
  /** Before the lines; may be empty. */
  readonly first: string
  readonly notices: readonly NamedNotice[]
  /** Of all, listed or not. */
  readonly count: number
}

/** Puts one email about notices into the outbox; answers its id. */
export const queueNoticeMail = async (
  context: Queueing & { readonly settings: Pick<BaseContext['settings'], 'publicUrl'> },
  orgId: string,
  recipient: Recipient,
  mail: NoticeMail,
): Promise<string> =>
  queueMail(context, orgId, {
    ...{ to: recipient.email, toName: recipient.name, personId: recipient.id, template: mail.template },
    facts: await factsOf(context.db, orgId, mail, context.settings.publicUrl),
    // What a backup kept as waiting may have been mailed before it was restored.
    isHeldWithOthers: true,
  })

const factsOf = async (
  db: Db,
  orgId: string,
  { template, first, notices, count }: NoticeMail,
  publicUrl: string,
): Promise<NoticeMailFacts> => {
  const { name: organization } = await db
    .selectFrom('orgs')
    .select('name')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const lines = notices.slice(0, mostLines).map((notice) => linkedLineOf(notice, publicUrl))
  const only = template === 'notices' && count === 1 ? lines[0] : undefined
  const summed = count === 1 ? '1 notification' : `${count.toLocaleString('en')} notifications`
  return {
    ...{ organization, first },
    title: only?.text ?? (template === 'notices' ? summed : `Your morning summary: ${summed}`),
    items: only ? [] : lines,
    more: count > lines.length ? `${(count - lines.length).toLocaleString('en')} more` : '',
    button: only ? 'Open in Foyer' : 'View notifications',
    link: only?.link ?? `${publicUrl}/notices`,
    settings: `${publicUrl}/settings/notifications`,
  }
}
