import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { findVerifiable, leastMs, raisingOf, Sha256, Verdict, verdictOn } from './verifying.ts'

/** Documents with the same file that are looked at. */
const mostPlaces = 20

export const verifyFile = action({
  name: 'verify-file',
  summary: 'Verify a file by its SHA-256',
  description:
    'Which file of which document it is, and whether that holds; of several documents with this file, a valid one. The file itself is not sent: its digest is enough.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({ sha256: Sha256 }),
  output: Verdict,
  errors: [],
  examples: [{ title: 'A digest', input: { sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' } }],

  async run({ sha256 }, { outside, inOrg, ports, log }) {
    const least = sleep(leastMs)
    const places = await outside((db) => findPlaces(db, Buffer.from(sha256, 'hex')))
    let answer: Verdict = { valid: false }
    for (const { org_id: orgId, document_id: id } of places) {
      const found = await inOrg(orgId, ({ db }) => findVerifiable(db, orgId, id))
      if (!found) continue
      const verdict = await verdictOn(found, ports, { log, raise: raisingOf(found.document, inOrg) }, sha256)
      if (verdict.valid || !answer.failure) answer = verdict
      if (verdict.valid) break
    }
    await least
    return answer
  },
})

/** Whose file it is, the newest first. The same bytes can be of several, such as one that was voided and sent again unchanged. */
const findPlaces = (db: Db, sha256: Buffer) =>
  db
    .selectFrom('directory.document_hashes')
    .select(['org_id', 'document_id'])
    .distinct()
    .where('sha256', '=', sha256)
    .orderBy('document_id', 'desc')
    .limit(mostPlaces)
    .execute()
