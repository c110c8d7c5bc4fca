interface Shared {
  readonly thing: Promise<unknown>
  readonly end: () => Promise<void>
  users: number
}

const all = new Map<string, Shared>()
let areKept = false

/** Something that is started for the first who asks, and ended once the last has let go of it: in a group, once that ends. */
export const share = async <Thing>(
  name: string,
  start: () => Promise<Thing>,
  stop: (thing: Thing) => Promise<void>,
): Promise<{ thing: Thing; isNew: boolean; release(): Promise<void> }> => {
  let mine = all.get(name)
  const isNew = mine === undefined
  if (!mine) {
    const starting = start()
    mine = { thing: starting, end: async () => stop(await starting), users: 0 }
    all.set(name, mine)
    // What did not start is not waited for, and the next file tries anew.
    starting.catch(() => all.delete(name))
  }
  const sharing = mine
  sharing.users++
  let isReleased = false
  return {
    thing: (await sharing.thing) as Thing,
    isNew,
    async release() {
      if (isReleased) return
      isReleased = true
      sharing.users--
      if (sharing.users > 0 || areKept) return
      all.delete(name)
      await sharing.end()
    },
  }
}

/** For the entry of a group: what a file shares stays for the next. */
export const keepShared = (): void => {
  areKept = true
}

export const endShared = async (): Promise<void> => {
  const left = [...all.values()]
  all.clear()
  for (const { end } of left) await end()
}
