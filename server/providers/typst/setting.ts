import { readFileSync } from 'node:fs'
import path from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { FieldPlace } from '#ports/documents.ts'
import { keepCompiled } from '../keep-compiled.ts'
import { renamed } from './faces.ts'
import { coverageOf, type Font, fontFamilyOf } from './fonts.ts'
import { isMisread, type SaidWords, wordsByPage } from './misread.ts'
import { type PreparedSheet, prepare } from './prepared.ts'
import type { SetSheet, Sheet } from './sheets.ts'

/*
 * A process of its own, which documents.ts begins: the compiler is native code that nothing but the end of its process can
 * stop, and it would look for the machine's fonts, which the environment of this process keeps from it.
 */

export type Order = { readonly fonts: readonly Font[] } | { readonly sheet: Sheet }
export type Answer = (Omit<SetSheet, 'pdf'> & { readonly pdf: Uint8Array }) | { readonly fault: string }

const templateOf = (name: string): string => readFileSync(path.join(import.meta.dirname, `${name}.typ`), 'utf8')
const common = templateOf('common')
const templates: Readonly<Record<Sheet['sort'], string>> = {
  invoice: common + templateOf('invoice'),
  contract: common + templateOf('contract'),
  overlay: common + templateOf('overlay'),
  values: common + templateOf('values'),
  certificate: common + templateOf('certificate'),
}

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

/**
 * Compilers with the fonts that sheets have asked for so far: no template falls back to another, and all that come along take 20 MB. One that
 * lacks a font is replaced by one that has it, too, in some milliseconds.
 */
const compilersOf = (fonts: readonly Font[]) => {
  const loaded = new Set<Font>()
  let compiler: NodeCompiler | undefined
  return (fontFamilies: readonly string[]): NodeCompiler => {
    const missing = fonts.filter((font) => fontFamilies.includes(fontFamilyOf(font.name)) && !loaded.has(font))
    for (const font of missing) loaded.add(font)
    if (!compiler || missing.length > 0) compiler = compilerWith(fonts.filter((font) => loaded.has(font)))
    return compiler
  }
}

const setSheet = (compiler: NodeCompiler, { sort, document }: PreparedSheet): SetSheet => {
  const saysWords = sort === 'contract' && isMisread(JSON.stringify(document.blocks))
  const compiled = compiler.compile({
    mainFileContent: templates[sort],
    inputs: { document: JSON.stringify({ ...document, saysWords }) },
  })
  if (!compiled.result) throw new Error(faultOf(compiled.takeDiagnostics()?.shortDiagnostics))
  // PDF/A allows no letter that no font has: whatever got through to here is refused, and never a box.
  const pdf = compiler.pdf(compiled.result, { pdfStandard: 'a-2b' })
  const placed =
    sort === 'contract' ? (compiler.query(compiled.result, { selector: '<field>', field: 'value' }) as PlacedField[]) : []
  const said = saysWords ? (compiler.query(compiled.result, { selector: '<said>', field: 'value' }) as SaidWords[]) : []
  const tooLong =
    sort === 'values' ? (compiler.query(compiled.result, { selector: '<too-long>', field: 'value' }) as string[]) : []
  // What it remembers of a document it would keep for ever; of the fonts, it is asked for again by the next two.
  compiler.evictCache(2)
  return { pdf, fields: Object.fromEntries(placed.map(({ id, ...place }) => [id, place])), words: wordsByPage(said), tooLong }
}

type PlacedField = FieldPlace & { readonly id: string }

/** Where the template went wrong; without the words of the document. */
const faultOf = (diagnostics: readonly unknown[] = []): string =>
  `Typst could not render the document: ${diagnostics.map((each) => String((each as { message?: string }).message)).join('; ')}`.slice(
    0,
    500,
  )

let set: ((sheet: Sheet) => SetSheet) | undefined
process.on('message', (order: Order) => {
  if ('fonts' in order) {
    const compilerFor = compilersOf(order.fonts)
    const coverage = coverageOf(order.fonts)
    set = (sheet) => {
      const prepared = prepare(sheet, coverage, order.fonts)
      return setSheet(compilerFor(prepared.document.fontFamilies), prepared)
    }
    return
  }
  const answer = (what: Answer): void => void process.send?.(what)
  try {
    if (!set) throw new Error('a document arrived before the fonts')
    answer(set(order.sheet))
  } catch (error) {
    const { message } = error as Error
    // The compiler's words for it repeat the text.
    answer({ fault: message.includes('could not be displayed') ? 'no font has one of the characters' : message })
  }
  keepCompiled('sheet')
})
// A signal to the whole group is meant for our parent, which decides what is still finished; without it there is nothing to do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
