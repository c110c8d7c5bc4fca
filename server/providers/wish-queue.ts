/** What waits for its turn. */
export interface Waiting {
  readonly workspace: string
}

/** Of one workspace. */
export const mostWaiting = 100

/** Work that is waited for, such as documents. Workspaces take turns. */
export const makeWishQueue = <Wish extends Waiting>() => {
  /** Workspaces in the order of their turns. */
  const waiting = new Map<string, readonly Wish[]>()

  return {
    /** False when its workspace has too many already. */
    add(wish: Wish): boolean {
      const before = waiting.get(wish.workspace) ?? []
      if (before.length >= mostWaiting) return false
      waiting.set(wish.workspace, [...before, wish])
      return true
    },
    /** The first one of the first workspace that may; the workspace's next turn is the last. */
    take(may: (workspace: string) => boolean): Wish | undefined {
      for (const [workspace, [wish, ...rest]] of waiting) {
        if (!wish || !may(workspace)) continue
        waiting.delete(workspace)
        if (rest.length > 0) waiting.set(workspace, rest)
        return wish
      }
      return undefined
    },
    remove(wish: Wish): void {
      const rest = (waiting.get(wish.workspace) ?? []).filter((each) => each !== wish)
      if (rest.length > 0) waiting.set(wish.workspace, rest)
      else waiting.delete(wish.workspace)
    },
    clear(): Wish[] {
      const all = [...waiting.values()].flat()
      waiting.clear()
      return all
    },
  }
}
