import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import type { Answer } from '#test/support/requests.ts'
import { findSigners, signTokenOf } from './signers.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
})
after(() => app?.stop())

const ok = <Body>(answer: Answer): Body => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as unknown as Body
}

const body = '# Agreement\n\nWith {{CLIENT_NAME}} for {{PRICE}}.\n\n[[signature client]]'

/** A workspace with a template and a deal. */
const given = async () => {
  const owner = await app.given.organization('Nordlicht')
  const { deal } = ok<{ deal: { id: string; contact: { id: string } } }>(
    await app.call('create-deal', { client: { name: 'Maya Rao', email: 'maya@rao.example' }, name: 'Roof' }, owner),
  )
  const { template } = ok<{ template: { id: string } }>(
    await app.call('create-template', { name: 'Agreement', kind: 'text', body }, owner),
  )
  return { owner, deal, template }
}
const send = (owner: Someone, dealId: string, templateId: string, more: object = {}) =>
  app.call(
    'generate-contract',
    {
      ...{ projectId: dealId, templateId, userId: owner.personId, title: 'Agreement', docType: 'contract' },
      replacements: { CLIENT_NAME: 'Maya Rao', PRICE: '100 €' },
      ...more,
    },
    owner,
  )

test('a preview shows a template with the values so far, and stores nothing', async () => {
  const { owner, template } = await given()
  const { pdf, pages } = ok<{ pdf: string; pages: string[] }>(
    await app.call(
      'preview-contract',
      { templateId: template.id, title: 'Agreement', replacements: { PRICE: '1.000 €' }, locale: 'de' },
      owner,
    ),
  )
  assert.equal(Buffer.from(pdf, 'base64').subarray(0, 5).toString(), '%PDF-')
  assert.deepEqual(
    pages.map((page) => Buffer.from(page, 'base64').subarray(1, 4).toString()),
    ['PNG'],
  )
  assert.deepEqual(ok<{ documents: unknown[] }>(await app.call('list-documents', {}, owner)).documents, [])
})

test('a preview of a text that is not saved names what cannot be read or shown', async () => {
  const { owner } = await given()
  const preview = async (more: object): Promise<string> => {
    const { status, body: answer } = await app.call('preview-contract', { title: 'Agreement', ...more }, owner)
    return `${status} ${String(answer.code ?? 'shown')}`
  }
  assert.equal(await preview({ body }), '200 shown')
  assert.equal(await preview({ body: 'Sign [[signatur client]] here' }), '400 template_unreadable')
  assert.equal(await preview({ body, replacements: { PRICE: '\u{13000}' } }), '400 letter_without_font')
  assert.equal(await preview({}), '404 document_template_not_found')
  assert.equal(await preview({ templateId: owner.orgId }), '404 document_template_not_found')
})

test('a name in braces that is no placeholder is refused by its name while the text is written, and in a text of before when it is sent', async () => {
  const { owner, deal, template } = await given()
  const odd: readonly (readonly [string, string])[] = [
    ['For {{Price (EUR)}} a month', '{{Price (EUR)}}'],
    ['# To {{Client’s name}}', '{{Client’s name}}'],
    ['> {{A/B}}', '{{A/B}}'],
    ['| Seat |\n|---|\n| {{Straße & Nr}} |', '{{Straße & Nr}}'],
    ['- {{CLIENT\\_NAME}}', '{{CLIENT_NAME}}'],
    ['{{CLI**ENT**}}', '{{CLIENT}}'],
    ['{\\{CLIENT_NAME}}', '{{CLIENT_NAME}}'],
    ['{{CLIENT_NAME} pays', '{{CLIENT_NAME}'],
    ['｛｛名前｝｝', '{{名前}}'],
    ['[[text client "{{P.O. #}}"]]', '{{P.O. #}}'],
    ['{{ }}', '{{ }}'],
  ]
  for (const [text, named] of odd) {
    const whole = `${body}\n\n${text}`
    for (const [action, input] of [
      ['create-template', { name: 'Odd', kind: 'text', body: whole }],
      ['update-template', { templateId: template.id, body: whole }],
      ['preview-contract', { title: 'Odd', body: whole }],
    ] as const) {
      const { status, body: answer } = await app.call(action, input, owner)
      assert.deepEqual([status, answer.code, answer.field], [400, 'template_unreadable', 'body'], `${action}: ${text}`)
      assert.ok(String(answer.error).includes(`the place of ${named}. `), String(answer.error))
    }
    await asOwner(app.target, (client) =>
      client.query('update foyer.template_versions set body = $2 where template_id = $1', [template.id, whole]),
    )
    const sent = await send(owner, deal.id, template.id)
    assert.deepEqual([sent.status, sent.body.code], [400, 'placeholder_left'], text)
    assert.ok(String(sent.body.error).includes(named), String(sent.body.error))
    const previewed = await app.call('preview-contract', { templateId: template.id, title: 'Odd' }, owner)
    assert.equal(previewed.body.code, 'placeholder_left')
  }
  assert.deepEqual(ok<{ documents: unknown[] }>(await app.call('list-documents', {}, owner)).documents, [])
  // A placeholder that the version did not know of has no value either.
  await asOwner(app.target, (client) =>
    client.query('update foyer.template_versions set body = $2 where template_id = $1', [template.id, `${body} {{LATER}}`]),
  )
  assert.match(String((await send(owner, deal.id, template.id)).body.error), /\{\{LATER\}\}/)
  // Braces of a value, and single ones of the text, are no placeholder.
  ok(await app.call('update-template', { templateId: template.id, body: `${body}\n\n{a} { b } }} {{{PRICE}}}` }, owner))
  ok(await send(owner, deal.id, template.id, { replacements: { CLIENT_NAME: '{{Price (EUR)}}', PRICE: '{{A/B}}' } }))
})

test('a text of more than 500 pages is refused in a preview and when it is sent: no signer could be shown the rest', async () => {
  const { owner, deal } = await given()
  const text = `${'Terms.\n\n---\n\n'.repeat(500)}End. {{CLIENT_NAME}} {{PRICE}}\n\n[[signature client]] [[signature admin]]`
  const { template } = ok<{ template: { id: string } }>(
    await app.call('create-template', { name: 'Of 501', kind: 'text', body: text }, owner),
  )
  const preview = await app.call('preview-contract', { templateId: template.id, title: 'Long' }, owner)
  assert.deepEqual([preview.status, preview.body.code], [400, 'pdf_too_many_pages'])
  const sent = await send(owner, deal.id, template.id)
  assert.deepEqual([sent.status, sent.body.code], [400, 'pdf_too_many_pages'])
  const { documents } = ok<{ documents: unknown[] }>(await app.call('list-documents', {}, owner))
  assert.equal(documents.length, 0)
})

test('a value that shows nothing on paper is none: its default stands there, and without one nothing is sent', async () => {
  const { owner, deal, template } = await given()
  for (const empty of ['', '  ', '\u00a0', ' \n\t', '\u200b', '\u200e\u200d', '\u3164', '\u2800']) {
    const { status, body: answer } = await send(owner, deal.id, template.id, {
      replacements: { CLIENT_NAME: 'Maya Rao', PRICE: empty },
    })
    assert.equal(`${status} ${String(answer.code)}`, '400 missing_placeholder', JSON.stringify(empty))
    assert.match(String(answer.error), /\{\{PRICE\}\}/)
  }
  assert.deepEqual(ok<{ documents: unknown[] }>(await app.call('list-documents', {}, owner)).documents, [])

  const placeholders = [{ key: 'PRICE', type: 'line', default: '50 €' }]
  const priced = ok<{ template: { id: string } }>(
    await app.call('create-template', { name: 'Priced', kind: 'text', body, placeholders }, owner),
  )
  const { document } = ok<{ document: { id: string } }>(
    await send(owner, deal.id, priced.template.id, { replacements: { CLIENT_NAME: 'Maya Rao', PRICE: ' ' } }),
  )
  const { document: shown } = ok<{ document: { changed_text: { is: string }[] } }>(
    await app.call('show-document', { documentId: document.id }, owner),
  )
  assert.deepEqual(
    shown.changed_text.map(({ is }) => is),
    ['With Maya Rao for 50 €.'],
  )
})

test('the list has those that wait for signatures first by `open`, with since when they wait', async () => {
  const { owner, deal, template } = await given()
  const made: string[] = []
  for (let n = 0; n < 2; n++) made.push(ok<{ document: { id: string } }>(await send(owner, deal.id, template.id)).document.id)
  ok(await app.call('void-document', { documentId: made[1], reason: 'A mistake' }, owner))
  const listed = async (open: boolean) =>
    ok<{ documents: { id: string; waiting_since: string | null }[] }>(await app.call('list-documents', { open }, owner))
      .documents
  const [waiting, ended] = [await listed(true), await listed(false)]
  assert.deepEqual([waiting.map(({ id }) => id), ended.map(({ id }) => id)], [[made[0]], [made[1]]])
  assert.ok(waiting[0]?.waiting_since)
  assert.equal(ended[0]?.waiting_since, null)
})

test('documents stand in the timeline of their deal and contact: sent, and voided', async () => {
  const { owner, deal, template } = await given()
  const { document } = ok<{ document: { id: string } }>(await send(owner, deal.id, template.id))
  ok(await app.call('void-document', { documentId: document.id, reason: 'A mistake' }, owner))
  for (const whose of [{ dealId: deal.id }, { contactId: deal.contact.id }]) {
    const { entries } = ok<{ entries: { id: string; kind: string; subject_id: string; facts: { kind: string } }[] }>(
      await app.call('list-timeline', { ...whose, limit: 50 }, owner),
    )
    const ours = entries.filter(({ kind }) => kind === 'document')
    assert.deepEqual(
      ours.map(({ subject_id, facts }) => [subject_id, facts.kind]),
      [
        [document.id, 'voided'],
        [document.id, 'made'],
      ],
    )
    assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length)
    const first = ok<{ entries: { id: string }[]; next_cursor: string }>(
      await app.call('list-timeline', { ...whose, limit: 1 }, owner),
    )
    const second = ok<{ entries: { id: string }[] }>(
      await app.call('list-timeline', { ...whose, limit: 1, cursor: first.next_cursor }, owner),
    )
    assert.deepEqual([first.entries[0]?.id, second.entries[0]?.id], [entries[0]?.id, entries[1]?.id])
  }
})

test('the timeline says who signed, attested or took back a document: a member by name, a signer by their link', async () => {
  const { owner, deal, template } = await given()
  const made = ok<{ document: { id: string; url: string } }>(await send(owner, deal.id, template.id)).document
  const { document } = ok<{ document: { signers: { name: string; email: string; role: string }[] } }>(
    await app.call('show-document', { documentId: made.id }, owner),
  )
  const member = document.signers.find(({ role }) => role === 'admin')
  const sign = (signerName: string, signerEmail: string, signerRole: string) => {
    const data = { signerName, signerEmail, signerRole, timestamp: new Date().toISOString() }
    return app.call('sign-document', { documentId: made.id, data, url: made.url }, owner)
  }
  ok(await sign('Maya Rao', 'maya@rao.example', 'client'))
  ok(await sign(member?.name ?? '', member?.email ?? '', 'admin'))
  const linked = ok<{ document: { id: string } }>(await send(owner, deal.id, template.id)).document
  const signer = await app.database.inOrg(owner.orgId, (db) => findSigners(db, owner.orgId, linked.id))
  const client = signer.find(({ role }) => role === 'client')
  const token = client && signTokenOf(makeVault(Buffer.alloc(32, 7)), client)
  ok(await app.call('sign-with-link', { token, name: 'Maya Rao', consent: true, values: {} }, null))
  ok(await app.call('void-document', { documentId: linked.id, reason: 'A mistake' }, owner))
  interface Entry {
    readonly kind: string
    readonly subject_id: string
    readonly facts: { kind: string; name: string | null }
    readonly cause: { kind: string }
    readonly person: { id: string } | null
  }
  const { entries } = ok<{ entries: Entry[] }>(await app.call('list-timeline', { dealId: deal.id, limit: 50 }, owner))
  const told = (id: string) =>
    entries
      .filter(({ kind, subject_id }) => kind === 'document' && subject_id === id)
      .map(({ facts, cause, person }) => `${facts.kind} ${cause.kind} ${person?.id === owner.personId ? 'owner' : person}`)
      .sort()
  assert.deepEqual(told(made.id), ['completed person owner', 'made person owner', 'signed person owner', 'signed person owner'])
  assert.deepEqual(told(linked.id), ['made person owner', 'signed signer null', 'voided person owner'])
})

test('an admin sees the certificate after the first document, and changes how documents are signed', async () => {
  const { owner, deal, template } = await given()
  const shown = async () =>
    ok<{ sealing: { certificate: { root_pem: string; root_fingerprint: string } | null; days_to_sign: number } }>(
      await app.call('show-sealing', {}, owner),
    ).sealing
  assert.deepEqual([(await shown()).certificate, (await shown()).days_to_sign], [null, 30])
  ok(await app.call('update-sealing', { daysToSign: 7, allowsAttesting: false }, owner))
  const { document } = ok<{ document: { id: string; url: string } }>(await send(owner, deal.id, template.id))
  const { certificate, days_to_sign } = await shown()
  assert.equal(days_to_sign, 7)
  const root = new X509Certificate(certificate?.root_pem ?? '')
  assert.ok(root.ca)
  assert.equal(certificate?.root_fingerprint, root.fingerprint256.replaceAll(':', '').toLowerCase())
  const { document: whole } = ok<{ document: { ends_at: string; created_at: string } }>(
    await app.call('show-document', { documentId: document.id }, owner),
  )
  assert.equal(Math.round((Date.parse(whole.ends_at) - Date.parse(whole.created_at)) / 86_400_000), 7)
  const data = {
    ...{ signerName: 'Maya Rao', signerEmail: 'maya@rao.example', signerRole: 'client' },
    timestamp: new Date().toISOString(),
  }
  const attest = () => app.call('sign-document', { documentId: document.id, data, url: document.url }, owner)
  assert.equal((await attest()).body.code, 'attesting_forbidden')
  ok(await app.call('update-sealing', { allowsAttesting: true }, owner))
  ok(await attest())
  assert.equal((await shown()).days_to_sign, 7, 'what is left out stays')
})
