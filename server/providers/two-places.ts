import type { Files } from '#ports/files.ts'

/**
 * Files that move from one place to another: new ones go to the new place, and each is found wherever it is. A name is one file: what the
 * old place has is never stored in the new one with other content.
 */
export const bothFiles = (next: Files, old: Files): Files => ({
  place: next.place,

  put: async (name, content, options) =>
    // It stays where it is until it is moved; there the same is the same, and anything else is refused.
    (await old.size(name)) === null ? next.put(name, content, options) : old.put(name, content, options),

  read: (name, start) => found([next, old, next], (files) => files.read(name, start)),
  digest: (name) => found([next, old, next], (files) => files.digest(name)),

  size: async (name) => (await next.size(name)) ?? (await old.size(name)) ?? next.size(name),

  // The old place first: a move that is copying it sees that it is gone, and takes the copy away again.
  async remove(name) {
    await old.remove(name)
    await next.remove(name)
  },

  /** By name in each place; of a file in both, that of the new one. */
  async *list() {
    yield* next.list()
    for await (const file of old.list()) if ((await next.size(file.name)) === null) yield file
  },

  sweep: async (before) => (await next.sweep(before)) + (await old.sweep(before)),
})

/** The new place is asked again at the end: it may have moved between the two looks. */
const found = async <T>(places: readonly Files[], look: (files: Files) => Promise<T>): Promise<T> => {
  let missing: unknown
  for (const files of places)
    try {
      return await look(files)
    } catch (error) {
      if (!isMissing(error)) throw error
      missing = error
    }
  throw missing
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
