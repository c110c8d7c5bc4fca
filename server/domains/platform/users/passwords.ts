import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Db, InTurn, PreparingContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { endChallengesOf } from './challenges.ts'
import { userErrors } from './errors.ts'
import { endLinks } from './links.ts'
import { closeSessionsOf, endTokensOf } from './sessions.ts'
import { findPerson, lockUser, type Person } from './users.ts'

const derive = promisify(argon2)

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; 40 ms here. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/**
 * One core is left to everything else. Fifty in the queue are two seconds on one core: longer than a user should wait
 * that does nothing.
 */
export const turnsAtPasswords = {
  atOnce: Math.max(1, Math.min(4, availableParallelism()) - 1),
  most: 50,
  mostOfOne: 10,
  retryAfterSeconds: 2,
} as const

export const Password = z.string().min(10, 'needs at least 10 characters').max(200)

/** A password as it is kept: the PHC string of argon2id, with its own salt. */
export const hashPassword = async (password: string, inTurn: InTurn): Promise<string> => {
  const nonce = randomBytes(16)
  const message = Buffer.from(password.normalize('NFKC'))
  const tag = await inTurn(() => derive('argon2id', { message, nonce, ...cost }))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(nonce)}$${plain(tag)}`
}

/** Whether a password is the one that was kept. The same time passes when there is none to compare with. */
export const isPassword = async (password: string, kept: string | null, inTurn: InTurn): Promise<boolean> => {
  const [, m, t, p, salt, tag] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(kept ?? nobodys) ?? []
  const wanted = Buffer.from(tag ?? '', 'base64')
  const found = await inTurn(() =>
    derive('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce: Buffer.from(salt ?? '', 'base64'),
      memory: Number(m),
      passes: Number(t),
      parallelism: Number(p),
      tagLength: wanted.length,
    }),
  )
  return timingSafeEqual(found, wanted) && kept !== null
}

/** What was found of a password before the transaction that acts by it. */
export interface Proof {
  /** What it was compared with; null when there was nothing. */
  readonly kept: string | null
  readonly isRight: boolean
}

export const prove = async (password: string, kept: string | null, inTurn: InTurn): Promise<Proof> => ({
  kept,
  isRight: await isPassword(password, kept, inTurn),
})

/** The same for the caller's password. */
export const proveOwn = async (
  password: string,
  { personId, db, inTurn }: Pick<PreparingContext, 'personId' | 'db' | 'inTurn'>,
): Promise<Proof> => {
  const person = personId === null ? undefined : await findPerson(db, personId)
  return prove(password, person?.password_hash ?? null, inTurn)
}

/** Whether what was found still holds: the password may have been changed since. */
export const stillProves = ({ kept, isRight }: Proof, person: Pick<Person, 'password_hash'>): boolean =>
  isRight && person.password_hash === kept

/**
 * Who changes what guards an account says the password once more: a page left open is not enough. Holds and answers the person.
 * Throws `password_wrong`.
 */
export const requirePassword = async (db: Db, personId: string, proof: Proof): Promise<Person> => {
  const person = await lockUser(db, personId)
  if (!person || !stillProves(proof, person)) throw new Failure(userErrors.password_wrong)
  return person
}

/**
 * Gives a person another password, and ends what the one before had opened: sessions (but for one, if need be), tokens,
 * links, half sign-ins. The person must be held.
 */
export const changePasswordOf = async (
  db: Db,
  given: { personId: string; passwordHash: string; now: Date; butSession?: string | null },
): Promise<void> => {
  await db.updateTable('directory.people').set({ password_hash: given.passwordHash }).where('id', '=', given.personId).execute()
  await closeSessionsOf(db, given.personId, given.butSession ?? null)
  await endTokensOf(db, given.personId, given.now)
  await endChallengesOf(db, given.personId)
  await endLinks(db, ['set-password', 'reset-password'], given.personId)
}

const plain = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** What an address without an account is compared with, so that it takes as long. */
const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(Buffer.alloc(16))}$${plain(Buffer.alloc(32))}`
