import type { SealCheck, SealReport } from '#ports/paper.ts'

export type CheckName = SealCheck['name']

/** In the order in which they are read. */
const names: readonly CheckName[] = [
  'readable',
  'one_signature',
  'byte_range',
  'nothing_after',
  'digest',
  'signature',
  'certificate_bound',
  'certificate_valid',
  'chain',
  'timestamp',
  'long_term',
  'attachments',
]

/** What each check found: each has a result in the end, and none that failed passes later. */
export const makeFindings = () => {
  const found = new Map<CheckName, SealCheck>()
  const write = (name: CheckName, result: SealCheck['result'], says: string): void => {
    if (found.get(name)?.result !== 'failed') found.set(name, { name, result, says })
  }
  return {
    passed: (name: CheckName, says: string): void => write(name, 'passed', says),
    failed: (name: CheckName, says: string): void => write(name, 'failed', says),
    absent: (name: CheckName, says: string): void => write(name, 'absent', says),
    /** Passed or failed, each with its sentence. */
    judge: (name: CheckName, isRight: boolean, right: string, wrong: string): void =>
      write(name, isRight ? 'passed' : 'failed', isRight ? right : wrong),
    list: (): readonly SealCheck[] =>
      names.map(
        (name) =>
          found.get(name) ?? { name, result: 'absent', says: 'This was not checked, because a check before it failed.' },
      ),
  }
}

export type Findings = ReturnType<typeof makeFindings>

export const unreadable = (revisions: number): SealReport => {
  const { failed, list } = makeFindings()
  failed('readable', 'The file cannot be read as a PDF, or only with a password.')
  return { isIntact: false, checks: list(), seal: null, cover: null, revisions, attachments: [] }
}
