import path from 'node:path'
import { DocumentLate, type Documents, type InvoiceDocument } from '#ports/documents.ts'
import type { Coverage } from '#shapes/letters.ts'
import { beginProcess, makeProcessPool, send } from '../process-pool.ts'
import { anyTime, inSlot, type Slots } from '../process-slots.ts'
import { addedNames, coverageOf, type Font, findFonts } from './fonts.ts'
import type { Answer, Order } from './setting.ts'
import type { SetSheet, Sheet } from './sheets.ts'

/** The longest that can be written, at its bounds, takes two seconds on a busy machine. */
const usualLimitMs = 15_000
/** How long a document is queued: less than its caller waits. */
const usualPatienceMs = 30_000
/** Fonts are added while we run, by another process. */
const fontsKnownMs = 2_000

/** Typst, in processes of its own, each with the fonts that there are. */
export const typstDocuments = ({
  folder = null,
  limitMs = usualLimitMs,
  patienceMs = usualPatienceMs,
  slots = anyTime,
}: {
  /** Where fonts lie that an operator added. */
  folder?: string | null
  limitMs?: number
  patienceMs?: number
  slots?: Slots
} = {}): Documents => {
  const fontsNow = knownFonts(folder)
  const processes = makeProcessPool<Order, Answer, readonly Font[]>({
    ...{ word: 'document', limitMs, patienceMs },
    kept: () => fontsNow().fonts,
    begin: (fonts) => {
      const begun = beginProcess(path.join(import.meta.dirname, 'setting.ts'), {
        // `fontconfig` would name fonts that others do not have.
        env: { FONTCONFIG_FILE: path.join(import.meta.dirname, 'no-fonts.conf') },
      })
      send(begun, { fonts } satisfies Order)
      return begun
    },
    isLast: () => false,
    late: (message) => new DocumentLate(message),
  })

  const set = async (sheet: Sheet, workspace: string): Promise<SetSheet> => {
    const answer = await inSlot(slots, () => processes.run({ sheet }, workspace))
    if (!('pdf' in answer)) throw new Error(answer.fault)
    const { pdf, fields, words, tooLong } = answer
    return { pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), fields, words, tooLong }
  }

  return {
    coverage: () => fontsNow().coverage,
    setInvoice: async (document, workspace) => (await set({ sort: 'invoice', document }, workspace)).pdf,
    tryLogo: async (logo, workspace) => void (await set({ sort: 'invoice', document: { ...blank, logo } }, workspace)),
    setContract: (document, workspace) => set({ sort: 'contract', document }, workspace),
    setOverlay: async (document, workspace) => (await set({ sort: 'overlay', document }, workspace)).pdf,
    setValues: (document, workspace) => set({ sort: 'values', document }, workspace),
    setCertificate: async (document, workspace) => (await set({ sort: 'certificate', document }, workspace)).pdf,
    close: async () => processes.close(),
  }
}

/** An invoice of nothing. */
const blank: Omit<InvoiceDocument, 'logo'> = {
  ...{
    language: 'en',
    title: '',
    label: null,
    issuer: '',
    sender: [],
    colour: null,
    mark: null,
    facts: [],
    lines: [],
    sums: [],
  },
  client: { heading: '', name: '', below: [] },
  columns: { description: '', quantity: '', unit: '', tax: null, amount: '' },
  ...{ remarks: [], note: null, pay: null, bank: null, foot: { facts: [], words: null }, closing: null },
  ...{ pageWords: '', lettersWords: '', date: '2026-01-01' },
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
