import type { BaseContext, Db } from '#core/context.ts'
import type { Language } from '#shapes/languages.ts'
import type { NoticeMailFacts } from '../mail-out/mail-facts.ts'
import { type Queueing, queueMail } from '../mail-out/mails.ts'
import { linkedLineOf, type NamedNotice } from './notice-lines.ts'
import type { Recipient } from './recipients.ts'

/** So many are listed; the others are counted. */
export const mostLines = 30

interface NoticeMail {
  readonly template: 'notices' | 'notice-summary'
  /** One that its reader asked for, to see that it comes. */
  readonly isTest?: boolean
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
    facts: await factsOf(context.db, orgId, mail, {
      language: recipient.language,
      publicUrl: context.settings.publicUrl,
    }),
    // What a backup kept as waiting may have been mailed before it was restored.
    isHeldWithOthers: true,
  })

const factsOf = async (
  db: Db,
  orgId: string,
  { template, isTest = false, notices, count }: NoticeMail,
  to: { readonly language: Language; readonly publicUrl: string },
): Promise<NoticeMailFacts> => {
  const { name: organization } = await db
    .selectFrom('orgs')
    .select('name')
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow()
  const items = notices.slice(0, mostLines).map((notice) => linkedLineOf(notice, to))
  const only = template === 'notices' && count === 1 ? items[0] : undefined
  return {
    ...{ language: to.language, organization, items, count: String(count), isTest: isTest ? 'yes' : '' },
    only: only?.text ?? '',
    more: count > items.length ? String(count - items.length) : '',
    link: only?.link ?? `${to.publicUrl}/notices`,
    settings: `${to.publicUrl}/settings/notifications`,
  }
}
