import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'

/** RFC 6238 as every authenticator app has it by default. */
const form = { issuer: 'Foyer', algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Codes of the step before and after are taken too: a phone's clock may be half a minute off. */
const window = 1
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20

export const sealOf = (personId: string): string => `totp ${personId}`

export const hasTotp = async (db: Db, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('directory.totp')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Makes a secret that counts once its first code was right; null when one counts already. */
export const startTotpOf = async (
  db: Db,
  vault: Vault,
  person: { readonly id: string; readonly email: string },
): Promise<{ secret: string; uri: string; qr: string } | null> => {
  const secret = new Secret({ size: secretBytes })
  const sealed_secret = vault.seal(secret.base32, sealOf(person.id))
  const started = await db
    .insertInto('directory.totp')
    .values({ person_id: person.id, sealed_secret })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({ sealed_secret }).where('directory.totp.confirmed_at', 'is', null),
    )
    .returning('person_id')
    .executeTakeFirst()
  if (!started) return null
  const uri = new TOTP({ ...form, label: person.email, secret }).toString()
  return { secret: secret.base32, uri, qr: renderSVG(uri, { ecc: 'M', border: 2 }) }
}

/**
 * Takes a code: true for one that is right now and was not taken before (of several at once, one). With `confirming`, the
 * first code of a secret that was just made, which counts from then on.
 */
export const spendTotpCode = async (
  db: Db,
  vault: Vault,
  given: { personId: string; code: string; now: Date; confirming?: boolean },
): Promise<boolean> => {
  const held = await db
    .selectFrom('directory.totp')
    .selectAll()
    .where('person_id', '=', given.personId)
    .where('confirmed_at', given.confirming ? 'is' : 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return false
  const secret = Secret.fromBase32(vault.open(held.sealed_secret, sealOf(given.personId)))
  const totp = new TOTP({ ...form, secret })
  const timestamp = given.now.getTime()
  const delta = totp.validate({ token: given.code, window, timestamp })
  if (delta === null) return false
  const step = totp.counter({ timestamp }) + delta
  if (held.last_step !== null && step <= held.last_step) return false
  await db
    .updateTable('directory.totp')
    .set({ last_step: step, confirmed_at: held.confirmed_at ?? given.now })
    .where('person_id', '=', given.personId)
    .execute()
  return true
}

/** Forgets the secret; false when none counted. */
export const removeTotpOf = async (db: Db, personId: string): Promise<boolean> => {
  const removed = await db
    .deleteFrom('directory.totp')
    .where('person_id', '=', personId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return removed?.confirmed_at != null
}
