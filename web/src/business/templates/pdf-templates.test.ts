import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { startPages } from '#test/support/page.ts'
import { makePdf, onePage } from '#test/support/papers.ts'
import { uploadPdf } from '#test/support/pdf-templates.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
})
after(() => pages?.stop())

type Someone = typeof pages.app.owner

const call = async <Body>(name: string, input: object, as: Someone): Promise<Body> => {
  const { status, body } = await pages.app.call(name, input, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as Body
}

interface Placed {
  readonly id: string
  readonly kind?: string
  readonly key?: string
  readonly signer?: string
  readonly required?: boolean
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const shown = async (owner: Someone, templateId: string) =>
  (await call<{ template: { version: number; fields: Placed[]; boxes: Placed[] } }>('show-template', { templateId }, owner))
    .template

const given = async (fields: object[] = []) => {
  const owner = await pages.app.given.organization('Nordlicht')
  const file = await uploadPdf(pages.app, owner, await makePdf(2))
  const { template } = await call<{ template: { id: string } }>(
    'create-template',
    { name: 'Order form', kind: 'pdf', file: file.id, fields },
    owner,
  )
  return { owner, templateId: template.id }
}

test('by keyboard alone a PDF is uploaded, fields are placed, moved, resized and removed, and a document is sent from it', async () => {
  const owner = await pages.app.given.organization('Nordlicht')
  const { deal } = await call<{ deal: { id: string } }>(
    'create-deal',
    { client: { name: 'Maya Rao', email: 'maya@rao.example' }, name: 'Roof' },
    owner,
  )
  const { page, errors, keeps, follow, close } = await pages.open('/settings/templates', { as: owner })
  await page.getByRole('link', { name: 'Upload PDF' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create template' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Choose a PDF.').waitFor()
  const choose = page.getByLabel('PDF file')
  const refused = onePage({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' })
  await choose.setInputFiles({ name: 'Order form.pdf', mimeType: 'application/pdf', buffer: refused })
  assert.equal(await page.getByLabel('Name').inputValue(), 'Order form')
  await choose.setInputFiles({ name: 'Retainer.pdf', mimeType: 'application/pdf', buffer: refused })
  assert.equal(await page.getByLabel('Name').inputValue(), 'Retainer', 'of the file that is chosen now')
  await page.getByLabel('Name').fill('Order form')
  await choose.setInputFiles({ name: 'Other.pdf', mimeType: 'application/pdf', buffer: refused })
  assert.equal(await page.getByLabel('Name').inputValue(), 'Order form', 'what was typed stays')
  await page.keyboard.press('Enter')
  await page.getByText('The PDF starts programs', { exact: false }).waitFor()
  await keeps('upload a PDF')
  await choose.setInputFiles({ name: 'Order form.pdf', mimeType: 'application/pdf', buffer: await makePdf(2) })
  await page.getByRole('button', { name: 'Create template' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Page 1 of 2' }).waitFor()

  const press = async (key: string, times = 1): Promise<void> => {
    for (let n = 0; n < times; n++) await page.keyboard.press(key)
  }
  const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")')
  const add = async (what: string): Promise<void> => {
    await page.getByRole('button', { name: `Add ${what}` }).focus()
    await press('Enter')
    await page.locator('button[id^=placed-]:focus').waitFor()
  }
  await add('value')
  assert.equal(await focused(), '{{VALUE 1}}, page 1')
  await press('ArrowUp', 30)
  await press('ArrowLeft', 10)
  await press('Shift+ArrowRight', 4)
  await press('Shift+ArrowUp')
  await press('Enter')
  await press('Control+A')
  await page.keyboard.type('client_name')
  await add('signature')
  await press('ArrowDown', 10)
  await add('signature')
  await press('ArrowDown', 30)
  await press('Enter')
  await page.getByRole('combobox', { name: 'Signer' }).selectOption('admin')
  await page.getByRole('textbox', { name: 'Page', exact: true }).press('Control+A')
  await page.keyboard.type('2')
  await press('Tab')
  await add('tick box')
  await press('Delete')
  await page.getByText('Tick box (Client) removed').waitFor({ state: 'attached' })
  await add('date')
  await press('ArrowDown', 200)
  await page.getByRole('group', { name: 'CLIENT_NAME' }).getByLabel('Label').fill('Client')
  await keeps('the editor')
  await page.getByRole('button', { name: 'Save' }).focus()
  await press('Enter')
  await page.getByText('Version 2').waitFor()

  const { templates } = await call<{ templates: { id: string }[] }>('list-templates', {}, owner)
  const { fields, boxes } = await shown(owner, templates[0]?.id ?? '')
  const [box] = boxes
  assert.deepEqual([boxes.length, box?.key, box?.page], [1, 'CLIENT_NAME', 0])
  assert.deepEqual([box?.x, box?.width, box?.height], [167.5, 180, 13])
  assert.deepEqual(
    fields.map(({ kind, signer, page: at }) => [kind, signer, at]),
    [
      ['signature', 'client', 0],
      ['signature', 'admin', 1],
      ['date', 'client', 0],
    ],
  )
  assert.equal(fields[2]?.y, 842 - 18, 'a field stays on its page')
  await page.getByRole('button', { name: 'Preview' }).focus()
  await press('Enter')
  await page.getByRole('region', { name: 'Preview' }).getByRole('img').first().waitFor()

  await follow(`/deals/${deal.id}`)
  await page.getByRole('button', { name: 'Send document' }).click()
  const dialog = page.getByRole('dialog')
  const client = dialog.getByRole('combobox', { name: 'Client', exact: true })
  await client.waitFor()
  await client.fill('x'.repeat(200))
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText(/Too long for its box/).waitFor()
  await client.fill('Maya Rao')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name: 'Order form – Maya Rao', level: 1 }).waitFor()
  await page.getByText('{{CLIENT_NAME}}').first().waitFor({ state: 'attached' })
  assert.deepEqual(errors, [])
  await close()
})

test('by the mouse a field is dragged from the palette, moved to the next page, and resized', async () => {
  const { owner, templateId } = await given()
  const { page, errors, close } = await pages.open(`/settings/templates/${templateId}`, { as: owner, height: 2_400 })
  const [first, second] = [page.getByRole('group', { name: 'Page 1 of 2' }), page.getByRole('group', { name: 'Page 2 of 2' })]
  await first.getByRole('img').waitFor()
  // Two pages beside each other in one view.
  for (let n = 0; n < 2; n++) await page.getByRole('button', { name: 'Zoom out' }).click()
  const palette = page.getByRole('button', { name: 'Add signature' })
  await palette.dragTo(first, { targetPosition: { x: 150, y: 100 } })
  const field = page.getByRole('button', { name: 'Signature (Client), page 1' }).first()
  await field.waitFor()
  const [before, sheet] = [await field.boundingBox(), await second.boundingBox()]
  assert.ok(before && sheet)
  await page.mouse.move(before.x + 10, before.y + 5)
  await page.mouse.down()
  await page.mouse.move(sheet.x + 60, sheet.y + 40, { steps: 5 })
  await page.mouse.up()
  const moved = second.getByRole('button', { name: 'Signature (Client), page 2' })
  await moved.waitFor()
  const there = await moved.boundingBox()
  assert.ok(there && Math.abs(there.x - (sheet.x + 50)) < 2 && Math.abs(there.y - (sheet.y + 35)) < 2, JSON.stringify(there))
  await page.mouse.move(there.x + there.width + 2, there.y + there.height + 2)
  await page.mouse.down()
  await page.mouse.move(there.x + there.width + 42, there.y + there.height + 22, { steps: 5 })
  await page.mouse.up()
  const grown = await moved.boundingBox()
  assert.ok(grown && Math.abs(grown.width - there.width - 40) < 3 && Math.abs(grown.height - there.height - 20) < 3)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Version 2').waitFor()
  const { fields } = await shown(owner, templateId)
  const scale = sheet.width / 595
  assert.deepEqual([fields.length, fields[0]?.page], [1, 1])
  assert.ok(Math.abs((fields[0]?.x ?? 0) * scale - 50) < 2, JSON.stringify(fields))
  assert.deepEqual(errors, [])
  await close()
})

test('on a phone the editor fits, zooms, and a smaller PDF whose pages a field leaves is refused at that field', async () => {
  const { owner, templateId } = await given([
    { id: 'a', kind: 'signature', signer: 'client', page: 1, x: 300, y: 700, width: 160, height: 40 },
  ])
  const { page, errors, overhang, keeps, close } = await pages.open(`/settings/templates/${templateId}`, {
    as: owner,
    width: 360,
    height: 800,
  })
  const sheet = page.getByRole('group', { name: 'Page 1 of 2' })
  await sheet.getByRole('img').waitFor()
  const before = await sheet.boundingBox()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByText('200 %').waitFor()
  const after = await sheet.boundingBox()
  assert.ok(before && after && Math.abs(after.width / before.width - 2) < 0.05)
  assert.equal(await overhang(), 0)
  await keeps('the editor on a phone')
  await page.getByRole('button', { name: 'Signature (Client), page 2' }).last().click()
  await page.getByRole('textbox', { name: 'From the left' }).waitFor()
  const small = await PDFDocument.create()
  const font = await small.embedFont(StandardFonts.Helvetica)
  small.addPage([300, 400]).drawText('Small', { x: 20, y: 20, font })
  await page.getByLabel('Replace PDF').setInputFiles({
    ...{ name: 'Small.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await small.save()) },
  })
  await page.getByText('PDF replaced', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/is on page 2, and the PDF has 1/).waitFor()
  assert.equal((await shown(owner, templateId)).version, 1)
  assert.deepEqual(errors, [])
  await close()
})

test('a template of a PDF has reminders of its own and what follows when all have signed, saved with it', async () => {
  const { owner, templateId } = await given()
  const { page, errors, keeps, close } = await pages.open(`/settings/templates/${templateId}`, { as: owner })
  await page.getByRole('combobox', { name: 'When' }).selectOption('own')
  await page.getByLabel('Days after asking').fill('2, 2')
  await page.getByLabel('Deposit invoice').selectOption('percent')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter up to five different days').waitFor()
  await page.getByLabel('Days after asking').fill('2, 5')
  await page.getByText('Save to see the preview.').waitFor()
  await keeps('a template of a PDF with rules')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('“Order form” saved').waitFor()
  const { template } = await call<{ template: { reminders: unknown; when_signed: unknown } }>(
    'show-template',
    { templateId },
    owner,
  )
  assert.deepEqual(template.reminders, { after: [2, 5], before: 1 })
  assert.deepEqual(template.when_signed, { deposit: { percent: 30, send: false }, stageId: null })
  assert.deepEqual(errors, [])
  await close()
})
