import { createHash } from 'node:crypto'
import path from 'node:path'
import { IdentityRefused, type Paper, PaperLate, PaperRefused, paperBounds } from '#ports/paper.ts'
import { beginProcess, makeProcessPool } from '../process-pool.ts'
import { anyTime, inSlot, type Slots } from '../process-slots.ts'
import { readCertificate } from './certificates.ts'
import { unreadable } from './findings.ts'
import { appendLongTerm, splitLongTerm } from './long-term-revision.ts'
import { makeIdentity } from './make-identity.ts'
import type { Answer, Kind, Order, Work } from './orders.ts'
import { endSeal } from './sealed.ts'
import { signedData } from './signed-data.ts'
import { longTermProblem, stampIn } from './stamp-in.ts'
import { readStamp } from './timestamps.ts'

/** How long an order is queued: less than its caller waits. */
const usualPatienceMs = 30_000
/** A file of 25 MB, unpacked by two libraries one after the other. */
const usualMostMb = 1_536
/** Files of certificates belong to no workspace yet; they take turns as if of one. */
const ofIdentities = ''
/** PKCS#12 files have some kilobytes. */
const mostIdentityBytes = 2 ** 20

/** PDF files by PDFium (looking), pdf-lib (writing) and our own code (signing and checking), in processes of their own. */
export const pdfPaper = ({
  limitMs = paperBounds.ms,
  patienceMs = usualPatienceMs,
  mostMb = usualMostMb,
  slots = anyTime,
  now = () => new Date(),
}: {
  limitMs?: number
  patienceMs?: number
  mostMb?: number
  slots?: Slots
  now?: () => Date
} = {}): Paper => {
  const processes = makeProcessPool<Order, Answer, null>({
    ...{ word: 'PDF', limitMs, patienceMs, mostMb },
    kept: () => null,
    begin: () => beginProcess(path.join(import.meta.dirname, 'working.ts'), { execArgv: ['--max-old-space-size=768'] }),
    isLast: ({ isHeavy }) => isHeavy,
    late: (message) => new PaperLate(message),
  })

  const run = async <Of extends Kind>(
    order: { readonly kind: Of } & Work[Of]['asks'],
    workspace: string,
  ): Promise<Work[Of]['gives']> => {
    // Of each kind, the order is one of the union.
    const answer = await inSlot(slots, () => processes.run(order as unknown as Order, workspace))
    if ('refused' in answer) throw new PaperRefused(answer.refused)
    if ('identity' in answer) throw new IdentityRefused(answer.identity)
    if ('fault' in answer) throw new Error(answer.fault)
    return answer.gives as Work[Of]['gives']
  }

  return {
    async take(pdf, workspace) {
      // Before it is copied to another process.
      if (pdf.length > paperBounds.bytes) throw new PaperRefused('too_large')
      return run({ kind: 'take', pdf }, workspace)
    },
    async read(pdf, workspace) {
      if (pdf.length > paperBounds.bytes) throw new PaperRefused('too_large')
      return run({ kind: 'read', pdf }, workspace)
    },
    pagesOf: (pdf, workspace) => run({ kind: 'pagesOf', pdf }, workspace),
    picture: (pdf, page, widthPx, workspace) => run({ kind: 'picture', pdf, page, widthPx }, workspace),
    lay: (pdf, overlay, about, workspace) => run({ kind: 'lay', pdf, overlay, about }, workspace),
    append: (pdf, more, about, workspace) => run({ kind: 'append', pdf, more, about }, workspace),
    async seal(pdf, { timestamp, longTerm, ...order }, workspace) {
      const is = { isStamped: timestamp !== null, isLongTerm: longTerm !== undefined }
      const sealed = await run({ kind: 'seal', pdf, order: { ...order, ...is } }, workspace)
      // No process waits for an authority meanwhile. It sees a hash and nothing else.
      const token = timestamp ? await timestamp(createHash('sha256').update(sealed.signature).digest()) : null
      const stamp = token && readStamp(token, sealed.signature)
      if (stamp && !stamp.holds) throw new Error(`the answer of the timestamp authority is not taken: ${stamp.says}`)
      const { attributes, signature } = sealed
      const file = endSeal(sealed, signedData({ identity: order.identity, attributes, signature, token }))
      if (!longTerm) return file
      if (!token) throw new Error('long-term data of a seal without a timestamp')
      const whole = appendLongTerm(file, await longTerm(token))
      const problem = longTermProblem(whole)
      if (problem) throw new Error(`the long-term data is not that of the seal: ${problem.fault} (${problem.certificate})`)
      return whole
    },
    async check(pdf, roots, workspace) {
      if (pdf.length > 2 * paperBounds.bytes) return unreadable(0)
      return run({ kind: 'check', pdf, roots }, workspace)
    },
    stampIn,
    longTermProblem,
    withoutLongTerm: (pdf) => splitLongTerm(pdf)?.sealed ?? null,
    makeIdentity,
    async readIdentity(file, password) {
      if (file.length > mostIdentityBytes) throw new IdentityRefused('not_pkcs12')
      return run({ kind: 'readIdentity', file, password, at: now() }, ofIdentities)
    },
    factsOf: (certificate) => readCertificate(certificate).facts,
    close: async () => processes.close(),
  }
}
