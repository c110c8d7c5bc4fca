import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { digestOf, isMissing, writeWhole } from '../folder.ts'
import type { SimulatorContext } from '../simulators.ts'
import type { Checksum } from './checksums.ts'

export interface BucketRow {
  readonly id: string
  readonly hasLock: boolean
}

export interface Lock {
  readonly mode: 'GOVERNANCE' | 'COMPLIANCE'
  readonly until: string
}

/** One content of a key. Where the bucket has Object Lock, earlier ones stay below the newest. */
export interface Version {
  readonly id: string
  readonly bytes: number
  readonly etag: string
  readonly checksum: Checksum
  readonly type: string
  readonly at: string
  readonly lock: Lock | null
  /** It was deleted: the versions below are still there. */
  readonly isMarker: boolean
}

export interface Kept {
  readonly bucket: string
  readonly key: string
  /** Oldest first. */
  readonly versions: readonly Version[]
}

export interface UploadRow {
  readonly id: string
  readonly bucket: string
  readonly key: string
  readonly type: string
  readonly algorithm: Checksum['algorithm']
  readonly lock: Lock | null
  readonly at: string
  readonly parts: Readonly<Record<string, { readonly bytes: number; readonly etag: string; readonly checksum: string }>>
}

/** Those that are there from the beginning. */
const usualBuckets: readonly BucketRow[] = [
  { id: 'foyer', hasLock: false },
  { id: 'foyer-locked', hasLock: true },
]

const stores = new WeakMap<SimulatorContext, Store>()

/** Objects in a folder each, with their versions. Unlike other doubles this one forgets nothing: these are a workspace's files. */
export const openStore = (context: SimulatorContext): Store => {
  const known = stores.get(context)
  if (known) return known
  const made = makeStore(context)
  stores.set(context, made)
  return made
}

export type Store = ReturnType<typeof makeStore>

const makeStore = (context: SimulatorContext) => {
  const buckets = context.table<BucketRow>('buckets')
  const uploads = context.table<UploadRow>('uploads')
  for (const bucket of usualBuckets) if (!buckets.find(bucket.id)) buckets.put(bucket)
  const folder = path.join(context.folder, 'objects')
  const partsFolder = path.join(context.folder, 'parts')
  const folderOf = (bucket: string, key: string): string => path.join(folder, digestOf(`${bucket}/${key}`))
  const all = new Map<string, Kept>()
  for (const name of namesIn(folder)) {
    const kept = readIndex(path.join(folder, name, 'index.json'))
    if (kept) all.set(`${kept.bucket}/${kept.key}`, kept)
  }

  const put = (kept: Kept): void => {
    const place = folderOf(kept.bucket, kept.key)
    if (kept.versions.length === 0) {
      all.delete(`${kept.bucket}/${kept.key}`)
      rmSync(place, { recursive: true, force: true })
      return
    }
    writeWhole(path.join(place, 'index.json'), JSON.stringify(kept))
    all.set(`${kept.bucket}/${kept.key}`, kept)
  }
  const find = (bucket: string, key: string): Kept => all.get(`${bucket}/${key}`) ?? { bucket, key, versions: [] }

  return {
    buckets,
    uploads,
    find,
    /** The newest; undefined where there is none, or it was deleted. */
    newest(bucket: string, key: string): Version | undefined {
      const last = find(bucket, key).versions.at(-1)
      return last?.isMarker ? undefined : last
    },
    /** By key, as S3 lists them. */
    list: (bucket: string): Kept[] =>
      [...all.values()]
        .filter((kept) => kept.bucket === bucket)
        .sort((one, other) => Buffer.compare(Buffer.from(one.key), Buffer.from(other.key))),
    read: (bucket: string, key: string, id: string): Buffer => readFileSync(path.join(folderOf(bucket, key), id)),
    /** A new content of a key; the one before stays where the bucket keeps versions. */
    write(bucket: BucketRow, key: string, bytes: Buffer, facts: Omit<Version, 'id' | 'bytes' | 'isMarker'>): Version {
      const version = { ...facts, id: randomUUID(), bytes: bytes.length, isMarker: false }
      const place = folderOf(bucket.id, key)
      mkdirSync(place, { recursive: true, mode: 0o700 })
      writeWhole(path.join(place, version.id), bytes)
      const before = find(bucket.id, key).versions
      put({ bucket: bucket.id, key, versions: bucket.hasLock ? [...before, version] : [version] })
      if (!bucket.hasLock) for (const { id } of before) rmSync(path.join(place, id), { force: true })
      return version
    },
    mark(bucket: string, key: string, marker: Version): void {
      put({ bucket, key, versions: [...find(bucket, key).versions, marker] })
    },
    remove(bucket: string, key: string, id?: string): void {
      const kept = find(bucket, key)
      put({ ...kept, versions: id === undefined ? [] : kept.versions.filter((version) => version.id !== id) })
    },
    putPart: (upload: UploadRow, part: string, bytes: Buffer, facts: { etag: string; checksum: string }): void => {
      writeWhole(path.join(partsFolder, upload.id, part), bytes)
      uploads.put({ ...upload, parts: { ...upload.parts, [part]: { ...facts, bytes: bytes.length } } })
    },
    readPart: (upload: UploadRow, part: string): Buffer => readFileSync(path.join(partsFolder, upload.id, part)),
    endUpload(id: string): void {
      uploads.remove(id)
      rmSync(path.join(partsFolder, id), { recursive: true, force: true })
    },
    get count(): number {
      return [...all.values()].filter(({ versions }) => versions.at(-1)?.isMarker === false).length
    },
  }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const readIndex = (file: string): Kept | null => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept
  } catch {
    return null
  }
}
