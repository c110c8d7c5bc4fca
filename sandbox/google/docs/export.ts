import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { Block, FileRow } from './rows.ts'

const fonts = [
  'inter/400Regular/Inter_400Regular.ttf',
  'inter/700Bold/Inter_700Bold.ttf',
  'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
  'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  'biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf',
  'nanum-gothic/400Regular/NanumGothic_400Regular.ttf',
  'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
]
const fontOf = (file: string): Buffer => {
  const [name = '', ...rest] = file.split('/')
  const folder = path.dirname(createRequire(import.meta.url).resolve(`@expo-google-fonts/${name}/package.json`))
  return readFileSync(path.join(folder, ...rest))
}

let known: Promise<NodeCompiler> | undefined
/** Loaded with the first export: most who use the sandbox never ask for one. */
const compiler = (): Promise<NodeCompiler> => {
  known ??= import('@myriaddreamin/typst-ts-node-compiler').then((typst) =>
    typst.NodeCompiler.create({
      workspace: path.join(import.meta.dirname, 'nothing'),
      fontArgs: [{ fontBlobs: fonts.map(fontOf) }],
    }),
  )
  return known
}

/** Suggestions are on paper as if they were accepted. */
const onPaper = (block: Block): unknown =>
  block.kind === 'paragraph'
    ? { ...block, runs: block.runs.filter(({ suggested }) => suggested !== 'deletion') }
    : block.kind === 'table'
      ? { ...block, rows: block.rows.map((row) => row.map((cell) => cell.map(onPaper))) }
      : block

/** The pages of a document, a tab after the other, as PDF. */
export const exportPdf = async (row: FileRow): Promise<Buffer> => {
  const set = await compiler()
  const tabs = row.tabs.map(({ title, body, header, footer }) => ({
    ...{ title, body: body.map(onPaper), header: header.map(onPaper), footer: footer.map(onPaper) },
  }))
  const compiled = set.compile({
    mainFileContent: readFileSync(path.join(import.meta.dirname, 'document.typ'), 'utf8'),
    inputs: { document: JSON.stringify({ title: row.name, tabs }) },
  })
  if (!compiled.result) throw new Error('the document cannot be set')
  const pdf = Buffer.from(set.pdf(compiled.result))
  set.evictCache(2)
  return pdf
}
