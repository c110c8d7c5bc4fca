import type { Db } from '#core/context.ts'
import { raiseNotice } from '../notifications/notices.ts'
import { memberNotices } from './notices.ts'

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

/** Where a note stands. `name`: what it is called, for the notice; null where it has none. */
export interface MentionedIn {
  readonly kind: 'conversation' | 'contact' | 'company' | 'lead' | 'deal'
  readonly id: string
  readonly name: string | null
}

/** Notifies each who is named in a note, once, and not the one who wrote it. In the transaction of the note, whatever it stands in. */
export const notifyMentioned = async (
  db: Db,
  orgId: string,
  mentioned: readonly Named[],
  note: { readonly id: string; readonly by: string | null; readonly on: MentionedIn },
): Promise<void> => {
  const others = mentioned.filter(({ id }) => id !== note.by)
  if (others.length === 0) return
  const writer =
    note.by === null
      ? undefined
      : await db.selectFrom('directory.people').select('name').where('id', '=', note.by).executeTakeFirst()
  for (const { id: personId } of others)
    await raiseNotice(db, orgId, {
      ...{ notice: memberNotices.mentioned, subjectId: note.id, personId },
      facts: { by: writer?.name ?? null, name: note.on.name, record_kind: note.on.kind, record_id: note.on.id },
    })
}
