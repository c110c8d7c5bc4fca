import { IdentityRefused, PaperRefused } from '#ports/paper.ts'
import { keepCompiled } from '../keep-compiled.ts'
import type { Answer, Kind, Order, Work } from './orders.ts'

/*
 * A process of its own, which paper.ts begins: a file of a stranger can make a library run for ever or fill its memory, which the end of its
 * process alone stops.
 */

const heavyBytes = 384 * 2 ** 20

/** Each with what it needs: PDFium and pdf-lib take 25 MB each, and a process may never be asked for both. */
const carriedOut = async (order: Order): Promise<Work[Kind]['gives']> => {
  switch (order.kind) {
    case 'take':
      return (await import('./take.ts')).takePdf(bytes(order.pdf))
    case 'read':
      return (await import('./read.ts')).readPdf(bytes(order.pdf))
    case 'pagesOf':
      return (await import('./pages.ts')).pagesOf(order.pdf)
    case 'picture':
      return (await import('./pages.ts')).pictureOf(order.pdf, order.page, order.widthPx)
    case 'lay':
      return (await import('./lay.ts')).layOver(order.pdf, order.overlay, order.about)
    case 'append':
      return (await import('./append.ts')).appendPages(order.pdf, order.more, order.about)
    case 'seal':
      return (await import('./seal.ts')).beginSeal(bytes(order.pdf), order.order)
    case 'check':
      return (await import('./check.ts')).checkSeal(bytes(order.pdf), order.roots.map(bytes))
    case 'readIdentity':
      return (await import('./pkcs12.ts')).readPkcs12(bytes(order.file), order.password, order.at)
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

process.on('message', (order: Order) => {
  void answered(order).then((answer) => {
    process.send?.(answer)
    keepCompiled(order.kind)
  })
})
// A signal to the whole group is meant for our parent, which decides what is still finished; without it there is nothing to do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
