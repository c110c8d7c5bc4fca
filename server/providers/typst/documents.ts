import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Documents, InvoiceDocument } from '#ports/documents.ts'

/** The longest of our documents, a hundred long lines, takes half a second. */
const usualLimitMs = 15_000
/** The compiler holds some 60 MB; an invoice an hour is no reason to. */
const idleMs = 60_000

interface Wish {
  readonly document: InvoiceDocument
  done(pdf: Buffer): void
  fail(error: Error): void
}

/**
 * Typst, in a thread that begins with the first document and ends when there was none for a while; one document at a time. One
 * that takes too long is stopped with its thread, and the next ones are set by another.
 */
export const typstDocuments = ({ limitMs = usualLimitMs } = {}): Documents => {
  const waiting: Wish[] = []
  let current: Wish | undefined
  let thread: Worker | undefined
  let patience: NodeJS.Timeout | undefined

  const next = (): void => {
    if (current) return
    clearTimeout(patience)
    current = waiting.shift()
    if (!current) {
      thread?.unref()
      patience = setTimeout(stop, idleMs).unref()
      return
    }
    thread ??= begin()
    thread.ref()
    thread.postMessage(current.document)
    patience = setTimeout(() => {
      void stop()
      settle((wish) => wish.fail(new Error(`a document took longer than ${limitMs} ms`)))
    }, limitMs)
  }

  const settle = (how: (wish: Wish) => void): void => {
    const settled = current
    current = undefined
    if (settled) how(settled)
    next()
  }

  const begin = (): Worker => {
    const begun = new Worker(path.join(import.meta.dirname, 'setting.ts'))
    begun.on('message', ({ pdf, fault }: { pdf?: Uint8Array; fault?: string }) =>
      settle((wish) => {
        if (pdf) wish.done(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
        else wish.fail(new Error(fault))
      }),
    )
    begun.on('error', (error) => {
      if (thread !== begun) return
      thread = undefined
      settle((wish) => wish.fail(error as Error))
    })
    return begun
  }

  const stop = async (): Promise<void> => {
    const stopped = thread
    thread = undefined
    stopped?.removeAllListeners('message')
    await stopped?.terminate()
  }

  return {
    setInvoice: (document) =>
      new Promise((done, fail) => {
        waiting.push({ document, done, fail })
        next()
      }),
    async close() {
      clearTimeout(patience)
      for (const wish of waiting.splice(0)) wish.fail(new Error('no more documents are set'))
      await stop()
      current?.fail(new Error('no more documents are set'))
      current = undefined
    },
  }
}
