import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findVerifiable, leastMs, raisingOf, Sha256, Verdict, verdictOn } from './verifying.ts'

export const verifyFile = action({
  name: 'verify-file',
  summary: 'Verify a file by its SHA-256',
  description: 'Which file of which document it is, and whether that holds. The file itself is not sent: its digest is enough.',
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
    const place = await outside((db) =>
      db
        .selectFrom('directory.document_hashes')
        .select(['org_id', 'document_id'])
        .where('sha256', '=', Buffer.from(sha256, 'hex'))
        .limit(1)
        .executeTakeFirst(),
    )
    const found = place && (await inOrg(place.org_id, ({ db }) => findVerifiable(db, place.org_id, place.document_id)))
    const verdict: Verdict = found
      ? await verdictOn(found, ports, { log, raise: raisingOf(found.document, inOrg) }, sha256)
      : { valid: false }
    await least
    return verdict
  },
})
