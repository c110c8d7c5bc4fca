import { z } from 'zod'
import { findBreak, hashOf, personalDigest, type StoredEvent } from './chain.ts'

/** One thing that was looked at, like a check of a seal. */
export interface EvidenceCheck {
  readonly name: 'evidence_chain' | 'evidence_personal' | 'evidence_file'
  readonly result: 'passed' | 'failed' | 'absent'
  readonly says: string
}

const Digest = z.string().regex(/^[\da-f]{64}$/)
const Evidence = z.strictObject({
  foyer_evidence: z.literal(1),
  document: z.string(),
  workspace: z.string(),
  title: z.string(),
  files: z.array(z.object({ kind: z.string(), sha256: Digest })),
  events: z.array(z.strictObject({ said: z.string(), hash: Digest })).min(1),
  personal: z.array(z.object({ seq: z.int(), key: z.string(), salt: z.string().regex(/^([\da-f]{2})*$/), value: z.string() })),
  head: Digest,
})
type Evidence = z.output<typeof Evidence>
const Said = z.object({
  seq: z.int(),
  kind: z.string(),
  at: z.iso.datetime(),
  personal: z.record(z.string(), z.string()),
  facts: z.record(z.string(), z.unknown()),
})

const check = (name: EvidenceCheck['name'], fault: string | null, well: string): EvidenceCheck => ({
  name,
  result: fault === null ? 'passed' : 'failed',
  says: fault === null ? well : `${fault.slice(0, 1).toUpperCase()}${fault.slice(1)}.`,
})

/**
 * Looks at evidence as docs/evidence.md writes it down, with nothing but the file. `sealed`: the digest of the document that it should be
 * of; null where none is known.
 */
export const checkEvidence = (bytes: Buffer, sealed: string | null): readonly EvidenceCheck[] => {
  const evidence = readEvidence(bytes)
  if (!evidence) return [check('evidence_chain', 'the evidence cannot be read', '')]
  const { events, head, document, files } = evidence
  const chain = events.map((each) => storedOf(each))
  if (chain.includes(null)) {
    const number = chain.indexOf(null) + 1
    const isChanged = hashOf(events[number - 1]?.said ?? '').toString('hex') !== events[number - 1]?.hash
    return [check('evidence_chain', isChanged ? `event ${number} was changed` : `event ${number} cannot be read`, '')]
  }
  const whole = chain as readonly StoredEvent[]
  const seen = files.find(({ kind }) => kind === 'sealed')?.sha256
  const named = whole.find(({ kind }) => kind === 'sealed')
  const inChain = named && (Said.parse(JSON.parse(named.said)).facts.file as { sha256?: unknown } | undefined)?.sha256
  const isOther = seen === undefined || inChain !== seen || (sealed !== null && sealed !== seen)
  return [
    check(
      'evidence_chain',
      findBreak(document, whole, { seq: whole.length, hash: Buffer.from(head, 'hex') }),
      `All ${whole.length} events follow one another, and the last is the head.`,
    ),
    check('evidence_personal', findOtherPersonal(evidence), 'Names and addresses are those that the events hold.'),
    check(
      'evidence_file',
      isOther ? 'the evidence is of another file' : null,
      sealed === null ? `It is of the file with the SHA-256 ${seen}.` : 'It is of this very file.',
    ),
  ]
}

const readEvidence = (bytes: Buffer): Evidence | undefined => {
  try {
    return Evidence.safeParse(JSON.parse(bytes.toString())).data
  } catch {
    return undefined
  }
}

/** At its own place, as it says itself: whether that is where it stands is for `findBreak`. */
const storedOf = ({ said, hash }: Evidence['events'][number]): StoredEvent | null => {
  try {
    const { seq, kind, at } = Said.parse(JSON.parse(said))
    return { seq, kind, at: new Date(at), said, hash: Buffer.from(hash, 'hex') }
  } catch {
    return null
  }
}

const findOtherPersonal = ({ events, personal }: Evidence): string | null => {
  for (const { seq, key, salt, value } of personal) {
    const said = events[seq - 1]?.said
    const digest = said === undefined ? undefined : Said.parse(JSON.parse(said)).personal[key]
    if (digest !== personalDigest(Buffer.from(salt, 'hex'), value)) return `${key} of event ${seq} is not what the event holds`
  }
  return null
}
