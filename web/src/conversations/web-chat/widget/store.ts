/** What a browser keeps of a chat over pages and visits; where it keeps nothing, the page does while it lasts. */
export const openStore = (widgetId: string) => {
  const prefix = `foyer-chat:${widgetId}:`
  const spare = new Map<string, string>()
  const disk = ((): Storage | null => {
    try {
      localStorage.setItem(`${prefix}try`, '')
      localStorage.removeItem(`${prefix}try`)
      return localStorage
    } catch {
      return null
    }
  })()

  const read = <Thing>(name: string): Thing | null => {
    try {
      const text = disk ? disk.getItem(prefix + name) : (spare.get(name) ?? null)
      return text === null ? null : (JSON.parse(text) as Thing)
    } catch {
      return null
    }
  }

  return {
    read,
    write(name: string, thing: unknown): void {
      try {
        if (disk) disk.setItem(prefix + name, JSON.stringify(thing))
        else spare.set(name, JSON.stringify(thing))
      } catch {
        spare.set(name, JSON.stringify(thing))
      }
    },
    remove(name: string): void {
      disk?.removeItem(prefix + name)
      spare.delete(name)
    },
    /** Everything whose name begins so. One entry a message: two pages at once overwrite nothing of each other's. */
    all<Thing>(start: string): Thing[] {
      const kept = disk ? Object.keys(disk).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])) : []
      return [...new Set([...kept, ...spare.keys()])]
        .filter((name) => name.startsWith(start))
        .flatMap((name) => (read<Thing>(name) ?? []) as Thing[] | Thing)
    },
    /** Another page of the same site has written something. */
    onChange(watch: (name: string) => void): void {
      addEventListener('storage', ({ key, storageArea }) => {
        if (storageArea === disk && key?.startsWith(prefix)) watch(key.slice(prefix.length))
      })
    },
  }
}

export type Store = ReturnType<typeof openStore>
