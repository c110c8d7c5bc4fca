import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findOrgOfDocument } from './documents.ts'
import { answerAlike, findVerifiable, raisingOf, Sha256, Verdict, verdictOn } from './verifying.ts'

export const verifyDocument = action({
  name: 'verify-document',
  summary: 'Verify a document by its number',
  description:
    '`valid` is true only for a document that is open for signing or signed, and whose stored files and evidence are whole at this moment. Everything else answers `valid: false` alike. With `sha256` it must be that of one of its files.',
  who: 'public',
  transports: ['gateway'],
  effect: 'read',
  callsProvider: true,
  limit: { times: 60, seconds: 60 },
  input: z.object({ docId: z.string().trim().min(1).max(100), sha256: Sha256.optional() }),
  output: Verdict,
  errors: [],
  examples: [{ title: 'The number from the foot of a page', input: { docId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ docId, sha256 }, { outside, inOrg, ports, log }) {
    const begunMs = performance.now()
    const id = z.uuid().safeParse(docId.toLowerCase()).data
    const orgId = id === undefined ? null : await outside((db) => findOrgOfDocument(db, id))
    const found = orgId === null || id === undefined ? null : await inOrg(orgId, ({ db }) => findVerifiable(db, orgId, id))
    const verdict: Verdict = found
      ? await verdictOn(found, ports, { log, raise: raisingOf(found.document, inOrg) }, sha256 ?? null)
      : { valid: false }
    return answerAlike(verdict, begunMs)
  },
})
