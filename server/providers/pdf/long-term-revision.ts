import type { LongTermData } from '#ports/paper.ts'

/*
 * What follows a sealed file: one more revision (ISO 32000-1, 7.5.6) with the Document Security Store (ETSI EN 319 142-1, 5.4.2) that the catalog
 * under the seal already names. It defines new objects alone and changes none. It has one form, byte for byte, so that a reader writes it anew
 * from what it holds and compares: whatever else follows a seal was not written here.
 */

/** In the catalog. */
export const longTermName = 'DSS'

/** What a sealed file says of itself at its end, as it is written here. */
interface End {
  /** Of the dictionary of its trailer, without its size. */
  readonly trailer: string
  /** The number of the object that is announced: the first that is free (7.5.5: the size is one more than the highest that is defined). */
  readonly announced: number
  readonly table: number
}

const endOf = (sealed: Buffer): End | null => {
  const end = sealed.toString('latin1', Math.max(0, sealed.length - 2_048))
  const found = /trailer\n<<\n\/Size (\d{1,9})\n([^<>]*(?:<[\da-f]*>[^<>]*)*)>>\n\nstartxref\n(\d{1,10})\n%%EOF\n?$/.exec(end)
  const [, size, trailer, table] = found ?? []
  return trailer === undefined || trailer.includes('/Prev') ? null : { trailer, announced: Number(size), table: Number(table) }
}

/** The number of the object that a sealed file can announce, which it does not define. Null where there is none. */
export const announcedIn = (sealed: Buffer): number | null => {
  const end = endOf(sealed)
  if (!end) return null
  const rows = sealed.toString('latin1', end.table, sealed.length).split('\n')
  const sections = rows.flatMap((row) => /^(\d{1,9}) (\d{1,9})$/.exec(row)?.slice(1).map(Number) ?? [])
  const defines = sections.some((first, index) => {
    const count = sections[index + 1] ?? 0
    return index % 2 === 0 && end.announced >= first && end.announced < first + count
  })
  return rows[0] === 'xref' && !defines ? end.announced : null
}

/** A sealed file with its data behind it. */
export const appendLongTerm = (sealed: Buffer, data: LongTermData): Buffer => {
  const end = endOf(sealed)
  if (!end) throw new Error('the end of the sealed file is not as it is written here')
  return Buffer.concat([sealed, revisionAfter(sealed.length, end, data)])
}

const revisionAfter = (from: number, { trailer, announced, table }: End, { certificates, crls }: LongTermData): Buffer => {
  const streams = [...certificates, ...crls]
  const refs = (first: number, count: number): string =>
    Array.from({ length: count }, (_, index) => `${first + index} 0 R`).join(' ')
  const parts: Buffer[] = [Buffer.from('\n')]
  const places: number[] = []
  let place = from + 1
  const add = (...pieces: readonly (string | Buffer)[]): void => {
    for (const piece of pieces.map((each) => Buffer.from(each as string, 'latin1'))) {
      parts.push(piece)
      place += piece.length
    }
  }
  places.push(place)
  add(
    `${announced} 0 obj\n<<\n/Type /DSS\n/Certs [ ${refs(announced + 1, certificates.length)} ]\n`,
    `/CRLs [ ${refs(announced + 1 + certificates.length, crls.length)} ]\n>>\nendobj\n`,
  )
  for (const [index, bytes] of streams.entries()) {
    places.push(place)
    add(`${announced + 1 + index} 0 obj\n<<\n/Length ${bytes.length}\n>>\nstream\n`, bytes, '\nendstream\nendobj\n')
  }
  const own = place
  add(
    `xref\n${announced} ${places.length}\n`,
    ...places.map((each) => `${String(each).padStart(10, '0')} 00000 n \n`),
    `trailer\n<<\n/Size ${announced + places.length}\n${trailer}/Prev ${table}\n>>\nstartxref\n${own}\n%%EOF\n`,
  )
  return Buffer.concat(parts)
}

/** More are in no file of ours; a table of more is not read. */
const mostStreams = 64

/** A file in what its seal covers and the data behind it; null where what follows is not exactly that. */
export const splitLongTerm = (pdf: Buffer): { readonly sealed: Buffer; readonly data: LongTermData } | null => {
  const table = Number(/\nstartxref\n(\d{1,10})\n%%EOF\n$/.exec(pdf.toString('latin1', Math.max(0, pdf.length - 64)))?.[1])
  if (!Number.isInteger(table) || table >= pdf.length) return null
  const head = /^xref\n(\d{1,9}) (\d{1,3})\n/.exec(pdf.toString('latin1', table, table + 32))
  const count = Number(head?.[2])
  if (!head || count < 1 || count > mostStreams) return null
  const first = table + head[0].length
  const places = Array.from({ length: count }, (_, index) =>
    Number(/^(\d{10}) 00000 n \n$/.exec(pdf.toString('latin1', first + 20 * index, first + 20 * (index + 1)))?.[1]),
  )
  const [from] = places
  if (from === undefined || places.some((place) => !(place > 0 && place < table))) return null
  const store = pdf.toString('latin1', from, Math.min(places[1] ?? table, from + 4_096))
  const certificates = refsIn(store, 'Certs')
  const streams = places.slice(1).map((place, index) => streamIn(pdf.subarray(place, places[index + 2] ?? table)))
  if (streams.includes(null)) return null
  const whole = streams as readonly Buffer[]
  const data = { certificates: whole.slice(0, certificates), crls: whole.slice(certificates) }
  const sealed = pdf.subarray(0, from - 1)
  const end = endOf(sealed)
  return end && revisionAfter(sealed.length, end, data).equals(pdf.subarray(sealed.length)) ? { sealed, data } : null
}

const refsIn = (store: string, name: string): number =>
  (new RegExp(`/${name} \\[ ([^\\]]*)\\]`).exec(store)?.[1]?.match(/R/g) ?? []).length

const streamIn = (object: Buffer): Buffer | null => {
  const head = /^\d+ 0 obj\n<<\n\/Length (\d{1,9})\n>>\nstream\n/.exec(object.toString('latin1', 0, 64))
  const from = head?.[0].length ?? 0
  return head ? object.subarray(from, from + Number(head[1])) : null
}
