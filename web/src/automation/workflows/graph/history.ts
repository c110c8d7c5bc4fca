import type { Definition } from './graph.ts'

/** Steps back and forth through what was edited, the newest last. */
export interface History {
  readonly past: readonly Definition[]
  readonly present: Definition
  readonly future: readonly Definition[]
  /** What the last edit was about: typing on in one field is one step back. */
  readonly about: string | null
}

const most = 200

export const historyOf = (present: Definition): History => ({ past: [], present, future: [], about: null })

export const edit = (history: History, next: Definition, about: string | null = null): History => {
  if (next === history.present) return history
  const isSame = about !== null && about === history.about
  return {
    past: isSame ? history.past : [...history.past, history.present].slice(-most),
    present: next,
    future: [],
    about,
  }
}

export const undo = (history: History): History => {
  const last = history.past.at(-1)
  if (!last) return history
  return { past: history.past.slice(0, -1), present: last, future: [history.present, ...history.future], about: null }
}

export const redo = (history: History): History => {
  const [next, ...future] = history.future
  if (!next) return history
  return { past: [...history.past, history.present], present: next, future, about: null }
}

/** The same steps over a definition that came from elsewhere: what was undone before it is gone. */
export const rebase = (history: History, present: Definition): History =>
  present === history.present
    ? history
    : { past: [...history.past, history.present].slice(-most), present, future: [], about: null }
