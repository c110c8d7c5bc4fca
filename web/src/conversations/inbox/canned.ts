import type { CannedReply } from '#web/wire.ts'

/** The shortcut that is being typed before the caret: `/ho` at the beginning or after a space. Null where none is. */
export const shortcutAt = (text: string, caret: number): string | null =>
  /(?:^|\s)\/([a-z0-9_-]{0,32})$/i.exec(text.slice(0, caret))?.[1]?.toLowerCase() ?? null

/** Replies that a shortcut leads to: those that begin so first, then those whose title has it. */
export const repliesFor = <Reply extends Pick<CannedReply, 'shortcut' | 'title'>>(
  typed: string,
  replies: readonly Reply[],
): Reply[] => {
  const begins = replies.filter(({ shortcut }) => shortcut.startsWith(typed))
  const named = replies.filter((reply) => !begins.includes(reply) && reply.title.toLowerCase().includes(typed))
  return [...begins, ...named].slice(0, mostShown)
}

const mostShown = 8

/** A text kept ready, for this person. Where a name is not known, its place and the space before it go. */
export const filled = (body: string, names: { readonly name: string | null; readonly me: string }): string => {
  const name = names.name?.trim() ?? ''
  const values: Readonly<Record<string, string>> = {
    name,
    first_name: name.split(/\s+/)[0] ?? '',
    me: names.me,
  }
  return body.replaceAll(/( ?)\{(name|first_name|me)\}/g, (_whole, space: string, key: string) =>
    values[key] ? `${space}${values[key]}` : '',
  )
}

/** The text with the shortcut before the caret replaced, and where the caret is then. */
export const taken = (text: string, caret: number, reply: string): { text: string; caret: number } => {
  const shortcut = shortcutAt(text, caret) ?? ''
  const before = text.slice(0, caret - shortcut.length - 1)
  return { text: `${before}${reply}${text.slice(caret)}`, caret: before.length + reply.length }
}

/** The name that is being typed after an @ before the caret; it may have a space in it. Null where none is. */
export const mentionAt = (text: string, caret: number): string | null =>
  /(?:^|\s)@([^\s@]{0,40}(?: [^\s@]{1,40})?)$/.exec(text.slice(0, caret))?.[1]?.toLowerCase() ?? null

/** The text with the name that is being typed put in whole, and where the caret is then. */
export const mentioned = (text: string, caret: number, name: string): { text: string; caret: number } => {
  const before = text.slice(0, caret - (mentionAt(text, caret) ?? '').length - 1)
  return { text: `${before}@${name} ${text.slice(caret)}`, caret: before.length + name.length + 2 }
}
