import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { drawnPng } from '#test/support/logos.ts'
import { readLogo } from './logo-pictures.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const save = (fields: object, as: Someone) => app.call('save-business', fields, as)
const upload = async (content: Buffer, as: Someone, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${app.url}/business-logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/octet-stream', ...headers },
    body: new Uint8Array(content),
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { file?: { id: string; url: string }; code?: string; error?: string },
  }
}

/** The smallest JPEG of a grey pixel, with words of a camera in it. */
const jpeg = Buffer.from(
  '/9j/4QAiRXhpZgAASUkqAAgAAAABAA4BAgAIAAAAc2VjcmV0AAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
)

test('an admin saves some details: others stay as they are, and null clears one', async () => {
  const owner = await app.given.organization('Rao Studio')
  const first = await save(
    { legalName: ' Rao SARL ', street: '1 Rue A\n2e étage', city: 'Paris', country: 'FR', website: 'https://rao.studio' },
    owner,
  )
  assert.equal(first.status, 200, JSON.stringify(first.body))
  await save({ city: null, timezone: 'Europe/Paris', currency: 'eur', phone: '01 99 00 12 47', tradeName: 'Rao' }, owner)
  const { business } = (await app.call('show-business', {}, owner)).body as unknown as { business: Record<string, unknown> }
  assert.deepEqual(business.address, { street: '1 Rue A\n2e étage', postcode: null, city: null, region: null, country: 'FR' })
  assert.deepEqual(
    [business.legal_name, business.trade_name, business.timezone, business.currency, business.phone],
    ['Rao SARL', 'Rao', 'Europe/Paris', 'EUR', '+33199001247'],
  )
  const { workspace } = (await app.call('show-workspace', {}, owner)).body as unknown as { workspace: Record<string, unknown> }
  assert.deepEqual([workspace.name, workspace.timezone], ['Rao', 'Europe/Paris'], 'they are kept in one place')
})

test('numbers that cannot be right, and letters that no font has, are refused by their field', async () => {
  const owner = await app.given.organization()
  await save({ country: 'FR' }, owner)
  const wrong = [
    [{ taxNumbers: { vat: 'FR4030326504' } }, 'taxNumbers.vat', 'business_number_invalid'],
    [{ taxNumbers: { utr: '2955839661' } }, 'taxNumbers.utr', 'business_number_invalid'],
    [{ bank: { iban: 'DE89370400440532013001' } }, 'bank.iban', 'business_number_invalid'],
    [{ legalName: 'Rao Ꮿ' }, 'legalName', 'letter_without_font'],
    [{ footer: 'Ꮿ' }, 'footer', 'letter_without_font'],
    [{ colour: 'green' }, 'colour', 'bad_request'],
    [{ country: 'XX' }, 'country', 'bad_request'],
    [{ phone: '12' }, 'phone', 'bad_request'],
    [{ logoId: '01980000-0000-7000-8000-000000000000' }, 'logoId', 'logo_not_found'],
    [{ street: 'a\nb\nc\nd' }, 'street', 'bad_request'],
    [{ website: 'javascript:alert(1)' }, 'website', 'bad_request'],
  ] as const
  for (const [fields, field, code] of wrong) {
    const { body } = await save(fields, owner)
    assert.deepEqual([body.field, body.code], [field, code], JSON.stringify(body))
  }
  assert.equal((await save({ legalName: 'x' }, await app.given.person(owner.orgId, 'member'))).body.code, 'forbidden')
})

test('a colour comes with its contrast, and with what is shown where it is too light', async () => {
  const owner = await app.given.organization()
  const colourOf = async (colour: string) =>
    ((await save({ colour }, owner)).body.business as unknown as { colour: Record<string, unknown> }).colour
  assert.deepEqual(await colourOf('#1F5F4C'), { value: '#1f5f4c', contrast: 7.5, ink: '#ffffff', readable: '#1f5f4c' })
  const yellow = await colourOf('#ffee00')
  assert.ok(yellow.contrast === 1.2 && yellow.ink === '#000000' && yellow.readable !== '#ffee00', JSON.stringify(yellow))
})

test('the server writes a logo anew, stores it once, and shows it without an account', async () => {
  const owner = await app.given.organization()
  const words = { name: 'tEXt', data: Buffer.from('Comment\0taken at home') }
  const given = drawnPng(40, 20, [words])
  const { status, body } = await upload(given, owner)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal((await upload(given, owner)).body.file?.id, body.file?.id)
  const shown = await fetch(`${app.url}${body.file?.url}`)
  const bytes = Buffer.from(await shown.arrayBuffer())
  assert.ok(given.includes('taken at home') && !bytes.includes('taken at home'))
  assert.deepEqual(
    ['content-type', 'x-content-type-options', 'cross-origin-resource-policy'].map((name) => shown.headers.get(name)),
    ['image/png', 'nosniff', 'cross-origin'],
  )
  const other = await app.given.organization()
  assert.equal((await save({ logoId: body.file?.id }, other)).body.code, 'logo_not_found')
  assert.equal((await fetch(`${app.url}/brand/${other.orgId}/${body.file?.id}`)).status, 404)
  const read = readLogo(jpeg)
  assert.ok('content' in read && jpeg.includes('secret') && !read.content.includes('secret'), JSON.stringify(read))
})

test('the server refuses what is no safe picture by its bytes, whatever its sender calls it', async () => {
  const owner = await app.given.organization()
  const bomb = drawnPng(40, 20)
  bomb.writeUInt32BE(60_000, 16)
  const files: readonly (readonly [string, Buffer])[] = [
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
    ['one that names other measures', bomb],
    ['one that is cut', drawnPng(40, 20).subarray(0, 60)],
    ['one with something behind it', Buffer.concat([drawnPng(4, 4), Buffer.from('<script>')])],
    ['one that is too wide', drawnPng(2_001, 1)],
    ['one that is too large', Buffer.concat([drawnPng(4, 4), Buffer.alloc(1_000_001)])],
    ['a JPEG without an end', jpeg.subarray(0, -2)],
    ['nothing', Buffer.alloc(0)],
  ]
  for (const [called, content] of files) {
    const { status, body } = await upload(content, owner, { 'content-type': 'image/png' })
    assert.deepEqual([status, body.code], [400, 'logo_not_usable'], `${called}: ${JSON.stringify(body)}`)
  }
  assert.equal((await upload(drawnPng(4, 4), await app.given.person(owner.orgId, 'member'))).status, 403)
})
