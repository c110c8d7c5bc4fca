import { hash, randomBytes, randomFillSync } from 'node:crypto'
import { z } from 'zod'

const pool = Buffer.alloc(8 * 1024)
let used = pool.length
let lastMs = 0
let counter = 0

const hex = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))

/** The nil UUID (RFC 9562, section 5.9): the id of no record, and below all others. For lists that must not be empty, and beginnings. */
export const nilId = '00000000-0000-0000-0000-000000000000'

/** The max UUID (RFC 9562, section 5.10): the id of no record, and above all others. For ends. */
export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * A new UUIDv7 (RFC 9562, method 1: a 12-bit counter after the milliseconds). Ids made by one process rise strictly,
 * so that `order by id desc` is newest first; 0.2 µs each.
 */
export const newId = (nowMs = Date.now()): string => {
  if (nowMs > lastMs) {
    lastMs = nowMs
    counter = 0
  } else if (++counter > 0xfff) {
    // More than 4,096 ids in one millisecond: borrow the next one rather than repeat or fall back.
    lastMs++
    counter = 0
  }
  if (used + 8 > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const at = used
  used += 8
  const time = lastMs.toString(16).padStart(12, '0')
  const seq = (0x7000 | counter).toString(16)
  const b = (offset: number) => hex[pool[at + offset] as number] as string
  const variant = hex[((pool[at] as number) & 0x3f) | 0x80] as string
  return `${time.slice(0, 8)}-${time.slice(8)}-${seq}-${variant}${b(1)}-${b(2)}${b(3)}${b(4)}${b(5)}${b(6)}${b(7)}`
}

/**
 * Makes the ids of what came as parts of `id`, in the order of the parts (of the first 16,384): they sort as the wholes do,
 * by when those came, whenever and in whatever order they are read.
 */
export const idsOfParts = (id: string): (() => string) => {
  let part = 0
  return () => `${id.slice(0, 18)}-${(0x8000 | Math.min(part++, 0x3fff)).toString(16)}-${randomBytes(6).toString('hex')}`
}

const Id = z.uuid()

/** Whether a text can be the id of a record. */
export const isId = (text: string): boolean => Id.safeParse(text).success

/** The smallest UUIDv7 of an instant (of 1970 for what was before): `id >= idFloor(t)` reads "received at t or later" off the primary key. */
export const idFloor = (at: Date): string => {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** A new id of another moment than now: what is written down later has its place among what happened then. */
export const newIdAt = (at: Date): string => `${idFloor(at).slice(0, 14)}${newId().slice(14)}`

/** A link or session token: 32 random bytes, base64url. Stored only as its SHA-256. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A digest as a UUID: the first half of the SHA-256 of a text. For look-up keys that must be small and say nothing. */
export const digestId = (text: string | Buffer): string => {
  const half = hash('sha256', text, 'hex')
  return `${half.slice(0, 8)}-${half.slice(8, 12)}-${half.slice(12, 16)}-${half.slice(16, 20)}-${half.slice(20, 32)}`
}

const remembered = new Map<string, string>()

/** The same for texts that come again and again, such as the names of buckets: a look-up for a digest. */
export const rememberedDigestId = (text: string): string => {
  let id = remembered.get(text)
  if (id === undefined) {
    if (remembered.size > 20_000) remembered.clear()
    id = digestId(text)
    remembered.set(text, id)
  }
  return id
}
