import type { Db } from '#core/context.ts'
import type { NoticeTopic } from '#core/notice-topics.ts'
import type { Language } from '#shapes/languages.ts'
import { quietUntil } from '../notifications/quiet-hours.ts'
import { findRecipients } from './recipients.ts'

/** When an email about a notice may leave, and in which language its reader has it. */
export interface OwnMail {
  readonly notBefore: Date
  readonly language: Language
}

/**
 * For modules that write emails of their own about a notice (`isMailed`): of these members, those who want emails of its topic at once, and from
 * when on one may leave. The others see it in the app, and in their summary where they want that.
 */
export const findMailTimes = async (
  db: Db,
  orgId: string,
  topic: NoticeTopic,
  { personIds, now }: { readonly personIds: readonly string[]; readonly now: Date },
): Promise<ReadonlyMap<string, OwnMail>> => {
  if (personIds.length === 0) return new Map()
  const recipients = await findRecipients(db, orgId, personIds)
  return new Map(
    recipients
      .filter(({ settings }) => settings.choices[topic].mail === 'at_once')
      .map(({ id, settings, zone, language }) => [id, { notBefore: quietUntil(settings.quiet, zone, now) ?? now, language }]),
  )
}
