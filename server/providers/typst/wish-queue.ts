import type { SetSheet, Sheet } from './sheets.ts'

export interface Wish {
  readonly sheet: Sheet
  readonly workspace: string
  readonly patience: NodeJS.Timeout
  done(set: SetSheet): void
  fail(error: Error): void
}

/** Of one workspace. */
export const mostWaiting = 100

/** Work that is waited for, such as documents. Workspaces take turns. */
export const makeWishQueue = <Each extends { readonly workspace: string } = Wish>() => {
  /** Workspaces in the order of their turns. */
  const waiting = new Map<string, readonly Each[]>()

  return {
    /** False when its workspace has too many already. */
    add(wish: Each): boolean {
      const before = waiting.get(wish.workspace) ?? []
      if (before.length >= mostWaiting) return false
      waiting.set(wish.workspace, [...before, wish])
      return true
    },
    /** The first one of the first workspace that may; the workspace's next turn is the last. */
    take(may: (workspace: string) => boolean): Each | undefined {
      for (const [workspace, [wish, ...rest]] of waiting) {
        if (!wish || !may(workspace)) continue
        waiting.delete(workspace)
        if (rest.length > 0) waiting.set(workspace, rest)
        return wish
      }
      return undefined
    },
    remove(wish: Each): void {
      const rest = (waiting.get(wish.workspace) ?? []).filter((each) => each !== wish)
      if (rest.length > 0) waiting.set(wish.workspace, rest)
      else waiting.delete(wish.workspace)
    },
    clear(): Each[] {
      const all = [...waiting.values()].flat()
      waiting.clear()
      return all
    },
  }
}
