/*
 * How far a run has come, as it is stored between two workers. A path says in which iteration of which body a thread is: '' outside of all,
 * `/each_lead.3` in the fourth iteration of the loop `each_lead`, `/each_lead.3/ways.left` in the branch `left` of a parallel inside of it.
 */

/** One place at which a run goes on; more than one inside of a parallel. */
export interface Thread {
  path: string
  node: string
  /** `running`: something was begun outside the database, by this worker or by one that died. */
  state: 'ready' | 'running' | 'waiting'
  /** Of the node that it is at. */
  tries?: number
  /** When it was put off for the first time, in ISO: what it needs may be away for a while, and not for ever. */
  since?: string
  /** When there is something to do by the clock, in ISO: a retry, the end of a wait. */
  dueAt?: string
  /** The id of what it waits for. */
  wait?: string
  /** It waits for an event, and what happened before the wait was stored is to be looked through. */
  isDeaf?: boolean
  /** From when on a wait that follows misses nothing, in ISO: its last step outside or for a person began, or an event came that it waited for. */
  heardSince?: string
}

/** A loop or a parallel that was entered and is not left yet. Its key is `<path>/<node>`. */
export interface Frame {
  readonly node: string
  /** Of the thread that entered it. */
  readonly path: string
  readonly items?: readonly unknown[]
  index?: number
  /** Branches that have ended. */
  ended?: number
}

export interface Progress {
  threads: Thread[]
  frames: Record<string, Frame>
  vars: Record<string, unknown>
  /** Of the last step that was recorded, so that they stand in their order. */
  place?: number
  /** All that its steps gave. */
  bytes?: number
  /** The same as that of threads, of runs that began before threads had their own. */
  heardSince?: string
  /** Of a replay: workflows that steps started, and that a person had started from the beginning once more; by place (`placeKey`). */
  anew?: Readonly<Record<string, number>>
}

/** Names a step of a run: a node in one iteration. */
export const placeKey = ({ node, path }: { readonly node: string; readonly path: string }): string => `${node} ${path}`

/** What steps gave, by path and node. */
export type Outputs = Map<string, Record<string, unknown>>

export const keyOf = (path: string, node: string): string => `${path}/${node}`

/** The key of the body that a path is in; undefined outside of all. */
export const bodyOf = (path: string): string | undefined => (path === '' ? undefined : path.slice(0, path.lastIndexOf('.')))

/** A path and those around it, the outermost first. */
export const pathsAround = (path: string): string[] => {
  const paths = [path]
  for (let inner = path; inner !== ''; ) {
    inner = inner.slice(0, inner.lastIndexOf('/'))
    paths.unshift(inner)
  }
  return paths
}

export const addOutput = (outputs: Outputs, path: string, node: string, output: unknown): void => {
  const ofPath = outputs.get(path)
  if (ofPath) ofPath[node] = output
  else outputs.set(path, { [node]: output })
}

/** As the database keeps them: of a run that goes on after a wait. */
export const outputsOf = (rows: readonly (readonly [node: string, path: string, output: unknown])[] | null): Outputs => {
  const outputs: Outputs = new Map()
  for (const [node, path, output] of rows ?? []) addOutput(outputs, path, node, output)
  return outputs
}
