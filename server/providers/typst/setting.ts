import { readFileSync } from 'node:fs'
import path from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { renderSVG } from 'uqr'
import type { InvoiceDocument } from '#ports/documents.ts'
import { renamed } from './faces.ts'
import { coverageOf, type Font, fontFamilyOf } from './fonts.ts'
import { type PreparedDocument, prepare } from './prepared.ts'

/*
 * A process of its own, which documents.ts begins: the compiler is native code that nothing but the end of its process can
 * stop, and it would look for the machine's fonts, which the environment of this process keeps from it.
 */

export type Order = { readonly fonts: readonly Font[] } | { readonly document: InvoiceDocument }
export type Answer = { readonly pdf: Uint8Array } | { readonly fault: string }

const template = readFileSync(path.join(import.meta.dirname, 'invoice.typ'), 'utf8')

const compilerWith = (fonts: readonly Font[]): NodeCompiler =>
  NodeCompiler.create({
    // Files are looked for in this folder and nowhere else; there is nothing to be found.
    workspace: path.join(import.meta.dirname, 'nothing'),
    fontArgs: [
      {
        fontBlobs: fonts.flatMap(({ name, files }) =>
          files.map(({ style, file }) => renamed(readFileSync(file), fontFamilyOf(name), style)),
        ),
      },
    ],
  })

const setInvoice = (compiler: NodeCompiler, document: PreparedDocument): Buffer => {
  const qr = document.pay && renderSVG(document.pay.url, { ecc: 'M', border: 0 })
  const compiled = compiler.compile({ mainFileContent: template, inputs: { document: JSON.stringify({ ...document, qr }) } })
  if (!compiled.result) throw new Error(faultOf(compiled.takeDiagnostics()?.shortDiagnostics))
  // PDF/A allows no letter that no font has: whatever got through to here is refused, and never a box.
  const pdf = compiler.pdf(compiled.result, { pdfStandard: 'a-2b' })
  // What it remembers of a document it would keep for ever; of the fonts, it is asked for again by the next two.
  compiler.evictCache(2)
  return pdf
}

/** Where the template went wrong; without the words of the document. */
const faultOf = (diagnostics: readonly unknown[] = []): string =>
  `Typst could not render the document: ${diagnostics.map((each) => String((each as { message?: string }).message)).join('; ')}`.slice(
    0,
    500,
  )

let set: ((document: InvoiceDocument) => Buffer) | undefined
process.on('message', (order: Order) => {
  if ('fonts' in order) {
    const compiler = compilerWith(order.fonts)
    const coverage = coverageOf(order.fonts)
    set = (document) => setInvoice(compiler, prepare(document, coverage, order.fonts))
    return
  }
  const answer = (what: Answer): void => void process.send?.(what)
  try {
    if (!set) throw new Error('a document arrived before the fonts')
    answer({ pdf: set(order.document) })
  } catch (error) {
    const { message } = error as Error
    // The compiler's words for it repeat the text.
    answer({ fault: message.includes('could not be displayed') ? 'no font has one of the characters' : message })
  }
})
// A signal to the whole group is meant for our parent, which decides what is still finished; without it there is nothing to do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
