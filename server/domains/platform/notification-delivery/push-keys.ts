import { generateKeyPairSync } from 'node:crypto'
import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import type { PushKey } from '#ports/push.ts'

/** There is one: a browser subscribes for one key, and would have to subscribe anew for another. */
const keyId = 'vapid'

/** A sealed key opens as what it is, and as nothing else. */
export const sealOfPushKey = (id: string): string => `push key ${id}`

/** The key of this server; made with the first question for it. Of several that ask at once, one makes it. */
export const pushKey = async (db: Db, vault: Vault): Promise<PushKey> => {
  const known = await findPushKey(db, vault)
  if (known) return known
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const point = [Buffer.from([4]), ...[x, y].map((text) => Buffer.from(text ?? '', 'base64url'))]
  await db
    .insertInto('directory.push_keys')
    .values({
      id: keyId,
      public_key: Buffer.concat(point).toString('base64url'),
      sealed_private: vault.seal(d ?? '', sealOfPushKey(keyId)),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const made = await findPushKey(db, vault)
  if (!made) throw new Error('a push key just made is missing')
  return made
}

export const findPushKey = async (db: Db, vault: Vault): Promise<PushKey | undefined> => {
  const row = await db.selectFrom('directory.push_keys').selectAll().where('id', '=', keyId).executeTakeFirst()
  return row && { publicKey: row.public_key, privateKey: vault.open(row.sealed_private, sealOfPushKey(keyId)) }
}
