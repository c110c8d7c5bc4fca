import { type ChildProcess, fork } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { setPriority } from 'node:os'
import path from 'node:path'
import { DocumentLate, type Documents } from '#ports/documents.ts'
import type { Coverage } from '#shapes/letters.ts'
import { addedNames, coverageOf, type Font, findFonts } from './fonts.ts'
import type { Answer, Order } from './setting.ts'
import type { SetSheet, Sheet } from './sheets.ts'
import { makeWishQueue, mostWaiting, type Wish } from './wish-queue.ts'

/** The longest that can be written, at its bounds, takes two seconds on a busy machine. */
const usualLimitMs = 15_000
/** How long a document is queued: less than its caller waits. */
const usualPatienceMs = 30_000
/** A setter holds some 150 MB; an invoice an hour is no reason to. */
const idleMs = 60_000
/** One for a workspace with a slow document, one for the others. */
const mostSetters = 2
/** Fonts are added while we run, by another process. */
const fontsKnownMs = 2_000

interface Setter {
  readonly process: ChildProcess
  readonly fonts: readonly Font[]
  /** What it is setting. */
  wish: Wish | null
  /** Ends it: when it takes too long, or has had nothing to do. */
  timer: NodeJS.Timeout | undefined
}

/**
 * Typst, in processes that begin with the first document and end when there was none for a while. Workspaces take turns, and
 * none has two documents set at a time, so that a slow one holds only its own. One that takes too long is stopped with its process.
 */
export const typstDocuments = ({
  folder = null,
  limitMs = usualLimitMs,
  patienceMs = usualPatienceMs,
}: {
  /** Where fonts lie that an operator added. */
  folder?: string | null
  limitMs?: number
  patienceMs?: number
} = {}): Documents => {
  const queue = makeWishQueue()
  const setters = new Set<Setter>()
  const fontsNow = knownFonts(folder)

  const next = (): void => {
    for (;;) {
      const setter = [...setters].find(({ wish }) => wish === null)
      if (!setter && setters.size >= mostSetters) return
      const wish = queue.take((workspace) => ![...setters].some((each) => each.wish?.workspace === workspace))
      if (!wish) return
      give(setter ?? begin(), wish)
    }
  }

  const give = (given: Setter, wish: Wish): void => {
    let setter = given
    if (setter.fonts !== fontsNow().fonts) {
      end(setter)
      setter = begin()
    }
    clearTimeout(wish.patience)
    clearTimeout(setter.timer)
    setter.wish = wish
    setter.process.ref()
    setter.process.channel?.ref()
    send(setter, { sheet: wish.sheet })
    setter.timer = setTimeout(() => end(setter, new DocumentLate(`a document took longer than ${limitMs} ms`)), limitMs)
  }

  const begin = (): Setter => {
    const { fonts } = fontsNow()
    const setter: Setter = { process: beginProcess(), fonts, wish: null, timer: undefined }
    setters.add(setter)
    setter.process.on('message', (answer: Answer) => {
      const { wish } = setter
      rest(setter)
      if ('pdf' in answer)
        wish?.done({
          pdf: Buffer.from(answer.pdf.buffer, answer.pdf.byteOffset, answer.pdf.byteLength),
          fields: answer.fields,
        })
      else wish?.fail(new Error(answer.fault))
      next()
    })
    setter.process.on('error', (error) => end(setter, error))
    setter.process.on('exit', (code, signal) => end(setter, new Error(`the document process exited: ${signal ?? code}`)))
    send(setter, { fonts })
    rest(setter)
    return setter
  }

  /** Nothing to do: it holds no process open, and ends in a while. */
  const rest = (setter: Setter): void => {
    setter.wish = null
    clearTimeout(setter.timer)
    setter.process.unref()
    setter.process.channel?.unref()
    setter.timer = setTimeout(() => end(setter), idleMs).unref()
  }

  const end = (setter: Setter, error?: Error): void => {
    if (!setters.delete(setter)) return
    clearTimeout(setter.timer)
    // At once: native code hears nothing else.
    setter.process.kill('SIGKILL')
    setter.wish?.fail(error ?? new Error('the document process is closed'))
    next()
  }

  const set = (sheet: Sheet, workspace: string): Promise<SetSheet> =>
    new Promise((done, fail) => {
      const patience = setTimeout(() => {
        queue.remove(wish)
        fail(new DocumentLate(`a document was queued for longer than ${patienceMs} ms`))
      }, patienceMs)
      const wish: Wish = { sheet, workspace, patience, done, fail }
      if (!queue.add(wish)) {
        clearTimeout(patience)
        return fail(new DocumentLate(`${mostWaiting} documents of a workspace are queued`))
      }
      next()
    })

  return {
    coverage: () => fontsNow().coverage,
    setInvoice: async (document, workspace) => (await set({ sort: 'invoice', document }, workspace)).pdf,
    setContract: (document, workspace) => set({ sort: 'contract', document }, workspace),
    setOverlay: async (document, workspace) => (await set({ sort: 'overlay', document }, workspace)).pdf,
    setCertificate: async (document, workspace) => (await set({ sort: 'certificate', document }, workspace)).pdf,
    async close() {
      for (const wish of queue.clear()) {
        clearTimeout(wish.patience)
        wish.fail(new Error('the document process is closed'))
      }
      for (const setter of setters) end(setter)
    },
  }
}

const send = (setter: Setter, order: Order): void => {
  // Whether it came through is seen by its answer, or its end.
  setter.process.send(order, () => undefined)
}

/** Our own code compiled, where it is kept: a third of the time until the first document. */
const cacheDir = getCompileCacheDir()
const cache = cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: cacheDir }

const beginProcess = (): ChildProcess => {
  const begun = fork(path.join(import.meta.dirname, 'setting.ts'), {
    execArgv: [],
    // Of the machine's settings it needs none; `fontconfig` would name fonts that others do not have.
    env: { ...cache, FONTCONFIG_FILE: path.join(import.meta.dirname, 'no-fonts.conf') },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    // Callers that wait for a response go first.
    if (begun.pid !== undefined) setPriority(begun.pid, 10)
  } catch {
    // It ended already, which is told by its event, or the machine does not allow it.
  }
  return begun
}

/** The fonts that there are, looked for again every now and then; the same objects for as long as nothing changed. */
const knownFonts = (folder: string | null) => {
  let known: { readonly fonts: readonly Font[]; readonly coverage: Coverage; readonly added: string } | undefined
  let lookedAt = 0
  return () => {
    if (known && Date.now() - lookedAt < fontsKnownMs) return known
    lookedAt = Date.now()
    const added = addedNames(folder)
    if (known?.added === added) return known
    const fonts = findFonts(folder)
    known = { fonts, coverage: coverageOf(fonts), added }
    return known
  }
}
