import { use } from 'react'
import type { Sentences, ShownNotice } from './module.ts'
import { modules } from './modules.ts'
import type { Notice } from './wire.ts'

let loaded: Promise<Required<Sentences>> | undefined

/** The sentences of all folders, in one. */
export const loadSentences = (): Promise<Required<Sentences>> => {
  loaded ??= Promise.all(modules.map(({ sentences }) => sentences?.() ?? {})).then((all: readonly Sentences[]) => ({
    audit: Object.assign({}, ...all.map(({ audit }) => audit)),
    notices: Object.assign({}, ...all.map(({ notices }) => notices)),
  }))
  // What could not be fetched is fetched anew by the next who needs it.
  loaded.catch(() => {
    loaded = undefined
  })
  return loaded
}

/** The same for a component, which waits for them. */
export const useSentences = (): Required<Sentences> => use(loadSentences())

/** A notification in words. A server a version ahead may know kinds that this page does not. */
export const shownNotice = ({ notices }: Required<Sentences>, notice: Notice, otherwise: string): ShownNotice =>
  notices[notice.kind]?.(notice) ?? { title: otherwise, tone: 'warn' }
