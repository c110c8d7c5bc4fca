import { type Http, NoAnswer } from '#core/outbound/http.ts'
import { type LongTerm, LongTermMissing } from '#ports/long-term.ts'
import type { LongTermFault } from '#ports/paper.ts'
import { type Certificate, isIssuedBy, readCertificate } from '../pdf/certificates.ts'
import { type Crl, crlFault, readCrl } from '../pdf/crls.ts'
import { chainProblem, chainsOf, dataProblem, eachOnce, isRoot, pairsOf, type Witnesses } from '../pdf/long-term.ts'
import { readable } from '../pdf/readable.ts'
import { certificateOfSigner, readSignedData } from '../pdf/signed-data.ts'
import { stampedAt } from '../pdf/timestamps.ts'

/** Of one list or certificate. */
const timeoutMs = 8_000
/** For all of a seal: its job ends soon after. */
const wholeMs = 30_000
/** Lists of authorities that certify people have some hundred kilobytes; a seal carries them. */
const mostCrlBytes = 2 ** 20
const mostCertificateBytes = 16_384
/** Of issuers above one certificate that did not come with it. */
const mostFetched = 4
const redirects = 2

/** Certificates and revocation lists by HTTP, where certificates name them (RFC 5280, 4.2.1.13 and 4.2.2.1). */
export const openLongTerm = (parts: {
  /** To the operator's, private or not. */
  readonly operators: Pick<Http, 'send'>
  /** To what others named: nothing inside is reached. */
  readonly chosen: Pick<Http, 'send'>
}): LongTerm => ({
  async gather({ chain, crl, token, isOperators }) {
    const signal = AbortSignal.timeout(wholeMs)
    // What an admin uploaded is never called as the operator's is.
    const ofSeal = fetcher(parts.chosen, signal)
    const ofStamp = fetcher(isOperators ? parts.operators : parts.chosen, signal)
    const [leaf, ...above] = chain.map(readCertificate)
    const stamp = readSignedData(token)
    const authority = certificateOfSigner(stamp)
    const at = stampedAt(stamp)
    if (!authority || !at) throw new LongTermMissing({ fault: 'no_timestamp', certificate: null }, false)
    const signers = [
      ...(leaf ? [{ certificate: leaf, others: above, fetched: ofSeal }] : []),
      { certificate: authority, others: stamp.certificates, fetched: ofStamp },
    ]
    const own = crl ? [readCrl(crl)] : []
    const lists: Crl[] = []
    const known: Certificate[] = []
    for (const signer of signers) {
      const witnesses = { signers: [signer], at }
      known.push(...(await issuersOf(witnesses, signer.fetched)))
      const [whole = []] = chainsOf(witnesses, known)
      const lacking = chainProblem(whole, at)
      // An issuer whose address did not answer may do so later.
      const isPassing = lacking?.fault === 'certificate_missing' && (whole.at(-1)?.issuerUrls.length ?? 0) > 0
      if (lacking) throw new LongTermMissing(lacking, isPassing)
      for (const pair of pairsOf([whole]))
        if (!lists.some((list) => crlFault(list, ...pair, at) === null))
          lists.push(await listFor(pair, { own, at }, signer.fetched))
    }
    const witnesses: Witnesses = { signers, at }
    const certificates = eachOnce(chainsOf(witnesses, known).flat()).map(({ raw }) => raw)
    const data = { certificates, crls: lists.map(({ raw }) => raw) }
    const problem = dataProblem(witnesses, data)
    if (problem) throw new LongTermMissing(problem, false)
    return data
  },
})

type Fetch = (url: string, mostBytes: number) => Promise<Buffer | null>

/** What is at an address; null where nothing is to be had. */
const fetcher =
  (http: Pick<Http, 'send'>, signal: AbortSignal): Fetch =>
  async (url, maxBytes) => {
    const answer = await http
      .send({ method: 'GET', url, timeoutMs, maxBytes, redirects, signal })
      .catch((error: unknown): null => {
        if (error instanceof NoAnswer) return null
        throw error
      })
    return answer?.status === 200 && !answer.isCut ? answer.body : null
  }

/** The certificates above the last one that came with a signer, up to a root, each from where the one below it says. */
const issuersOf = async (witnesses: Witnesses, fetched: Fetch): Promise<readonly Certificate[]> => {
  const found: Certificate[] = []
  while (found.length < mostFetched) {
    const last = chainsOf(witnesses, found)[0]?.at(-1)
    if (!last || isRoot(last)) return found
    const issuer = await issuerOf(last, fetched)
    if (!issuer) return found
    found.push(issuer)
  }
  return found
}

const issuerOf = async (certificate: Certificate, fetched: Fetch): Promise<Certificate | null> => {
  for (const url of certificate.issuerUrls.slice(0, 2)) {
    const bytes = await fetched(url, mostCertificateBytes)
    const issuer = bytes && readable(() => readCertificate(bytes))
    if (issuer && isIssuedBy(certificate, issuer)) return issuer
  }
  return null
}

/** The list that says that a certificate was good: the root's own, or one from where the certificate says. */
const listFor = async (
  [certificate, issuer]: readonly [Certificate, Certificate],
  { own, at }: { readonly own: readonly Crl[]; readonly at: Date },
  fetched: Fetch,
): Promise<Crl> => {
  let fault: LongTermFault = 'crl_missing'
  for (const list of own) {
    if (!list.issuer.equals(issuer.subject)) continue
    const wrong = crlFault(list, certificate, issuer, at)
    if (wrong === null) return list
    fault = wrong
  }
  for (const url of certificate.crlUrls.slice(0, 3)) {
    const bytes = await fetched(url, mostCrlBytes)
    const list = bytes && readable(() => readCrl(bytes))
    const wrong = !bytes ? 'crl_unreachable' : list ? crlFault(list, certificate, issuer, at) : 'crl_unreadable'
    if (list && wrong === null) return list
    fault = wrong ?? fault
    if (fault === 'revoked') break
  }
  // What an address answers now, it need not answer for ever: a seal is made once, and can wait a little.
  const isPassing = fault !== 'revoked' && certificate.crlUrls.length > 0
  throw new LongTermMissing({ fault, certificate: certificate.facts.subject }, isPassing)
}
