import canonicalize from 'canonicalize'
import { z } from 'zod'
import { findBreak, hashOf, personalDigest, type StoredEvent } from './chain.ts'
import { papersIn, signedOnUnknown } from './signed-papers.ts'
import { isSignedAs, statedWith } from './stated.ts'

/** One thing that was looked at, like a check of a seal. */
export interface EvidenceCheck {
  readonly name: 'evidence_chain' | 'evidence_personal' | 'evidence_file' | 'evidence_papers'
  readonly result: 'passed' | 'failed' | 'absent'
  readonly says: string
}

/** Who signed, as evidence tells it. */
export interface SignerInEvidence {
  /** By which they were asked; null where it was erased. */
  readonly name: string | null
  /** The name that they signed under, where it is another. */
  readonly signedAs: string | null
  readonly signedAt: Date
  readonly class: string
  /** SHA-256 of the paper that they signed by hand, where it was uploaded. */
  readonly paper: string | null
}

export interface EvidenceReport {
  readonly checks: readonly EvidenceCheck[]
  /** None where the chain, or what is personal in it, does not hold. */
  readonly signers: readonly SignerInEvidence[]
}

const Digest = z.string().regex(/^[\da-f]{64}$/)
const Evidence = z.strictObject({
  foyer_evidence: z.literal(1),
  document: z.string(),
  workspace: z.string(),
  title: z.string(),
  files: z.array(z.strictObject({ kind: z.string(), sha256: Digest, bytes: z.int() })),
  events: z.array(z.strictObject({ said: z.string(), hash: Digest })).min(1),
  personal: z.array(z.object({ seq: z.int(), key: z.string(), salt: z.string().regex(/^([\da-f]{2})*$/), value: z.string() })),
  head: Digest,
})
type Evidence = z.output<typeof Evidence>
/** An event, with exactly its members. */
const Said = z.strictObject({
  v: z.literal(1),
  document: z.string(),
  seq: z.int(),
  at: z.iso.datetime({ precision: 3 }),
  kind: z.string(),
  facts: z.record(z.string(), z.unknown()),
  personal: z.record(z.string(), z.string()),
  previous: Digest.nullable(),
})
const NamedFile = z.object({ sha256: Digest, bytes: z.int() })

const check = (name: EvidenceCheck['name'], fault: string | null, well: string): EvidenceCheck => ({
  name,
  result: fault === null ? 'passed' : 'failed',
  says: fault === null ? well : `${fault.slice(0, 1).toUpperCase()}${fault.slice(1)}.`,
})

/**
 * Looks at evidence as docs/evidence.md writes it down, with nothing but the file. `sealed`: the digest of the document that it should be
 * of, and the digests of what is attached to that; null where it is not known.
 */
export const checkEvidence = (
  bytes: Buffer,
  sealed: string | null,
  attached: readonly string[] | null = null,
): EvidenceReport => {
  const evidence = readEvidence(bytes)
  if (!evidence) return { checks: [check('evidence_chain', 'the evidence cannot be read', '')], signers: [] }
  const { events, head, document } = evidence
  const chain = events.map((each) => storedOf(each))
  if (chain.includes(null)) {
    const number = chain.indexOf(null) + 1
    const isChanged = hashOf(events[number - 1]?.said ?? '').toString('hex') !== events[number - 1]?.hash
    const fault = isChanged ? `event ${number} was changed` : `event ${number} is not in the form of an event`
    return { checks: [check('evidence_chain', fault, '')], signers: [] }
  }
  const whole = chain as readonly StoredEvent[]
  const seen = evidence.files.find(({ kind }) => kind === 'sealed')?.sha256
  const isOther = sealed !== null && sealed !== seen
  const said = [
    check(
      'evidence_chain',
      findBreak(document, whole, { seq: whole.length, hash: Buffer.from(head, 'hex') }) ?? findStepBack(whole),
      `All ${whole.length} events follow one another, and the last is the head.`,
    ),
    check('evidence_personal', findOtherPersonal(evidence, whole), 'Names and addresses are those that the events hold.'),
  ]
  return {
    checks: [
      ...said,
      check(
        'evidence_file',
        isOther ? 'the evidence is of another file' : findOtherFile(evidence, whole),
        sealed === null ? `It is of the file with the SHA-256 ${seen}.` : 'It is of this very file.',
      ),
      ...checkPapers(evidence, whole, attached),
    ],
    signers: said.every(({ result }) => result === 'passed') ? signersIn(evidence, whole) : [],
  }
}

const signersIn = ({ personal }: Evidence, chain: readonly StoredEvent[]): readonly SignerInEvidence[] => {
  const papers = papersIn(chain)
  return chain.flatMap((event) => {
    if (event.kind !== 'signed') return []
    const name = personal.find(({ seq, key }) => seq === event.seq && key === 'name')?.value ?? null
    const signedAs = personal.find(isSignedAs(event))?.value
    const how = typeof event.facts.class === 'string' ? event.facts.class : ''
    const paper = papers.find(({ signers }) => signers.includes(String(event.facts.signer)))?.sha256 ?? null
    return [{ name, signedAs: statedWith(event, name ?? '', signedAs).name, signedAt: event.at, class: how, paper }]
  })
}

/** Papers that were signed by hand: those of the events are listed, and the sealed document has those that a signature names. */
const checkPapers = (
  { files }: Evidence,
  chain: readonly StoredEvent[],
  attached: readonly string[] | null,
): readonly EvidenceCheck[] => {
  const papers = papersIn(chain)
  const listed = files.filter(({ kind }) => kind === 'uploaded').map(({ sha256 }) => sha256)
  if (papers.length === 0 && listed.length === 0) return []
  const isListed = papers.length === listed.length && papers.every(({ sha256 }) => listed.includes(sha256))
  const signed = papers.filter(({ attachedAs }) => attachedAs !== null)
  const isAttached = attached === null || signed.every(({ sha256 }) => attached.includes(sha256))
  return [
    check(
      'evidence_papers',
      !isListed || signedOnUnknown(chain)
        ? 'the papers that were signed by hand are not those that the events hold'
        : isAttached
          ? null
          : 'the sealed document does not have a paper on which it was signed by hand',
      attached === null
        ? `${signed.length} of ${listed.length} uploaded papers bear a signature.`
        : `The sealed document has all papers on which it was signed by hand: ${signed.length}.`,
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

/**
 * At its own place, as it says itself: whether that is where it stands is for `findBreak`. Null where it is not canonical, or has other
 * members than an event has.
 */
const storedOf = ({ said, hash }: Evidence['events'][number]): StoredEvent | null => {
  try {
    const read: unknown = JSON.parse(said)
    if (canonicalize(read) !== said) return null
    const { facts, personal, ...place } = Said.parse(read)
    const { seq, kind, at } = place
    return { seq, kind, at: new Date(at), said, hash: Buffer.from(hash, 'hex'), facts, personal, place }
  } catch {
    return null
  }
}

const findStepBack = (chain: readonly StoredEvent[]): string | null => {
  const back = chain.find(({ at }, n) => at < (chain[n - 1]?.at ?? at))
  return back ? `event ${back.seq} is of a time before the event before it` : null
}

/** Which event names which file, and under which fact. */
const naming = [
  { event: 'made', fact: 'original', kind: 'original', says: 'the original is not the one that the events hold' },
  { event: 'sealed', fact: 'file', kind: 'sealed', says: 'the evidence is of another file' },
] as const

/** The files that the evidence lists are those that its events name, each once. */
const findOtherFile = ({ files }: Evidence, chain: readonly StoredEvent[]): string | null => {
  for (const { event, fact, kind, says } of naming) {
    const listed = files.filter((file) => file.kind === kind)
    const named = NamedFile.safeParse(chain.find((each) => each.kind === event)?.facts[fact]).data
    const [file] = listed
    if (listed.length !== 1 || !named || !file || named.sha256 !== file.sha256 || named.bytes !== file.bytes) return says
  }
  return null
}

const findOtherPersonal = ({ personal }: Evidence, chain: readonly StoredEvent[]): string | null => {
  for (const { seq, key, salt, value } of personal) {
    const digest = chain[seq - 1]?.personal[key]
    if (digest !== personalDigest(Buffer.from(salt, 'hex'), value)) return `${key} of event ${seq} is not what the event holds`
  }
  return null
}
