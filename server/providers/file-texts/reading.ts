import type { FileTextFault } from '#ports/file-texts.ts'
import { isStorable } from '#shapes/texts.ts'
import { keepCompiled } from '../keep-compiled.ts'
import { textOfBytes } from './encodings.ts'
import { textOfPage } from './web-pages.ts'

/*
 * A process of its own, which file-texts.ts begins: a page of a stranger can keep an expression busy for minutes, which the end of its process
 * alone stops.
 */

export interface Order {
  readonly kind: 'text' | 'html'
  readonly bytes: Uint8Array
  readonly mostCharacters: number
}
export type Answer = ({ readonly text: string } | { readonly refused: FileTextFault } | { readonly fault: string }) & {
  readonly isHeavy: boolean
}

const heavyBytes = 256 * 2 ** 20

const answered = ({ kind, bytes, mostCharacters }: Order): Omit<Answer, 'isHeavy'> => {
  try {
    const decoded = textOfBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (decoded === null || !isStorable(decoded)) return { refused: 'unreadable' }
    const text = (kind === 'html' ? textOfPage(decoded) : decoded).replaceAll(/\r\n?/g, '\n').trim()
    return text.length > mostCharacters ? { refused: 'too_long' } : { text }
  } catch (error) {
    // A page of a million beginnings of tags fills the stack of an expression.
    if (error instanceof RangeError) return { refused: 'unreadable' }
    return { fault: String((error as Error).message ?? error).slice(0, 500) }
  }
}

process.on('message', (order: Order) => {
  process.send?.({ ...answered(order), isHeavy: process.memoryUsage.rss() > heavyBytes })
  keepCompiled('file')
})
// A signal to the whole group is meant for our parent, which decides what is still finished; without it there is nothing to do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
