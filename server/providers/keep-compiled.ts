import { flushCompileCache } from 'node:module'

const kept = new Set<string>()

/**
 * To be called behind an answer, with what was asked for. A process of a pool is ended by a signal, and Node writes what it compiled only when it ends
 * by itself: without this each next one loads the compiler of types again, 10 MB and a tenth of a second.
 */
export const keepCompiled = (kind: string): void => {
  if (kept.has(kind)) return
  kept.add(kind)
  flushCompileCache()
}
