import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { answerAlike, findVerifiable, raisingOf, Sha256, Verdict, verdictOn } from './verifying.ts'

/** Documents with the same file that are looked at. */
const mostPlaces = 20

export const verifyFile = action({
  name: 'verify-file',
  summary: 'Verify a file by its SHA-256',
  description:
    'Which file of which document it is, and whether that holds. A file that several documents have, such as one scan that was uploaded to two, names none of them: `failure` is `several_documents`, and `verify-document` takes a number with this digest. The file itself is not sent: its digest is enough.',
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
    const begunMs = performance.now()
    const places = await outside((db) => findPlaces(db, Buffer.from(sha256, 'hex')))
    const kind = sharedKind(places)
    let answer: Verdict = kind ? { valid: false, failure: 'several_documents', file: kind } : { valid: false }
    for (const { org_id: orgId, document_id: id } of kind ? [] : documentsIn(places)) {
      const found = await inOrg(orgId, ({ db }) => findVerifiable(db, orgId, id))
      if (!found) continue
      const verdict = await verdictOn(found, ports, { log, raise: raisingOf(found.document, inOrg) }, sha256)
      if (verdict.valid || !answer.failure) answer = verdict
      if (verdict.valid) break
    }
    return answerAlike(answer, begunMs)
  },
})

interface Place {
  readonly org_id: string
  readonly document_id: string
  readonly kind: string
}

/** Whose file it is, the newest first. */
const findPlaces = (db: Db, sha256: Buffer): Promise<Place[]> =>
  db
    .selectFrom('directory.document_hashes')
    .select(['org_id', 'document_id', 'kind'])
    .where('sha256', '=', sha256)
    .orderBy('document_id', 'desc')
    .limit(mostPlaces)
    .execute()

const documentsIn = (places: readonly Place[]): readonly Place[] => [
  ...new Map(places.map((place) => [place.document_id, place])).values(),
]

/**
 * What a file is that has no seal of its own and is that of several documents: who has it may be of one of them, and is to read no names of
 * another, whatever state the two are in. What is sealed is one document's alone.
 */
const sharedKind = (places: readonly Place[]): 'original' | 'uploaded' | null => {
  const isSealed = places.some(({ kind }) => kind === 'sealed' || kind === 'certificate')
  if (isSealed || documentsIn(places).length < 2) return null
  return places.every(({ kind }) => kind === 'original') ? 'original' : 'uploaded'
}
