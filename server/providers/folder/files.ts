import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, type FileHandle, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Files, FilesError, type Stored } from '#ports/files.ts'
import { Measure } from '../measure.ts'

const readAheadBytes = 64 * 1024
/** Most files of documents are no larger. */
const digestedBytes = 128 * 1024
/** So many are kept for the next: buffers of a moment make V8 collect all of its memory, and everything waits for that. */
const mostKept = 4
/** File systems without links: some that are mounted over a network. */
const withoutLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'])

/**
 * Files in a folder. A file is written beside its place, synced to disk, made read-only, and linked to its place in one step that fails
 * where something is there: so it is there whole or not at all, also after a power cut, and nothing is ever written over.
 */
export const folderFiles = (folder: string): Files => {
  const placeOf = (name: string): string => {
    const place = path.resolve(folder, name)
    if (!place.startsWith(`${path.resolve(folder)}${path.sep}`)) throw new Error('a file path is outside its folder')
    return place
  }
  const kept: Buffer[] = []
  return {
    place: 'folder',

    async put(name, content, options = {}) {
      const place = placeOf(name)
      const { beside, handle } = await openBeside(place)
      const measure = new Measure(options.maxBytes)
      try {
        await pipeline(content, measure, handle.createWriteStream({ flush: true }))
        const stored: Stored = { bytes: measure.bytes, sha256: measure.sha256(), place: 'folder' }
        await chmod(beside, 0o400)
        await settle(name, beside, place, stored)
        await sync(path.dirname(place))
        return stored
      } finally {
        await handle.close().catch(() => {})
        await rm(beside, { force: true })
      }
    },

    async read(name, start = 0) {
      const handle = await open(placeOf(name), 'r')
      return createReadStream('', { fd: handle, start, highWaterMark: readAheadBytes })
    },

    async digest(name) {
      const handle = await open(placeOf(name), 'r')
      const piece = kept.pop() ?? Buffer.allocUnsafeSlow(digestedBytes)
      try {
        const digest = createHash('sha256')
        for (;;) {
          const { bytesRead } = await handle.read(piece, 0, piece.length)
          if (bytesRead === 0) return digest.digest()
          digest.update(piece.subarray(0, bytesRead))
        }
      } finally {
        if (kept.length < mostKept) kept.push(piece)
        await handle.close()
      }
    },

    size: async (name) => (await factsOf(placeOf(name)))?.size ?? null,

    async remove(name) {
      const place = placeOf(name)
      await rm(place, { force: true })
      // The folder goes with its last file; one that still holds something stays.
      await rmdir(path.dirname(place)).catch(() => {})
    },

    async *list() {
      for (const name of await namesBelow(folder)) {
        if (name.endsWith(partEnding)) continue
        const facts = await factsOf(path.join(folder, name))
        if (facts) yield { name, bytes: facts.size }
      }
    },

    async sweep(before) {
      let swept = 0
      for (const name of await namesBelow(folder)) {
        if (!name.endsWith(partEnding)) continue
        const place = path.join(folder, name)
        const facts = await factsOf(place)
        if (!facts || facts.mtime >= before) continue
        await rm(place, { force: true })
        await rmdir(path.dirname(place)).catch(() => {})
        swept++
      }
      return swept
    },
  }
}

/** What a crash leaves behind ends so, and is swept. */
const partEnding = '.part'

/** A file of its own to write to. The folder is made again where the removal of its last file took it away meanwhile. */
const openBeside = async (place: string): Promise<{ beside: string; handle: FileHandle }> => {
  const beside = `${place}.${randomUUID()}${partEnding}`
  for (let tries = 3; ; tries--) {
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
    try {
      return { beside, handle: await open(beside, 'wx', 0o600) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries <= 1) throw error
    }
  }
}

/** Puts a whole file in its place, where nothing is; what is there and the same is as good. */
const settle = async (name: string, beside: string, place: string, stored: Stored): Promise<void> => {
  try {
    await link(beside, place)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (withoutLinks.has(code) && !(await factsOf(place))) return rename(beside, place)
    if (code !== 'EEXIST' && !withoutLinks.has(code)) throw error
    if (!(await isSame(place, stored))) throw new FilesError('taken', `${name} belongs to other content`, { cause: error })
  }
}

const isSame = async (place: string, { bytes, sha256 }: Stored): Promise<boolean> => {
  if ((await factsOf(place))?.size !== bytes) return false
  const digest = createHash('sha256')
  for await (const piece of createReadStream(place)) digest.update(piece as Buffer)
  return digest.digest().equals(sha256)
}

const factsOf = async (place: string) => {
  try {
    return await stat(place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Names below a folder, by bytes. */
const namesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
}

const sync = async (place: string): Promise<void> => {
  const handle = await open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
