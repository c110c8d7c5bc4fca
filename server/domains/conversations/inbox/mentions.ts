import type { Db } from '#core/context.ts'
import { raiseNotice } from '#domains/platform/notifications/notices.ts'
import { inboxNotices } from './notices.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/**
 * The members whom a note names: those chosen by id, and those whose whole name or address follows an @. Of two of one name both are
 * meant: nothing says which. Non-members are ignored.
 */
export const findMentioned = async (db: Db, orgId: string, text: string, chosen: readonly string[]): Promise<Named[]> => {
  if (chosen.length === 0 && !text.includes('@')) return []
  const members = await db
    .selectFrom('members')
    .innerJoin('directory.people', 'directory.people.id', 'members.id')
    .select(['members.id', 'directory.people.name', 'directory.people.email'])
    .where('members.org_id', '=', orgId)
    .orderBy('members.id')
    .execute()
  const said = plain(text)
  return members.filter(({ id, name, email }) => chosen.includes(id) || names(said, name) || names(said, email))
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether a text has the name after an @, and not the beginning of a longer one. */
const names = (said: string, name: string): boolean => {
  const wanted = `@${plain(name.trim())}`
  if (wanted === '@') return false
  for (let at = said.indexOf(wanted); at !== -1; at = said.indexOf(wanted, at + 1)) {
    const isWord = at === 0 || !/[\p{L}\p{N}._%+-]/u.test(said[at - 1] ?? '')
    if (isWord && !/^[\p{L}\p{N}]/u.test(said.slice(at + wanted.length))) return true
  }
  return false
}

/** Tells each who is named in a note, once, and not the one who wrote it. In the transaction of the note. */
export const notifyMentioned = async (
  db: Db,
  orgId: string,
  mentioned: readonly Named[],
  about: { readonly messageId: string; readonly dealId: string; readonly by: string | null; readonly client: string | null },
): Promise<void> => {
  if (mentioned.length === 0) return
  const writer =
    about.by === null
      ? undefined
      : await db.selectFrom('directory.people').select('name').where('id', '=', about.by).executeTakeFirst()
  for (const { id } of mentioned) {
    if (id === about.by) continue
    await raiseNotice(db, orgId, {
      notice: inboxNotices.mentioned,
      subjectId: about.messageId,
      personId: id,
      facts: { by: writer?.name ?? null, name: about.client, deal_id: about.dealId },
    })
  }
}
