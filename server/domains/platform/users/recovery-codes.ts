import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#core/context.ts'

const howMany = 10
/** Crockford's letters: none can be read as another. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** 80 bits in four groups of four: long enough that a plain digest of it cannot be tried out. */
const newCode = (): string => {
  const text = [...randomBytes(16)].map((byte) => letters[byte & 31]).join('')
  return text.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** A code as it is compared: however it was typed from paper. */
const plainCode = (code: string): string =>
  code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

const hashCode = (code: string): Buffer => createHash('sha256').update(plainCode(code)).digest()

/** Makes ten new codes; those before count no more. They are shown once, and only their digests are kept. */
export const makeRecoveryCodes = async (db: Db, personId: string): Promise<string[]> => {
  await removeRecoveryCodes(db, personId)
  const codes = Array.from({ length: howMany }, newCode)
  await db
    .insertInto('directory.recovery_codes')
    .values(codes.map((code) => ({ person_id: personId, hash: hashCode(code) })))
    .execute()
  return codes
}

/** Uses a code up. Of several that try at once, one gets it. */
export const spendRecoveryCode = async (db: Db, personId: string, code: string, now: Date): Promise<boolean> => {
  const taken = await db
    .updateTable('directory.recovery_codes')
    .set({ used_at: now })
    .where('person_id', '=', personId)
    .where('hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  return taken !== undefined
}

export const recoveryCodesLeft = async (db: Db, personId: string): Promise<number> => {
  const { left } = await db
    .selectFrom('directory.recovery_codes')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

export const removeRecoveryCodes = async (db: Db, personId: string): Promise<void> => {
  await db.deleteFrom('directory.recovery_codes').where('person_id', '=', personId).execute()
}
