import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
  const inside = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(inside))
  return Buffer.concat([length, inside, sum])
}

/** A picture of a page: two colours that its name decides, and a bar for each page before it. PNG (RFC 2083). */
export const pagePicture = (name: string, page: number, [width, height] = [320, 200]): Buffer => {
  const digest = createHash('sha256').update(name).digest()
  const [ground, ink] = [
    digest.subarray(0, 3).map((each) => 160 + (each % 90)),
    digest.subarray(3, 6).map((each) => each % 120),
  ]
  const rows = Array.from({ length: height }, (_row, y) => {
    const row = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x++) {
      const isTitle = y > height * 0.2 && y < height * 0.4 && x > width * 0.1 && x < width * 0.7
      const isBar = y > height * 0.6 && y < height * 0.8 && x % 40 > 20 && x < 40 * page
      row.set(isTitle || isBar ? ink : ground, 1 + x * 3)
    }
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8) // eight bits of red, green and blue
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))],
  ])
}

/** A PDF of as many pages, each with a line of text (ISO 32000-1). */
export const pagesPdf = (title: string, pages: number): Buffer => {
  const line = (page: number): string => `${title} · ${page}`.replace(/[^\x20-\x7e]/g, '?').replace(/[()\\]/g, ' ')
  const kids = Array.from({ length: pages }, (_page, at) => `${4 + at * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: pages }, (_page, at) => {
      const text = `BT /F1 24 Tf 60 700 Td (${line(at + 1)}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]
    }).flat(),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`
  return Buffer.from(`${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`, 'latin1')
}

/** The smallest JPEG that browsers show: one grey point. */
const greyPoint = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
)
const greyGif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  mp4: 'video/mp4',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}
export const mediaType = (type: string): string => types[type] ?? 'application/octet-stream'

/** What an export of a design is made of. */
export const fileOf = (
  { title, pages }: { readonly title: string; readonly pages: number },
  type: string,
  page: number,
): Buffer => {
  if (type === 'png') return pagePicture(title, page, [640, 400])
  if (type === 'jpg') return greyPoint
  if (type === 'gif') return greyGif
  return type === 'pdf' ? pagesPdf(title, pages) : Buffer.from(`${type} of ${title}`)
}

/** So many bytes behind those of a file, piece by piece. */
export const padded = (file: Buffer, bytes: number): Readable =>
  Readable.from(
    (function* () {
      const piece = Buffer.alloc(65_536, 0x20)
      yield file
      for (let left = bytes - file.length; left > 0; left -= piece.length)
        yield left < piece.length ? piece.subarray(0, left) : piece
    })(),
    { objectMode: false },
  )
