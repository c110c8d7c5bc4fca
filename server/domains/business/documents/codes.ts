import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Updateable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Fail } from '#core/errors.ts'
import { newToken } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import type { SignerRow } from './signers.ts'

const minuteMs = 60_000
/** How long a code can be entered, and how often another may be sent. */
export const codeMs = 10 * minuteMs
export const codeAgainMs = 30_000
const mostTries = 5
/** How long a browser that entered it is not asked again. */
const passMs = 12 * 60 * minuteMs

/** Of the signer: six digits of one say nothing about those of another. */
const digestOf = ({ id }: Pick<SignerRow, 'id'>, code: string): Buffer => hashToken(`${id} ${code}`)

const change = async (
  db: Db,
  { org_id, document_id, id }: SignerRow,
  set: Updateable<Tables['document_signers']>,
): Promise<void> => {
  await db
    .updateTable('document_signers')
    .set(set)
    .where('org_id', '=', org_id)
    .where('document_id', '=', document_id)
    .where('id', '=', id)
    .execute()
}

/** A new code for a signer; the one before ends. */
export const makeCode = async (db: Db, signer: SignerRow, at: Date): Promise<string> => {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await change(db, signer, { code_hash: digestOf(signer, code), code_sent_at: at, code_tries: 0 })
  return code
}

/** The code did not leave: another one may be asked for at once. */
export const endCode = (db: Db, signer: SignerRow): Promise<void> => change(db, signer, { code_hash: null })

/** Takes one try of the code of a signer whose document the caller holds. Right, it is spent, and a pass comes back. */
export const tryCode = async (
  db: Db,
  signer: SignerRow,
  code: string,
  at: Date,
): Promise<{ pass: string } | 'wrong' | 'spent'> => {
  const { code_hash: hash, code_sent_at: sentAt, code_tries: tries } = signer
  if (hash === null || sentAt === null || at.getTime() - sentAt.getTime() >= codeMs || tries >= mostTries) return 'spent'
  if (!timingSafeEqual(hash, digestOf(signer, code))) {
    await change(db, signer, { code_tries: tries + 1 })
    return tries + 1 >= mostTries ? 'spent' : 'wrong'
  }
  const pass = newToken()
  await change(db, signer, { code_hash: null, pass_hash: hashToken(pass), pass_given_at: at })
  return { pass }
}

export const SigningPass = z
  .string()
  .trim()
  .max(200)
  .optional()
  .describe('Where the signer is asked for a code: the pass that `enter-signing-code` answered')

/** How the code of a signer goes, for a page that tells nothing else: of a number its end. */
export const wayOf = ({ code, phone }: Pick<SignerRow, 'code' | 'phone'>) => ({
  sent_by: code as 'email' | 'whatsapp',
  number_ends: code === 'whatsapp' ? (phone?.slice(-2) ?? null) : null,
})

/** Refuses a signer who has to enter a code and did not, or so long ago that they are asked again. */
export const checkPass = (signer: SignerRow, pass: string | undefined, at: Date, fail: Fail<'signing_code_needed'>): void => {
  if (signer.code === 'none') return
  const { pass_hash: hash, pass_given_at: givenAt } = signer
  const isRecent = givenAt !== null && at.getTime() - givenAt.getTime() < passMs
  if (!pass || hash === null || !isRecent || !timingSafeEqual(hash, hashToken(pass)))
    throw fail('signing_code_needed', { field: 'code', facts: wayOf(signer) })
}
