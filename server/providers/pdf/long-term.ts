import type { LongTermData, LongTermFault, LongTermProblem } from '#ports/paper.ts'
import { type Certificate, chainOf, isIssuedBy, isValidAt, readCertificate } from './certificates.ts'
import { type Crl, crlFault, readCrl } from './crls.ts'
import { oids } from './oids.ts'
import { readable } from './readable.ts'
import { certificateOfSigner, onlyValue, readSignedData, type SignedData } from './signed-data.ts'
import { readStamp } from './timestamps.ts'

/** A certificate that signed, and those that came with it. */
export interface Signer {
  readonly certificate: Certificate
  readonly others: readonly Certificate[]
}

/** The signers of a seal: its own, and its timestamp authority, with what that says of the time. */
export interface Witnesses {
  readonly signers: readonly Signer[]
  readonly at: Date
}

const problem = (fault: LongTermFault, certificate: Certificate | null = null): LongTermProblem => ({
  fault,
  certificate: certificate?.facts.subject ?? null,
})

export const isRoot = (certificate: Certificate): boolean => isIssuedBy(certificate, certificate)

/** Each signer with those above it, as far up as they are known. */
export const chainsOf = ({ signers }: Witnesses, more: readonly Certificate[]): readonly (readonly Certificate[])[] =>
  signers.map(({ certificate, others }) => chainOf(certificate, [...others, ...more], []).chain)

/** Each once. */
export const eachOnce = (certificates: readonly Certificate[]): readonly Certificate[] => [
  ...new Map(certificates.map((each) => [each.facts.fingerprint, each])).values(),
]

/** The pairs of a certificate and its issuer, of which there must be a list; a root has none above it. */
export const pairsOf = (chains: readonly (readonly Certificate[])[]): readonly (readonly [Certificate, Certificate])[] => {
  const pairs = chains.flatMap((chain) =>
    chain.slice(0, -1).map((each, index): [Certificate, Certificate] => [each, chain[index + 1] as Certificate]),
  )
  return [...new Map(pairs.map((pair) => [pair[0].facts.fingerprint, pair])).values()]
}

/** What a chain lacks: the certificate of an issuer up to a root, or that all were valid at the time. */
export const chainProblem = (chain: readonly Certificate[], at: Date): LongTermProblem | null => {
  const last = chain.at(-1) as Certificate
  if (!isRoot(last)) return problem('certificate_missing', last)
  const ended = chain.find((each) => !isValidAt(each, at))
  return ended ? problem('certificate_ended', ended) : null
}

/** What is wrong with data, held against the seal that it is of: all that the seal rests on is there, says that it was good, and is all. */
export const dataProblem = (witnesses: Witnesses, { certificates, crls }: LongTermData): LongTermProblem | null => {
  const embedded = certificates.map((raw) => readable(() => readCertificate(raw)))
  const lists = crls.map((raw) => readable(() => readCrl(raw)))
  if (embedded.includes(null)) return problem('changed')
  if (lists.includes(null)) return problem('crl_unreadable')
  const known = embedded as readonly Certificate[]
  const chains = chainsOf(witnesses, known)
  for (const chain of chains) {
    const lacking = chainProblem(chain, witnesses.at)
    if (lacking) return lacking
  }
  const wanted = eachOnce(chains.flat())
  const absent = wanted.find((each) => !known.some(({ raw }) => raw.equals(each.raw)))
  if (absent) return problem('certificate_missing', absent)
  if (known.length > wanted.length) return problem('changed')
  return listsProblem(pairsOf(chains), lists as readonly Crl[], witnesses.at)
}

const listsProblem = (
  pairs: readonly (readonly [Certificate, Certificate])[],
  lists: readonly Crl[],
  at: Date,
): LongTermProblem | null => {
  const used = new Set<Crl>()
  if (lists.some((list) => !pairs.some(([, issuer]) => list.issuer.equals(issuer.subject)))) return problem('crl_foreign')
  for (const [certificate, issuer] of pairs) {
    const judged = lists
      .filter((list) => list.issuer.equals(issuer.subject))
      .map((list) => ({ list, fault: crlFault(list, certificate, issuer, at) }))
    // Another list does not undo it.
    if (judged.some(({ fault }) => fault === 'revoked')) return problem('revoked', certificate)
    const good = judged.find(({ fault }) => fault === null)
    if (!good) return problem(judged[0]?.fault ?? 'crl_missing', certificate)
    used.add(good.list)
  }
  return used.size < lists.length ? problem('changed') : null
}

/** Who signed a seal and its timestamp; null where it has none that holds. */
export const witnessesOf = (seal: SignedData): Witnesses | null => {
  const token = onlyValue(seal.signer.unsigned.get(oids.timestampToken))
  const stamp = token && readStamp(token.raw, seal.signer.signature)
  const certificate = certificateOfSigner(seal)
  if (!stamp?.holds || !certificate) return null
  return {
    signers: [
      { certificate, others: seal.certificates },
      { certificate: stamp.authority, others: readSignedData(token?.raw as Buffer).certificates },
    ],
    at: stamp.at,
  }
}
