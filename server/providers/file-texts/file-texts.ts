import path from 'node:path'
import { FileTextLate, FileTextRefused, type FileTexts, fileTextBounds } from '#ports/file-texts.ts'
import { beginProcess, makeProcessPool } from '../process-pool.ts'
import type { Answer, Order } from './reading.ts'

/** How long a file is queued: less than its caller waits. */
const usualPatienceMs = 30_000
/** A page of 25 MB in pieces of a character or two. */
const usualMostMb = 1_024

/** Files as text by our own code, in processes of their own. */
export const openFileTexts = ({
  limitMs = fileTextBounds.ms,
  patienceMs = usualPatienceMs,
  mostMb = usualMostMb,
}: {
  limitMs?: number
  patienceMs?: number
  mostMb?: number
} = {}): FileTexts => {
  const processes = makeProcessPool<Order, Answer, null>({
    ...{ word: 'file', limitMs, patienceMs, mostMb },
    kept: () => null,
    begin: () => beginProcess(path.join(import.meta.dirname, 'reading.ts'), { execArgv: ['--max-old-space-size=768'] }),
    isLast: ({ isHeavy }) => isHeavy,
    late: (message) => new FileTextLate(message),
  })
  return {
    async read({ kind, bytes, mostCharacters }, workspace) {
      // Before it is copied to another process. No encoding has more than four bytes for a character, and a mark before them.
      if (bytes.length > fileTextBounds.bytes || (kind === 'text' && bytes.length > 4 * mostCharacters + 4))
        throw new FileTextRefused('too_long')
      const answer = await processes.run({ kind, bytes, mostCharacters }, workspace)
      if ('refused' in answer) throw new FileTextRefused(answer.refused)
      if ('fault' in answer) throw new Error(answer.fault)
      return answer.text
    },
    close: async () => processes.close(),
  }
}
