import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { endChallengesOf } from './challenges.ts'
import { endLinks } from './links.ts'
import { findPerson, type Person } from './people.ts'
import { closeSessionsOf, endTokensOf } from './sessions.ts'

const derive = promisify(argon2)

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; 40 ms here. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

export const Password = z.string().min(10, 'needs at least 10 characters').max(200)

/** A password as it is kept: the PHC string of argon2id, with its own salt. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: Buffer.from(password.normalize('NFKC')), nonce, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(nonce)}$${plain(tag)}`
}

/** Whether a password is the one that was kept. The same time passes when there is none to compare with. */
export const isPassword = async (password: string, kept: string | null): Promise<boolean> => {
  const [, m, t, p, salt, tag] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(kept ?? nobodys) ?? []
  const wanted = Buffer.from(tag ?? '', 'base64')
  const found = await derive('argon2id', {
    message: Buffer.from(password.normalize('NFKC')),
    nonce: Buffer.from(salt ?? '', 'base64'),
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    tagLength: wanted.length,
  })
  return timingSafeEqual(found, wanted) && kept !== null
}

/**
 * Who changes what guards an account says the password once more: a page left open is not enough. Answers the person. Throws
 * `password_wrong`.
 */
export const requirePassword = async (db: Db, personId: string, password: string): Promise<Person> => {
  const person = await findPerson(db, personId)
  if (!(await isPassword(password, person?.password_hash ?? null)) || !person) throw new Failure('password_wrong')
  return person
}

/**
 * Gives a person another password, and ends what the one before had opened: sessions (but for one, if need be), tokens,
 * links, half sign-ins.
 */
export const changePasswordOf = async (
  db: Db,
  given: { personId: string; password: string; now: Date; butSession?: string | null },
): Promise<void> => {
  const password_hash = await hashPassword(given.password)
  await db.updateTable('directory.people').set({ password_hash }).where('id', '=', given.personId).execute()
  await closeSessionsOf(db, given.personId, given.butSession ?? null)
  await endTokensOf(db, given.personId, given.now)
  await endChallengesOf(db, given.personId)
  await endLinks(db, ['set-password', 'reset-password'], given.personId)
}

const plain = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** What an address without an account is compared with, so that it takes as long. */
const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain(Buffer.alloc(16))}$${plain(Buffer.alloc(32))}`
