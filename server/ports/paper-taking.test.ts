import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { deflated, makePdf, onePage, streamOf, writtenPdf } from '#test/support/papers.ts'
import { pdfPaper } from '../providers/pdf/paper.ts'
import { type PaperFault, PaperLate, PaperRefused } from './paper.ts'

const paper = pdfPaper()
after(() => paper.close())

const take = (pdf: Buffer) => paper.take(pdf, 'org')
const assertRefused = (pdf: Buffer, fault: PaperFault, name = fault as string): Promise<void> =>
  assert.rejects(take(pdf), (error) => {
    assert.ok(error instanceof PaperRefused, `${name}: ${error}`)
    assert.equal(error.fault, fault, name)
    return true
  })

test('a plain file is taken with its pages, their sizes as they are looked at, and their text', async () => {
  const { pdf, pages } = await take(await makePdf(3))
  assert.deepEqual(
    pages.map(({ widthPt, heightPt, text }) => [widthPt, heightPt, text.split('\n')[0]]),
    [1, 2, 3].map((number) => [595, 842, `Contract, page ${number}`]),
  )
  assert.match(pages[0]?.text ?? '', /The fee is 10000 euros\./)
  assert.deepEqual(await paper.pagesOf(pdf, 'org'), pages)
  const turned = await take(onePage({ page: '/Rotate 90 /CropBox [0 50 300 200]' }))
  assert.deepEqual([turned.pages[0]?.widthPt, turned.pages[0]?.heightPt], [150, 300])
})

test('a file that was taken is taken again as it is, byte for byte', async () => {
  const once = await take(await makePdf())
  const twice = await take(once.pdf)
  assert.deepEqual(twice.pages, once.pages)
  assert.ok(twice.pdf.equals(once.pdf))
})

test('scripts, actions, files and media are taken out, and the page stays as it was', async () => {
  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
  const acting: readonly Parameters<typeof onePage>[0][] = [
    { catalog: `/OpenAction ${script}` },
    { catalog: `/AA << /WC ${script} >>`, page: `/AA << /O ${script} >>` },
    { catalog: '/OpenAction 6 0 R', objects: [script] },
    { catalog: `/Names << /JavaScript << /Names [(a) ${script}] >> >>` },
    {
      catalog: '/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >> /AF [6 0 R] /Collection << /View /T >>',
      objects: [
        '<< /Type /Filespec /F (a.exe) /EF << /F 7 0 R >> >>',
        streamOf(Buffer.from('MZ-PROGRAM'), '/Type /EmbeddedFile'),
      ],
    },
    {
      page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << /S /URI /URI (javascript:alert) /Next ${script} >> >>]`,
    },
    { page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << /S /SubmitForm /F (https://evil.example) >> >>]' },
    {
      page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << /S /GoToR /F (\\\\\\\\evil\\\\share.pdf) /D [0 /Fit] >> >>]',
    },
    { page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << /S /ImportData /F (x.fdf) >> >>]' },
    {
      page: '/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 6 0 R >> << /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >> << /Type /Annot /Subtype /Screen /Rect [0 0 9 9] >>]',
      objects: ['<< /Type /Filespec /F (a.exe) /EF << /F 7 0 R >> >>', streamOf(Buffer.from('MZ-PROGRAM'))],
    },
    // Nothing leads to it.
    { objects: [script] },
    {
      catalog: '/AcroForm << /Fields [6 0 R] >>',
      page: '/Annots [6 0 R]',
      objects: [`<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 99 20] /AA << /K ${script} >> >>`],
    },
  ]
  const plain = (await take(onePage())).pages
  for (const added of acting) {
    const { pdf, pages } = await take(onePage(added))
    assert.deepEqual(pages, plain)
    const words = pdf.toString('latin1')
    for (const word of [
      'JavaScript',
      'JS',
      'AA',
      'OpenAction',
      'EmbeddedFiles?',
      'EF',
      'AcroForm',
      'SubmitForm',
      'GoToR',
      'ImportData',
      'RichMedia',
      'FileAttachment',
      'Screen',
      'Collection',
      'Next',
    ])
      assert.doesNotMatch(words, new RegExp(`/${word}\\b`), `${word} of ${JSON.stringify(added)}`)
    assert.doesNotMatch(words, /app\.alert|MZ-PROGRAM|evil/)
  }
})

test('links to the web and within the file stay', async () => {
  const link = (action: string) => `<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << ${action} >> >>`
  const { pdf } = await take(
    onePage({ page: `/Annots [${link('/S /URI /URI (https://example.com/terms)')} ${link('/S /GoTo /D [3 0 R /Fit]')}]` }),
  )
  assert.match(pdf.toString('latin1'), /https:\/\/example\.com\/terms/)
  assert.match(pdf.toString('latin1'), /\/GoTo\b/)
})

test('the fields of a form are gone, and what was filled in stays on the page', async () => {
  const file = await PDFDocument.create()
  const page = file.addPage([300, 200])
  const field = file.getForm().createTextField('name')
  field.setText('Maya Rao')
  field.addToPage(page, { x: 20, y: 20, width: 200, height: 30 })
  const { pdf, pages } = await take(Buffer.from(await file.save()))
  assert.match(pages[0]?.text ?? '', /Maya Rao/)
  assert.doesNotMatch(pdf.toString('latin1'), /\/AcroForm|\/Widget/)
})

test('a launch, a form drawn by a program, a signature and a password are refused, each with its fault', async () => {
  await assertRefused(
    onePage({ page: '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << /S /Launch /F (cmd.exe) >> >>]' }),
    'active',
  )
  await assertRefused(
    onePage({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /Launch /F (a) >> >>' }),
    'active',
  )
  await assertRefused(onePage({ catalog: '/AcroForm << /Fields [] /XFA (<xdp/>) >>' }), 'active')
  const identity = await paper.makeIdentity({ organization: 'A', at: new Date(), years: 1 })
  const order = { identity, name: 'A', reason: 'B', at: new Date(), timestamp: null }
  await assertRefused(await paper.seal(await makePdf(), order, 'org'), 'signed')
  const locked = await PDFDocument.create()
  locked.addPage()
  locked.encrypt({ ownerPassword: 'owner', userPassword: '' })
  await assertRefused(Buffer.from(await locked.save()), 'encrypted')
})

test('a file that is no PDF, is cut, or has no pages that can be found is refused', async () => {
  await assertRefused(Buffer.from('PK\u0003\u0004 a document of another program'), 'not_pdf')
  await assertRefused(Buffer.alloc(0), 'not_pdf')
  await assertRefused(Buffer.from('%PDF-1.7\n'), 'broken')
  await assertRefused((await makePdf()).subarray(0, 700), 'broken')
  await assertRefused(writtenPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']), 'broken')
  // A page tree that is its own branch.
  await assertRefused(writtenPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']), 'broken')
  await assertRefused(writtenPdf(['<< /Type /Catalog /Pages 2 0 R >>', `${'['.repeat(200_000)}`]), 'broken')
})

test('a file with a table of objects that leads nowhere is read all the same, or refused', async () => {
  const plain = onePage()
  for (const broken of [
    Buffer.from(plain.toString('latin1').replace(/startxref\n\d+/, 'startxref\n9999999'), 'latin1'),
    Buffer.from(plain.toString('latin1').replaceAll(/\d{10} 00000 n/g, '0000000007 00000 n'), 'latin1'),
  ]) {
    const pages = await take(broken).then(
      (taken) => taken.pages,
      (error: PaperRefused) => error.fault,
    )
    if (pages !== 'broken') assert.deepEqual(pages, (await take(plain)).pages)
  }
})

test('a file that two readers read differently is refused', async () => {
  // The table leads to one text; one that goes through the file from its beginning finds another later on.
  const plain = onePage().toString('latin1')
  const other = plain.replace(
    'xref\n',
    `4 0 obj\n${streamOf(Buffer.from('BT /F 12 Tf 20 150 Td (Another text) Tj ET'))}\nendobj\nxref\n`,
  )
  const moved = other.length - plain.length
  const pointed = other.replace(/startxref\n(\d+)/, (_, place) => `startxref\n${Number(place) + moved}`)
  await assertRefused(Buffer.from(pointed, 'latin1'), 'broken')
})

test('10,000 pages, 26 MB and a stream that unpacks to gigabytes are refused in seconds', async () => {
  const began = performance.now()
  const kids = Array.from({ length: 10_000 }, (_, index) => `${index + 3} 0 R`).join(' ')
  const pages = Array.from({ length: 10_000 }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>')
  await assertRefused(
    writtenPdf(['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count 10000 >>`, ...pages]),
    'too_many_pages',
  )
  await assertRefused(Buffer.concat([await makePdf(), Buffer.alloc(26 * 2 ** 20)]), 'too_large')
  const bomb = deflated(Buffer.alloc(300 * 2 ** 20))
  await assertRefused(onePage({ objects: [bomb] }), 'too_large')
  const twice = deflated(bomb.subarray(bomb.indexOf('stream\n') + 7), '/Type /ObjStm /N 1 /First 4')
  await assertRefused(onePage({ objects: [twice] }), 'too_large', 'nested')
  assert.ok(performance.now() - began < 20_000, `${performance.now() - began} ms`)
})

test('files made of others by chance are refused, or read as what they are, and never throw anything else', async () => {
  const identity = await paper.makeIdentity({ organization: 'A', at: new Date(), years: 1 })
  const sealed = await paper.seal(await makePdf(), { identity, name: 'A', reason: 'B', at: new Date(), timestamp: null }, 'org')
  const plain = await makePdf()
  let seed = 20_261_124
  const chance = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return seed % most
  }
  const words = [
    '/Kids',
    '0 R',
    '<<',
    '>>',
    '[',
    '(',
    'obj',
    'endobj',
    'stream',
    '-1',
    '99999999',
    'null',
    '1 0 R',
    '%',
    'trailer',
    '/A#zz',
  ]
  const mangled = (file: Buffer): Buffer => {
    const [at, from] = [chance(file.length), chance(file.length)]
    const parts = [
      file.subarray(0, at),
      Buffer.from(words[chance(words.length)] as string),
      file.subarray(from, from + chance(300)),
    ]
    return Buffer.concat([...parts, file.subarray(at + chance(100))])
  }
  for (let n = 0; n < 60; n++) {
    const report = await paper.check(mangled(sealed), [identity.chain[1] as Buffer], 'org')
    assert.equal(report.isIntact, false)
    assert.equal(report.checks.length, 12)
    await take(mangled(plain)).catch((error) => assert.ok(error instanceof PaperRefused, String(error)))
  }
  const bomb = await paper.check(onePage({ objects: [deflated(Buffer.alloc(300 * 2 ** 20))] }), [], 'org')
  assert.deepEqual(bomb.checks.find(({ result }) => result === 'failed')?.name, 'readable')
})

test('a file that takes too long, or too much memory, ends alone: other workspaces and the server go on', async () => {
  const hasty = pdfPaper({ limitMs: 12_000 })
  const small = pdfPaper({ mostMb: 250 })
  const tiny = pdfPaper({ mostMb: 1 })
  try {
    const plain = await makePdf()
    await Promise.all([hasty.pagesOf(plain, 'slow'), hasty.pagesOf(plain, 'quick')])
    // Forms that draw the next one ten times each.
    const forms = Array.from({ length: 9 }, (_, level) =>
      streamOf(
        Buffer.from(level === 8 ? '0 0 300 200 re f' : '/N Do '.repeat(10)),
        `/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Resources << /XObject << /N ${level + 7} 0 R >> >>`,
      ),
    )
    const endless = onePage({ objects: forms })
      .toString('latin1')
      .replace('/Font << /F 5 0 R >>', '/Font << /F 5 0 R >> /XObject << /N 6 0 R >>')
      .replace('BT /F 12 Tf 20 150 Td (A line of text) Tj ET', '/N Do'.padEnd(44))
    const slow = assert.rejects(hasty.picture(Buffer.from(endless, 'latin1'), 0, 2_400, 'slow'), PaperLate)
    const watch = monitorEventLoopDelay({ resolution: 5 })
    watch.enable()
    for (let n = 0; n < 5; n++) assert.equal((await hasty.pagesOf(plain, 'quick')).length, 2)
    await slow
    watch.disable()
    assert.ok(watch.max / 1e6 < 500, `${watch.max / 1e6} ms`)
    assert.equal((await hasty.pagesOf(plain, 'slow')).length, 2)
    // Under a filter that is not looked through before, it is the memory of its process that ends it.
    const hex = Buffer.from(`${deflateSync(Buffer.alloc(400 * 2 ** 20)).toString('hex')}>`)
    const hidden = streamOf(hex, '/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]')
    await assert.rejects(small.take(onePage({ objects: [hidden] }), 'org'), /more than 250 MB/)
    await assert.rejects(tiny.picture(Buffer.from(endless, 'latin1'), 0, 2_400, 'org'), /more than 1 MB/)
  } finally {
    await hasty.close()
    await small.close()
    await tiny.close()
  }
})
