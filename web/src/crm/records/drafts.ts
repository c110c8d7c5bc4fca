import { useState } from 'react'
import { draftName } from '#web/own-drafts.ts'
import { useSession } from '#web/session.ts'
import type { RecordOf } from './record-kinds.ts'
import type { TypedCall } from './typed-calls.ts'

export type Tab = 'note' | 'message' | 'task' | 'call'

/** What has a text of its own: the tabs, and a call that is logged. */
export type TextOf = Tab | 'log'

/** What can be written where. */
export const tabsOf = ({ contact, task }: { readonly contact?: unknown; readonly task?: unknown }): readonly Tab[] => [
  'note',
  ...(contact ? (['message'] as const) : []),
  ...(task ? (['task'] as const) : []),
  ...(contact && task ? (['call'] as const) : []),
]

/** What was begun on a record and not sent: kept in this browser until it is, also without a connection, or its author signs out. */
export interface Draft {
  readonly tab: Tab
  /** By what is written: going to another tab and back loses nothing. */
  readonly texts: Partial<Record<TextOf, string>>
  readonly due: string
  readonly mentions: readonly { readonly id: string; readonly name: string }[]
  /** Of the tab of calls: one that was made is logged, and none is planned. */
  readonly isLogging: boolean
  readonly logged: Partial<TypedCall>
  /** Of the message as it is typed now: what was tried before a reload is the same message. */
  readonly messageId?: string | undefined
}

const nothing: Draft = { tab: 'note', texts: {}, due: '', mentions: [], isLogging: false, logged: {} }
const prefix = 'foyer-record-draft'
/** Of a person: the oldest gives way. */
const mostDrafts = 50

export interface RecordDraft {
  readonly draft: Draft
  write(changes: Partial<Draft>): void
  /** What was sent; the tab stays. */
  clear(what: TextOf): void
}

export const useRecordDraft = ({ kind, id }: RecordOf): RecordDraft => {
  const { organization, person } = useSession()
  const name = draftName(prefix, organization.id, person.id, `${kind} ${id}`)
  const [draft, setDraft] = useState<Draft>(() => stored(name) ?? nothing)
  return {
    draft,
    write(changes) {
      const next = { ...draft, ...changes }
      setDraft(next)
      keep(name, next)
    },
    clear(what) {
      const next = {
        ...draft,
        texts: { ...draft.texts, [what]: '' },
        ...((what === 'task' || what === 'call') && { due: '' }),
        ...(what === 'log' && { logged: {} }),
        ...(what === 'note' && { mentions: [] }),
        ...(what === 'message' && { messageId: undefined }),
      }
      setDraft(next)
      keep(name, next)
    },
  }
}

const stored = (name: string): Draft | null => {
  try {
    const found = JSON.parse(localStorage.getItem(name) ?? 'null') as (Draft & { at: number }) | null
    return found && { ...nothing, ...found }
  } catch {
    return null
  }
}

const keep = (name: string, draft: Draft): void => {
  try {
    if (Object.values(draft.texts).every((text) => !text)) return localStorage.removeItem(name)
    localStorage.setItem(name, JSON.stringify({ ...draft, at: Date.now() }))
    forgetOldest()
  } catch {
    // Without storage it is kept as long as the page lives.
  }
}

const forgetOldest = (): void => {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(`${prefix} `))
  if (names.length <= mostDrafts) return
  const aged = names.map((name) => ({ name, at: (JSON.parse(localStorage.getItem(name) ?? '{}') as { at?: number }).at ?? 0 }))
  for (const { name } of aged.sort((one, other) => one.at - other.at).slice(0, names.length - mostDrafts))
    localStorage.removeItem(name)
}
