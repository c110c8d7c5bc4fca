import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Tables } from '#db/tables.ts'
import { choice, Instant, Reference, shape } from '#shapes'

/** Channel on which every server process hears which key to look up anew: a key's id, or `*` for all of them. */
export const keysChannel = 'foyer_keys'

const prefix = 'fo_live_'
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomCharacters = 30
const checksumCharacters = 6
const form = /^fo_live_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/**
 * A new key's text: `fo_live_`, 30 random characters of base62 (178 bits), and the checksum of those 30.
 * It exists only here and in the answer that shows it; the database keeps its hash.
 */
export const newKeyText = (): string => {
  const random = Array.from({ length: randomCharacters }, () => base62[randomInt(base62.length)]).join('')
  return `${prefix}${random}${checksum(random)}`
}

/**
 * The checksum of a key: the CRC-32 of zlib and Ethernet (reflected, polynomial 0xEDB88320) over the 30 ASCII characters
 * between the prefix and the checksum, as an unsigned number in base62 (digits `0-9A-Za-z`), most significant digit first,
 * padded to 6 digits with `0`. 62^6 is more than 2^32, so every CRC fits.
 */
const checksum = (random: string): string => {
  let rest = crc32(random)
  let digits = ''
  for (let place = 0; place < checksumCharacters; place++) {
    digits = base62[rest % base62.length] + digits
    rest = Math.floor(rest / base62.length)
  }
  return digits
}

/**
 * The hash of a key's text when its form and checksum are right, else null: a typo, a truncated paste or another
 * product's key is refused without asking the database.
 */
export const readKey = (text: string): Buffer | null => {
  const [, random, given] = form.exec(text) ?? []
  if (random === undefined || checksum(random) !== given) return null
  return hashKey(text)
}

/** SHA-256 of a key's text: what the database keeps and looks keys up by. 178 random bits need no salt and no stretching. */
export const hashKey = (text: string): Buffer => createHash('sha256').update(text).digest()

export type KeyRow = Selectable<Tables['api_keys']>

/** `ending`: rolled, and the overlap still runs. */
export const keyStates = ['active', 'ending', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

export const keyState = (key: Pick<KeyRow, 'revoked_at' | 'expires_at' | 'rolled_to'>, now: Date): KeyState => {
  if (key.revoked_at) return 'revoked'
  if (key.expires_at && key.expires_at <= now) return 'expired'
  return key.rolled_to ? 'ending' : 'active'
}

export const hasEnded = (key: KeyRow, now: Date): boolean => ['expired', 'revoked'].includes(keyState(key, now))

export const KeyName = z.string().trim().min(1).max(255)

/** Requests per 60 s. */
export const RatePerMinute = z.int().min(1).max(100_000_000)

/** An instant, RFC 3339 with `Z` or an offset. */
export const Expiry = Instant

/** When a key is to end. Throws `bad_request` for an instant that is past: a key that has ended already is a slip, not a wish. */
export const readExpiry = (text: string, now: Date): Date => {
  const at = new Date(text)
  if (at <= now) throw new Failure('bad_request', { field: 'expiresAt', message: 'expiresAt must be in the future' })
  return at
}

/** A key as Settings shows it. Its text is in none of this. */
export const Key = shape('ApiKey', {
  id: z.uuid(),
  name: z.string(),
  /** The last four characters, to tell keys apart. */
  hint: z.string(),
  scopes: z.array(z.string()),
  /** Requests per 60 s; null means the workspace's limit. */
  rate_per_minute: z.int().nullable(),
  state: choice('ApiKeyState', keyStates),
  created_by: Reference.nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  /** The key that takes over, when this one was rolled. */
  rolled_to: z.uuid().nullable(),
})

export const showKey = (key: KeyRow & { created_by_name: string | null }, now: Date): z.output<typeof Key> => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  scopes: key.scopes,
  rate_per_minute: key.rate_per_minute,
  state: keyState(key, now),
  created_by: key.created_by && key.created_by_name ? { id: key.created_by, name: key.created_by_name } : null,
  created_at: key.created_at.toISOString(),
  last_used_at: key.last_used_at?.toISOString() ?? null,
  expires_at: key.expires_at?.toISOString() ?? null,
  revoked_at: key.revoked_at?.toISOString() ?? null,
  rolled_to: key.rolled_to,
})

/** The keys of a workspace, newest first, or the one that is asked for. */
export const findKeys = (db: Db, orgId: string, id?: string) =>
  db
    .selectFrom('api_keys')
    .leftJoin('directory.people', 'directory.people.id', 'api_keys.created_by')
    .selectAll('api_keys')
    .select('directory.people.name as created_by_name')
    .where('api_keys.org_id', '=', orgId)
    .$if(id !== undefined, (query) => query.where('api_keys.id', '=', id as string))
    .orderBy('api_keys.id', 'desc')
    .execute()

export interface NewKey {
  readonly orgId: string
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly ratePerMinute: number | null
  readonly expiresAt: Date | null
  /** Null when the command line made it. */
  readonly createdBy: string | null
  readonly now: Date
}

/** Stores a new key and returns it, the only time that it is shown. */
export const addKey = async (db: Db, key: NewKey): Promise<string> => {
  const text = newKeyText()
  await db
    .insertInto('api_keys')
    .values({
      org_id: key.orgId,
      id: key.id,
      name: key.name,
      hint: text.slice(-4),
      scopes: [...key.scopes],
      rate_per_minute: key.ratePerMinute,
      expires_at: key.expiresAt,
      created_by: key.createdBy,
      created_at: key.now,
    })
    .execute()
  await db
    .insertInto('directory.key_hashes')
    .values({ hash: hashKey(text), org_id: key.orgId, key_id: key.id })
    .execute()
  return text
}

/** Finds a key and holds it until the transaction ends, so that two changes at once happen one after the other. */
export const lockKey = (db: Db, orgId: string, id: string): Promise<KeyRow | undefined> =>
  db.selectFrom('api_keys').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

/** Tells every server process to forget what it knows of a key. Heard at the commit; `*` means all keys. */
export const notifyKeyChanged = async (db: Db, keyId: string): Promise<void> => {
  await sql`select pg_notify(${keysChannel}, ${keyId})`.execute(db)
}

/** When a key was used last, to some seconds. */
export const recordUse = async (db: Db, key: { readonly orgId: string; readonly keyId: string }, at: Date): Promise<void> => {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('org_id', '=', key.orgId)
    .where('id', '=', key.keyId)
    .execute()
}

/** Throws `scope_missing` where a key calls that lacks a scope which its input asks for, beside that of the action. */
export const admitKey = async (db: Db, orgId: string, keyId: string | null, scope: string): Promise<void> => {
  if (keyId === null) return
  const [key] = await findKeys(db, orgId, keyId)
  if (!key?.scopes.includes(scope)) throw new Failure('scope_missing')
}
