import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { makeVault } from '#core/vault.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openDocuments, type ShownDocument } from '#test/support/documents.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(async () => app?.stop())

/** A PNG of 20 × 10 pixels with a bar of that shade of blue (ISO/IEC 15948). */
const picture = (blue: number): string => {
  const chunk = (name: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const head = Buffer.from('000000140000000a0802000000', 'hex')
  const lines = Buffer.alloc(10 * 61, 255)
  for (let y = 0; y < 10; y++) {
    lines[y * 61] = 0
    if (y > 3 && y < 6) lines.fill(Buffer.from([0, 0, blue]), y * 61 + 4, y * 61 + 52)
  }
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  const end = chunk('IEND', Buffer.alloc(0))
  return Buffer.concat([magic, chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), end]).toString('base64')
}

const body = [
  '# Agreement',
  'For {{PRICE}}.',
  '[[signature client]] [[text client "Order"]]',
  '[[signature admin]] [[text admin "Cost centre"]] [[tick admin "Budget is there"]]',
].join('\n\n')

interface Shown extends ShownDocument {
  readonly fields: { id: string; signer_id: string; kind: string; label: string | null; required: boolean }[]
}

const given = async (text = body) => {
  const documents = await openDocuments(app, makeVault(Buffer.alloc(32, 7)), text)
  const document = (await documents.document()) as Shown
  const signerOf = (role: string) => {
    const signer = document.signers.find((each) => each.role === role)
    assert.ok(signer)
    return signer
  }
  const fieldOf = (role: string, kind: string): string => {
    const field = document.fields.find((each) => each.signer_id === signerOf(role).id && each.kind === kind)
    assert.ok(field, `${role} has no ${kind}`)
    return field.id
  }
  const sign = async (role: string, values?: object) => {
    const { name, email } = signerOf(role)
    const data = { signerName: name, signerEmail: email, signerRole: role, timestamp: new Date().toISOString() }
    const input = { documentId: document.id, url: document.url, data, ...(values && { values }) }
    const { status, body: answer } = await app.call('sign-document', input, documents.owner)
    return { status, code: answer.code, field: answer.field }
  }
  const marksOf = async (role: string) =>
    app.database.inOrg(documents.owner.orgId, (db) =>
      db.selectFrom('document_signers').select('marks').where('id', '=', signerOf(role).id).executeTakeFirstOrThrow(),
    )
  return { documents, document, fieldOf, sign, marksOf, signerOf }
}

test('a member fills in their own fields as they sign; without one that they must fill in they do not', async () => {
  const { documents, document, fieldOf, sign, marksOf } = await given()
  const [text, tick] = [fieldOf('admin', 'text'), fieldOf('admin', 'tick')]
  const clients = fieldOf('client', 'text')
  assert.deepEqual(await sign('admin'), { status: 400, code: 'field_missing', field: `values.${text}` })
  assert.deepEqual(await sign('admin', { [text]: ' ' }), { status: 400, code: 'field_missing', field: `values.${text}` })
  assert.deepEqual(await sign('admin', { [text]: 'K 7', [clients]: 'not mine' }), {
    ...{ status: 400, code: 'field_wrong', field: `values.${clients}` },
  })
  assert.deepEqual(await sign('admin', { [text]: true }), { status: 400, code: 'field_wrong', field: `values.${text}` })
  assert.equal((await documents.shown(document.id)).signers.find(({ role }) => role === 'admin')?.state, 'asked')

  assert.equal((await sign('admin', { [text]: 'K 7', [tick]: true })).status, 200)
  const { marks } = await marksOf('admin')
  assert.partialDeepStrictEqual(marks, { [text]: 'K 7', [tick]: true })
  // A repeat answers the same, and what it says else changes nothing.
  assert.equal((await sign('admin', { [text]: 'K 8' })).status, 200)
  assert.deepEqual((await marksOf('admin')).marks, marks)
})

test('a member who records the signature of a client fills in nothing for them, and the evidence says from where it was recorded', async () => {
  const { documents, document, fieldOf, sign, marksOf } = await given()
  const clients = fieldOf('client', 'text')
  assert.deepEqual(await sign('client', { [clients]: 'PO 7' }), {
    status: 400,
    code: 'field_wrong',
    field: `values.${clients}`,
  })
  assert.equal((await sign('client')).status, 200)
  assert.deepEqual((await marksOf('client')).marks, {})
  assert.equal((await sign('admin', { [fieldOf('admin', 'text')]: 'K 7' })).status, 200)
  const said = await app.database.inOrg(documents.owner.orgId, (db) =>
    db.selectFrom('document_personal').select(['key', 'value']).where('document_id', '=', document.id).execute(),
  )
  const keys = said.map(({ key }) => key)
  for (const key of ['address', 'attested_address', 'attested_by'])
    assert.equal(keys.filter((each) => each === key).length, 1, key)
  assert.equal(await documents.verify(document.id), true)
})

test('a value that is no picture of a signature is refused at its field', async () => {
  const { documents, document, fieldOf } = await given()
  const token = await documents.tokenOf(document.id, 'client')
  const signature = fieldOf('client', 'signature')
  const sign = async (values: object) => {
    const { status, body: answer } = await app.call('sign-with-link', { token, name: 'Maya Rao', consent: true, values }, null)
    return `${status} ${answer.code ?? ''} ${answer.field ?? ''}`.trim()
  }
  const order = { [fieldOf('client', 'text')]: 'PO 7' }
  assert.equal(await sign({ ...order, [signature]: { png: 'AAAA' } }), `400 field_wrong values.${signature}`)
  assert.match(await sign({ ...order, [signature]: { png: 'A'.repeat(200_001) } }), /^400 bad_request/)
  assert.match(await sign({ ...order, [signature]: { png: 7 } }), /^400 bad_request/)
  assert.match(await sign({ [fieldOf('client', 'text')]: { png: 'AAAA' } }), /^400 field_wrong/, 'words are no picture')
})

test('a picture is kept once for all fields that show it; a signer has two at most', async () => {
  const { documents, document, marksOf } = await given(
    '# Agreement for {{PRICE}}\n\n[[signature client]] [[initials client]]\n\n[[signature client]] [[initials client]]',
  )
  const token = await documents.tokenOf(document.id, 'client')
  const fields = document.fields.filter(({ kind }) => kind === 'signature' || kind === 'initials').map(({ id }) => id)
  const [first, second, third, fourth] = fields
  assert.ok(first && second && third && fourth)
  const sign = async (values: object) => {
    const { status, body: answer } = await app.call('sign-with-link', { token, name: 'Maya Rao', consent: true, values }, null)
    return `${status} ${answer.code ?? ''} ${answer.field ?? ''}`.trim()
  }
  const [one, other, another] = [{ png: picture(40) }, { png: picture(90) }, { png: picture(140) }]
  assert.equal(await sign({ [first]: one, [second]: other, [third]: another }), `400 field_wrong values.${third}`)
  assert.equal(await sign({ [first]: one, [second]: other, [third]: one, [fourth]: other }), '200')
  const { marks } = await marksOf('client')
  assert.partialDeepStrictEqual(marks, { [third]: { like: first }, [fourth]: { like: second } })
  assert.ok('png' in ((marks as Record<string, object>)[first] ?? {}))
})
