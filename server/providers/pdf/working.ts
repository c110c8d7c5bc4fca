import { IdentityRefused, PaperRefused } from '#ports/paper.ts'
import { appendPages } from './append.ts'
import { checkSeal } from './check.ts'
import { layOver } from './lay.ts'
import type { Answer, Kind, Order, Work } from './orders.ts'
import { pagesOf, pictureOf } from './pages.ts'
import { readPkcs12 } from './pkcs12.ts'
import { readPdf } from './read.ts'
import { beginSeal } from './seal.ts'
import { takePdf } from './take.ts'

/*
 * A process of its own, which paper.ts begins: a file of a stranger can make a library run for ever or fill its memory, which the end of its
 * process alone stops.
 */

const heavyBytes = 384 * 2 ** 20

const carriedOut = (order: Order): Promise<Work[Kind]['gives']> => {
  switch (order.kind) {
    case 'take':
      return takePdf(bytes(order.pdf))
    case 'read':
      return readPdf(bytes(order.pdf))
    case 'pagesOf':
      return pagesOf(order.pdf)
    case 'picture':
      return pictureOf(order.pdf, order.page, order.widthPx)
    case 'lay':
      return layOver(order.pdf, order.overlay, order.about)
    case 'append':
      return appendPages(order.pdf, order.more, order.about)
    case 'seal':
      return beginSeal(bytes(order.pdf), order.order)
    case 'check':
      return checkSeal(bytes(order.pdf), order.roots.map(bytes))
    case 'readIdentity':
      return readPkcs12(bytes(order.file), order.password, order.at)
  }
}

/** Between processes a Buffer may come as the array that it is. */
const bytes = (given: Uint8Array): Buffer => Buffer.from(given.buffer, given.byteOffset, given.byteLength)

const answered = async (order: Order): Promise<Answer> => {
  const isHeavy = (): boolean => process.memoryUsage.rss() > heavyBytes
  try {
    const gives = await carriedOut(order)
    return { gives, isHeavy: isHeavy() }
  } catch (error) {
    if (error instanceof PaperRefused) return { refused: error.fault, isHeavy: isHeavy() }
    if (error instanceof IdentityRefused) return { identity: error.fault, isHeavy: isHeavy() }
    // After a fault of a library nothing is known of what it left behind.
    return { fault: String((error as Error).message ?? error).slice(0, 500), isHeavy: true }
  }
}

process.on('message', (order: Order) => void answered(order).then((answer) => process.send?.(answer)))
// A signal to the whole group is meant for our parent, which decides what is still finished; without it there is nothing to do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
