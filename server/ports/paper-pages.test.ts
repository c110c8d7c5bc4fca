import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { degrees, PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString, rgb } from '@cantoo/pdf-lib'
import { makePdf } from '#test/support/papers.ts'
import { pdfPaper } from '../providers/pdf/paper.ts'

const paper = pdfPaper()
after(() => paper.close())

/** Red, green and blue of the pixels of a PNG: with a palette and without a filter, or with filter 2, line by line. */
const pixelsOf = (png: Buffer) => {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const of = (name: string): Buffer => {
    const parts: Buffer[] = []
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
      if (png.toString('latin1', at + 4, at + 8) === name) parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
    return Buffer.concat(parts)
  }
  const lines = inflateSync(of('IDAT'))
  const hasPalette = png[25] === 3
  if (hasPalette) {
    const palette = of('PLTE')
    const at = (x: number, y: number): number[] => {
      const place = 3 * (lines[y * (width + 1) + 1 + x] as number)
      return [...palette.subarray(place, place + 3)]
    }
    return { width, height, hasPalette, at }
  }
  const line = 3 * width + 1
  for (let at = line; at < lines.length; at++)
    if (at % line !== 0) lines[at] = ((lines[at] as number) + (lines[at - line] as number)) & 0xff
  const at = (x: number, y: number): number[] => [...lines.subarray(y * line + 1 + 3 * x, y * line + 4 + 3 * x)]
  return { width, height, hasPalette, at }
}

test('a page of text is shown with a palette, one of more colours in all of them', async () => {
  const file = await PDFDocument.create()
  const text = file.addPage([600, 800])
  for (let line = 0; line < 60; line++)
    text.drawText('The fee is due within thirty days of the invoice, and no later than the end of the year.', {
      ...{ x: 40, y: 780 - 12 * line, size: 10 },
      color: line % 2 === 0 ? rgb(0.1, 0.1, 0.12) : rgb(0.36, 0.39, 0.42),
    })
  const colours = file.addPage([400, 400])
  for (let n = 0; n < 400; n++)
    colours.drawRectangle({
      ...{ x: 20 * (n % 20), y: 20 * Math.floor(n / 20), width: 20, height: 20 },
      color: rgb((n % 20) / 19, Math.floor(n / 20) / 19, 0.5),
    })
  const pdf = Buffer.from(await file.save())
  const png = await paper.picture(pdf, 0, 1_200, 'org')
  const page = pixelsOf(png)
  assert.ok(page.hasPalette)
  assert.ok(png.length < 250_000, `${png.length} bytes`)
  assert.deepEqual(page.at(5, 5), [255, 255, 255])
  const whole = pixelsOf(await paper.picture(pdf, 1, 400, 'org'))
  assert.ok(!whole.hasPalette)
  for (const [x, y] of [
    [0, 0],
    [19, 0],
    [7, 11],
    [19, 19],
  ] as const)
    assert.deepEqual(
      whole.at(20 * x + 10, 399 - (20 * y + 10)),
      [x / 19, y / 19, 0.5].map((part) => Math.round(part * 255)),
      `${x}, ${y}`,
    )
})

test('a page is shown as PNG, as wide as it is asked for, white where nothing is drawn', async () => {
  const file = await PDFDocument.create()
  const page = file.addPage([200, 100])
  page.drawRectangle({ x: 0, y: 0, width: 100, height: 50, color: rgb(1, 0, 0) })
  const png = await paper.picture(Buffer.from(await file.save()), 0, 400, 'org')
  const { width, height, at } = pixelsOf(png)
  assert.deepEqual([width, height], [400, 200])
  assert.deepEqual(
    [at(100, 150), at(300, 150), at(100, 50)],
    [
      [255, 0, 0],
      [255, 255, 255],
      [255, 255, 255],
    ],
  )
  const widest = pixelsOf(await paper.picture(Buffer.from(await file.save()), 0, 99_999, 'org'))
  assert.equal(widest.width, 2_400)
  await assert.rejects(paper.picture(Buffer.from(await file.save()), 1, 400, 'org'), /there is no page 1/)
})

test('an overlay is drawn onto each page as it is looked at: turned, cropped, and after a page that left its state behind', async () => {
  const small = '0.2 0 0 0.2 7 7 cm 1 0 0 RG'
  const left: readonly (readonly [turn: number, content: string])[] = [
    [0, small],
    [90, `q ${small} q q`],
    [180, `Q Q ${small} Q`],
    [270, `BT (q Q \\) \\( q) Tj ET /q gs % q q q\n${small} <71> pop BI /W 1 /H 1 /BPC 8 /CS /G ID q EI q`],
  ]
  for (const [turn, content] of left) {
    const file = await PDFDocument.create()
    const page = file.addPage([300, 200])
    page.setCropBox(20, 10, 200, 100)
    page.setRotation(degrees(turn))
    page.node.addContentStream(file.context.register(file.context.stream(content)))
    const [wide, high] = turn % 180 === 0 ? [200, 100] : [100, 200]
    const over = await PDFDocument.create()
    // The upper left corner, as it is seen.
    over.addPage([wide, high]).drawRectangle({ x: 0, y: high - 20, width: 40, height: 20, color: rgb(0, 0, 1) })
    const laid = await paper.lay(
      Buffer.from(await file.save()),
      Buffer.from(await over.save()),
      { title: 'Vertrag 契約', author: 'Söhne' },
      'org',
    )
    const { width, at } = pixelsOf(await paper.picture(laid, 0, wide, 'org'))
    assert.equal(width, wide)
    assert.deepEqual(
      [at(20, 10), at(60, 10), at(20, 40)],
      [
        [0, 0, 255],
        [255, 255, 255],
        [255, 255, 255],
      ],
      `turned by ${turn}, after ${content}`,
    )
    const read = await PDFDocument.load(laid, { updateMetadata: false })
    assert.deepEqual([read.getTitle(), read.getAuthor()], ['Vertrag 契約', 'Söhne'])
    assert.equal(read.catalog.get(PDFName.of('Metadata')), undefined)
  }
})

test('a link of the overlay can be followed where it is seen, on a page that is turned', async () => {
  const file = await PDFDocument.create()
  file.addPage([300, 200]).setRotation(degrees(90))
  const over = await PDFDocument.create()
  over.addPage([200, 300])
  const page = over.addPage([200, 300])
  over.removePage(0)
  page.drawText('Verify')
  page.node.addAnnot(
    over.context.register(
      over.context.obj({
        ...{ Type: 'Annot', Subtype: 'Link', Rect: [10, 20, 60, 30] },
        A: { S: 'URI', URI: PDFString.of('https://example.com/verify/a\\(b\\)') },
      }),
    ),
  )
  const laid = await paper.lay(
    Buffer.from(await file.save()),
    Buffer.from(await over.save()),
    { title: 'T', author: 'A' },
    'org',
  )
  const [link] = (await PDFDocument.load(laid)).getPage(0).node.Annots()?.asArray() ?? []
  const read = (await PDFDocument.load(laid)).context.lookup(link, PDFDict)
  assert.deepEqual(read.lookup(PDFName.of('Rect'), PDFArray).asRectangle(), { x: 270, y: 10, width: 10, height: 50 })
  const uri = read.lookup(PDFName.of('A'), PDFDict).lookup(PDFName.of('URI'), PDFHexString)
  assert.equal(uri.decodeText(), 'https://example.com/verify/a(b)')
})

test('text of the file below and of the overlay is on the page, and pages without one stay as they were', async () => {
  const over = await PDFDocument.create()
  over.addPage([595, 842]).drawText('Signed by Maya Rao', { x: 300, y: 50 })
  const laid = await paper.lay(await makePdf(3), Buffer.from(await over.save()), { title: 'T', author: 'A' }, 'org')
  const [first, ...others] = await paper.pagesOf(laid, 'org')
  assert.match(first?.text ?? '', /The fee is 10000 euros\.[\s\S]*Signed by Maya Rao/)
  assert.deepEqual(others, (await paper.pagesOf(await makePdf(3), 'org')).slice(1))
})
