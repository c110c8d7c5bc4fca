import type { Db } from '#core/context.ts'
import { newToken } from '#core/ids.ts'
import { hashToken } from './sessions.ts'

/** Half a sign-in whose code is still to come, or what a passkey is asked to sign. */
export type ChallengePurpose = 'second-factor' | 'passkey-sign-in' | 'passkey-make'

const goodForMs = 10 * 60_000

/** Remembers a challenge; the token that stands for it goes to the caller. `challenge` is WebAuthn's. */
export const openChallenge = async (
  db: Db,
  given: { purpose: ChallengePurpose; personId: string | null; challenge?: string; now: Date },
): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('directory.challenges')
    .values({
      token_hash: hashToken(token),
      purpose: given.purpose,
      person_id: given.personId,
      challenge: given.challenge ?? null,
      expires_at: new Date(given.now.getTime() + goodForMs),
    })
    .execute()
  return token
}

/** The challenge of a token while it is good. */
export const findChallenge = (db: Db, token: string, purpose: ChallengePurpose, now: Date) =>
  db
    .selectFrom('directory.challenges')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Uses a challenge up. Of several that try at once, one gets it. */
export const spendChallenge = (db: Db, token: string, purpose: ChallengePurpose, now: Date) =>
  db
    .deleteFrom('directory.challenges')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Ends what a person has begun and not finished: half a sign-in was by the old password. */
export const endChallengesOf = async (db: Db, personId: string): Promise<void> => {
  await db.deleteFrom('directory.challenges').where('person_id', '=', personId).execute()
}
