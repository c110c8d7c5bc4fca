import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8, type JWK } from 'jose'
import { type Kysely, sql } from 'kysely'
import { newId } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import { inTransaction } from '#db/connect.ts'
import type { Tables } from '#db/tables.ts'

type Db = Kysely<Tables>

/** Of every key of ours: a token does not choose how it is checked. */
export const signingAlgorithm = 'ES256'

const minuteMs = 60_000
/** A key signs for this long, and then another takes over. */
export const signsForMs = 30 * 24 * 60 * minuteMs
/**
 * A new key is shown this long before it signs: by then every process has read it (they read every five minutes), and
 * clients may cache our key set for five minutes.
 */
export const shownBeforeMs = 10 * minuteMs
/** A retired key is good until the last of its tokens has ended: their 15 minutes, a minute of leeway, and some to spare. */
export const keptAfterMs = 30 * minuteMs

export interface SigningKey {
  readonly kid: string
  readonly jwk: JWK
  readonly publicKey: CryptoKey
  readonly privateKey: CryptoKey
  readonly createdAtMs: number
  /** When it stops signing, possibly in the future; null while it has no successor. */
  readonly retiredAtMs: number | null
}

/** Every key whose tokens may still be good, newest first. */
export const readSigningKeys = async (db: Db, vault: Vault, now: Date): Promise<SigningKey[]> => {
  const rows = await db
    .selectFrom('directory.signing_keys')
    .selectAll()
    .where((key) => key.or([key('retired_at', 'is', null), key('retired_at', '>', new Date(now.getTime() - keptAfterMs))]))
    .orderBy('created_at', 'desc')
    .orderBy('kid', 'desc')
    .execute()
  return Promise.all(
    rows.map(async (row) => ({
      kid: row.kid,
      jwk: row.public_jwk as JWK,
      publicKey: (await importJWK(row.public_jwk as JWK, signingAlgorithm)) as CryptoKey,
      privateKey: await importPKCS8(vault.open(row.sealed_private, sealedAs(row.kid)), signingAlgorithm),
      createdAtMs: row.created_at.getTime(),
      retiredAtMs: row.retired_at?.getTime() ?? null,
    })),
  )
}

/** Whether a key may still verify. */
export const isVerifying = (key: SigningKey, now: Date): boolean =>
  key.retiredAtMs === null || key.retiredAtMs + keptAfterMs > now.getTime()

/** The key that signs: the newest that was shown for long enough, or the first of all. Of `keys`, newest first. */
export const signingKeyOf = (keys: readonly SigningKey[], now: Date): SigningKey | undefined => {
  const nowMs = now.getTime()
  const going = keys.filter(({ retiredAtMs }) => retiredAtMs === null || retiredAtMs > nowMs)
  return going.find(({ createdAtMs }) => createdAtMs + shownBeforeMs <= nowMs) ?? going.at(-1)
}

/** Makes a key when there is none that goes on signing. Of several processes that start at once, one does. */
export const makeFirstSigningKey = (db: Db, vault: Vault, now: Date): Promise<void> =>
  alone(db, async (transaction) => {
    if (!(await goingOn(transaction))) await addKey(transaction, vault, now)
  })

/** Has a new key follow one that has signed for long enough, and forgets those whose tokens have all ended. */
export const rotateSigningKeys = (db: Db, vault: Vault, now: Date): Promise<{ made: boolean; forgotten: number }> =>
  alone(db, async (transaction) => {
    const newest = await goingOn(transaction)
    const made = !newest || newest.created_at.getTime() + signsForMs <= now.getTime()
    if (made) {
      await transaction
        .updateTable('directory.signing_keys')
        .set({ retired_at: new Date(now.getTime() + shownBeforeMs) })
        .where('retired_at', 'is', null)
        .execute()
      await addKey(transaction, vault, now)
    }
    const ended = await transaction
      .deleteFrom('directory.signing_keys')
      .where('retired_at', '<', new Date(now.getTime() - keptAfterMs))
      .executeTakeFirst()
    return { made, forgotten: Number(ended.numDeletedRows) }
  })

const alone = <T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> =>
  inTransaction(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(7316026)`.execute(transaction)
    return work(transaction)
  })

const goingOn = (db: Db) =>
  db
    .selectFrom('directory.signing_keys')
    .select('created_at')
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()

const addKey = async (db: Db, vault: Vault, now: Date): Promise<void> => {
  const pair = await generateKeyPair(signingAlgorithm, { extractable: true })
  const kid = newId()
  const jwk: JWK = { ...(await exportJWK(pair.publicKey)), kid, alg: signingAlgorithm, use: 'sig' }
  const sealed = vault.seal(await exportPKCS8(pair.privateKey), sealedAs(kid))
  await db
    .insertInto('directory.signing_keys')
    .values({ kid, public_jwk: JSON.stringify(jwk), sealed_private: sealed, created_at: now, retired_at: null })
    .execute()
}

export const sealedAs = (kid: string): string => `signing key ${kid}`
