import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkEvidence, type EvidenceCheck, type EvidenceReport } from '#domains/business/documents/evidence-check.ts'
import { verifyStrings } from '#domains/business/sign-pages/verify-strings.ts'
import type { SealCheck, SealReport } from '#ports/paper.ts'
import { sha256Of } from '#shapes/sha256.ts'
import { pdfPaper } from '../providers/pdf/paper.ts'
import { rootsIn } from '../providers/pdf/roots.ts'
import { BadCommand, type Command } from './command.ts'

/** Looks at a sealed file as its receiver would: with nothing but the file and, where there is one, a root that is trusted. */
export const run: Command = async (args, _, usage) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      root: { type: 'string', multiple: true, default: [] },
      certificate: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new BadCommand(`Usage: foyer ${usage}`)
  const pdf = readFile(file)
  const roots = values.root.flatMap((name) => {
    const found = rootsIn(readFile(name))
    if (found.length === 0) throw new BadCommand(`${name} has no certificate that can be read. Give a PEM or DER file.`)
    return found
  })
  const paper = pdfPaper()
  try {
    const report = withChecks(
      await paper.check(pdf, roots, 'verify'),
      values.certificate === undefined ? null : await paper.check(readFile(values.certificate), roots, 'verify'),
      createHash('sha256').update(pdf).digest('hex'),
    )
    process.stdout.write(values.json ? `${JSON.stringify(inJson(report), null, 2)}\n` : inLines(report))
    if (!report.isIntact) process.exitCode = 1
  } finally {
    await paper.close()
  }
}

interface Report extends Omit<SealReport, 'checks'> {
  readonly checks: readonly (SealCheck | EvidenceCheck | CertificateCheck)[]
  /** By the evidence; none without it. */
  readonly signers: EvidenceReport['signers']
}
interface CertificateCheck extends Omit<SealCheck, 'name'> {
  readonly name: 'certificate_seal'
}

const evidenceIn = ({ attachments }: SealReport): Buffer | undefined =>
  attachments.find(({ name }) => name === 'evidence.json')?.bytes

/** The evidence too, where the file is a certificate or comes with its own. */
const withChecks = (report: SealReport, certificate: SealReport | null, sha256: string): Report => {
  const own = evidenceIn(report)
  const theirs = certificate && evidenceIn(certificate)
  const attached = report.attachments.map(({ bytes }) => sha256Of(bytes).toString('hex'))
  const inOwn = own && checkEvidence(own, null)
  const inTheirs = theirs && checkEvidence(theirs, sha256, attached)
  const more: Report['checks'] = [
    ...(inOwn?.checks ?? []),
    ...(certificate ? [sealOf(certificate, theirs !== undefined)] : []),
    ...(inTheirs?.checks ?? []),
  ]
  const isIntact = report.isIntact && more.every(({ result }) => result !== 'failed')
  return { ...report, checks: [...report.checks, ...more], signers: (inTheirs ?? inOwn)?.signers ?? [], isIntact }
}

const sealOf = ({ isIntact, checks }: SealReport, hasEvidence: boolean): CertificateCheck => {
  const failed = checks.filter(({ result }) => result === 'failed').map(({ name }) => name)
  const says = !isIntact
    ? `The seal of the certificate does not hold: ${failed.join(', ')} failed.`
    : hasEvidence
      ? 'The seal of the certificate holds.'
      : 'What was given as the certificate has no evidence in it.'
  return { name: 'certificate_seal', result: isIntact && hasEvidence ? 'passed' : 'failed', says }
}

const readFile = (name: string): Buffer => {
  try {
    return readFileSync(name)
  } catch (error) {
    throw new BadCommand(unreadable(name, error as NodeJS.ErrnoException))
  }
}

const unreadable = (name: string, { code, message }: NodeJS.ErrnoException): string => {
  if (code === 'ENOENT') return `There is no file ${name}.`
  if (code === 'EISDIR') return `${name} is a folder.`
  return `${name} cannot be read: ${code === 'EACCES' ? 'you have no permission' : (code ?? message)}.`
}

const inJson = ({ attachments, cover: _cover, ...report }: Report) => ({
  ...report,
  attachments: attachments.map(({ name, bytes }) => ({ name, bytes: bytes.length })),
})

const marks = { passed: '✓', failed: '✗', absent: '–' } as const

const inLines = (report: Report): string => {
  const wide = Math.max(...report.checks.map(({ name }) => name.length))
  const checks = report.checks.map(({ name, result, says }) => `${marks[result]} ${name.padEnd(wide)}  ${shown(says)}`)
  return `${[...checks, '', ...factsOf(report), ...verdictOf(report)].join('\n')}\n`
}

/** As the verify page says it. */
const howSigned = ({ class: how, paper }: Report['signers'][number]): string => {
  const { link, session, attested, onPaper } = verifyStrings.en
  if (paper !== null) return `${onPaper} (SHA-256 of the paper: ${paper})`
  return { link, session, attested }[how] ?? how
}

const factsOf = ({ seal, revisions, attachments, signers }: Report): string[] => {
  if (!seal) return []
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Sealed by', seal.name],
    ['Reason', seal.reason],
    ['Time claimed', seal.claimedAt?.toISOString()],
    ['Time confirmed', seal.stampedAt?.toISOString()],
    ['Level', `PAdES ${seal.level}`],
    ['Certificate', seal.certificate.subject],
    ['  SHA-256', seal.certificate.fingerprint],
    ['Root', seal.root?.subject],
    ['  SHA-256', seal.root?.fingerprint],
    ['Revisions', String(revisions)],
    ['Attached files', attachments.map(({ name, bytes }) => `${name} (${bytes.length} bytes)`).join(', ')],
    ...signers.map((signer) => {
      const { name, signedAs, signedAt } = signer
      const under = signedAs === null ? '' : `, signed as ${signedAs}`
      return [
        'Signed by',
        `${name ?? 'a person who was erased'}${under}, ${signedAt.toISOString()}, ${howSigned(signer)}`,
      ] as const
    }),
  ]
  return [...facts.filter(([, value]) => value).map(([name, value]) => `${name.padEnd(15)} ${shown(value ?? '')}`), '']
}

const verdictOf = ({ isIntact, checks }: Report): string[] => {
  if (isIntact) return ['The file is as it was sealed, and the seal is of a root that you trust.']
  const failed = checks.filter(({ result }) => result === 'failed').map(({ name }) => name)
  if (failed.join() !== 'chain') return [`Do not rely on this file: ${failed.join(', ')} failed.`]
  return [
    'The file is as it was sealed, but its root is not known here, and a seal of an unknown root can be made by',
    'any person, under any name. Ask the sender for the SHA-256 of their root by another way than the one that the',
    'file came by, compare it with the one above, and run this again with --root FILE, where FILE is their root.',
  ]
}

/** Words of a file that was not checked could move the cursor of a terminal, or turn the direction of a line. */
const shown = (words: string): string => words.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
