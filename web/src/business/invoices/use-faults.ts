import { useRef, useState } from 'react'
import { CallError } from '#web/gateway.ts'
import { sentenceAtField } from '#web/ui/error-note.tsx'
import { type Draft, type Faults, wireNames } from './draft.ts'

/**
 * The faults to show: a letter that cannot be printed as it is typed, a value left half typed at once, what is missing only
 * after an attempt to go on; and what the server rejected, until that field changes.
 */
export const useFaults = (draft: Draft, faults: Faults, unshown: Faults, error: unknown) => {
  const [isTried, setTried] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const field = error instanceof CallError && error.field !== null && isField(draft, error.field) ? error.field : null
  const typed = field === null ? '' : typedIn(draft, field)
  const refused = useRef({ error, typed })
  if (refused.current.error !== error) refused.current = { error, typed }
  const typing = Object.fromEntries(
    Object.entries(faults).filter(([name]) => isTried || (left.has(name) && typedIn(draft, name).trim() !== '')),
  )
  const own = { ...unshown, ...typing }
  return {
    shown: {
      isPlaced: field !== null,
      faults: field !== null && refused.current.typed === typed ? { ...own, [field]: sentenceAtField(error) } : own,
    },
    showAll: () => setTried(true),
    leave: (name: string | undefined) => name && setLeft((before) => new Set(before).add(name)),
  }
}

const lineField = /^lines\.(\d+)\.(\w+)$/

const isField = (draft: Draft, field: string): boolean => lineField.test(field) || field in draft

/** What is typed in a field of the wire's name. */
const typedIn = (draft: Draft, field: string): string => {
  const [, at, name] = lineField.exec(field) ?? []
  const line = at === undefined ? undefined : draft.lines[Number(at)]
  const column = [...wireNames].find(([, wired]) => wired === name)?.[0]
  if (line && column) return line[column]
  const value: unknown = draft[field as keyof Draft]
  return typeof value === 'string' ? value : ''
}
