import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { renderSVG } from 'uqr'
import type { InvoiceDocument } from '#ports/documents.ts'

// A thread of its own: setting a hundred lines takes as long as a thousand other answers.

const require = createRequire(import.meta.url)
const fonts = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
  '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  '@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
].map((name) => readFileSync(require.resolve(name)))

const template = readFileSync(path.join(import.meta.dirname, 'invoice.typ'), 'utf8')
// Files are looked for in this folder and nowhere else; there is nothing to be found.
const compiler = NodeCompiler.create({
  workspace: path.join(import.meta.dirname, 'nothing'),
  fontArgs: [{ fontBlobs: fonts }],
})

const setInvoice = (document: InvoiceDocument): Buffer => {
  const qr = document.pay && renderSVG(document.pay.url, { ecc: 'M', border: 0 })
  const compiled = compiler.compile({ mainFileContent: template, inputs: { document: JSON.stringify({ ...document, qr }) } })
  if (!compiled.result) throw new Error(faultOf(compiled.takeDiagnostics()?.shortDiagnostics))
  const pdf = compiler.pdf(compiled.result)
  // What it remembers of a document it would keep for ever; of the fonts, it is asked for again by the next two.
  compiler.evictCache(2)
  return pdf
}

/** Where the template went wrong; without the words of the document. */
const faultOf = (diagnostics: readonly unknown[] = []): string =>
  `Typst could not set the document: ${diagnostics.map((each) => String((each as { message?: string }).message)).join('; ')}`.slice(
    0,
    500,
  )

parentPort?.on('message', (document: InvoiceDocument) => {
  try {
    parentPort?.postMessage({ pdf: setInvoice(document) })
  } catch (error) {
    parentPort?.postMessage({ fault: (error as Error).message })
  }
})
