import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { publicly } from '#test/support/documents.ts'
import { openProposals, websiteContent } from '#test/support/proposals.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app?.stop())

const code = (answer: { body: Record<string, unknown> }) => answer.body.code

test('a proposal is written, sent, and accepted with the options that were ticked: what exactly was accepted is kept', async () => {
  const { owner, create, send, shown, tokenOf } = await openProposals(app)
  const draft = await create()
  assert.deepEqual([draft.status, draft.version], ['draft', 0])
  const sent = await send(draft.id)
  assert.deepEqual([sent.status, sent.version, sent.has_changes], ['sent', 1, false])
  const token = await tokenOf(draft.id)
  const { offer } = (await publicly(app, 'show-offer', { token })).body as unknown as {
    offer: { version: number; lines: { id: string; amount_minor: number }[]; organization: string; client_name: string }
  }
  assert.deepEqual(
    [offer.organization, offer.client_name, offer.lines.map(({ amount_minor }) => amount_minor)],
    ['Nordlicht', 'Maya Rao', [450_000, 108_000, 80_033]],
  )
  const accepted = await publicly(app, 'accept-proposal', { token, version: 1, name: 'Maya  Rao 김', chosen: ['workshop'] })
  // 450,000 with 19 % is 535,500; 80,033 with 7 % is 85,635.31: rounded, and then added.
  assert.deepEqual([accepted.status, accepted.body.total_minor], [200, 535_500 + 85_635])
  const { status, acceptance, history } = await shown(draft.id)
  assert.equal(status, 'accepted')
  assert.deepEqual(
    [acceptance?.name, acceptance?.chosen, acceptance?.total_minor, acceptance?.lines.map(({ id }) => id)],
    ['Maya  Rao 김', ['workshop'], 621_135, ['site', 'workshop']],
  )
  assert.deepEqual(
    history.map(({ kind }) => kind),
    ['created', 'sent', 'accepted'],
  )
  const kept = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('proposal_acceptances').selectAll().executeTakeFirstOrThrow(),
  )
  const said = JSON.parse(kept.said) as Record<string, unknown>
  assert.deepEqual([said.name, said.total_minor, said.chosen], ['Maya  Rao 김', 621_135, ['workshop']])
  assert.equal(said.content, `sha256:${(await shown(draft.id)).versions[0]?.sha256}`)
  assert.match(String(said.address), /^198\.19\./)

  // The same again is the same; something else is told that it came too late.
  const again = await publicly(app, 'accept-proposal', { token, version: 1, name: 'Maya  Rao 김', chosen: ['workshop'] })
  assert.deepEqual([again.status, again.body.total_minor], [200, 621_135])
  const other = await publicly(app, 'accept-proposal', { token, version: 1, name: 'Maya  Rao 김', chosen: [] })
  assert.deepEqual([other.status, code(other)], [409, 'proposal_not_open'])
  for (const [name, input] of [
    ['update-proposal', { title: 'Cheaper' }],
    ['send-proposal', {}],
    ['withdraw-proposal', {}],
    ['remove-proposal', {}],
  ] as const)
    assert.equal((await app.call(name, { proposalId: draft.id, ...input }, owner)).status, 409, name)
  assert.equal(code(await publicly(app, 'decline-proposal', { token, version: 1 })), 'proposal_not_open')
})

test('a change after sending is a new version with a link of its own: the one before ends, and what was not seen is not accepted', async () => {
  const { owner, sent, send, shown, tokenOf } = await openProposals(app)
  const { id } = await sent()
  const first = await tokenOf(id)
  const changed = await app.call('update-proposal', { proposalId: id, lines: websiteContent.lines.slice(0, 1) }, owner)
  assert.equal((changed.body.proposal as unknown as { has_changes: boolean }).has_changes, true)
  const { offer } = (await publicly(app, 'show-offer', { token: first })).body as unknown as { offer: { lines: object[] } }
  assert.equal(offer.lines.length, 3, 'the client sees what was sent')
  // Written back, there is nothing to send.
  await app.call('update-proposal', { proposalId: id, lines: websiteContent.lines }, owner)
  assert.equal((await shown(id)).has_changes, false)
  await app.call('update-proposal', { proposalId: id, title: 'Another' }, owner)
  assert.equal((await send(id)).version, 2)
  const second = await tokenOf(id)
  assert.equal(code(await publicly(app, 'show-offer', { token: first })), 'proposal_link_unknown')
  assert.equal(
    code(await publicly(app, 'accept-proposal', { token: second, version: 1, name: 'Maya', chosen: [] })),
    'proposal_changed',
  )
  assert.equal(
    code(await publicly(app, 'accept-proposal', { token: second, version: 2, name: 'Maya', chosen: ['site'] })),
    'option_unknown',
  )
  const declined = await publicly(app, 'decline-proposal', { token: second, version: 2, reason: 'Too late' })
  assert.equal(declined.status, 200)
  assert.equal((await publicly(app, 'decline-proposal', { token: second, version: 2 })).status, 200)
  assert.equal((await shown(id)).status, 'declined')
  // Declined, it is sent anew as it is: the same version, open again.
  const open = await send(id)
  assert.deepEqual([open.status, open.version], ['sent', 2])
  assert.equal((await publicly(app, 'accept-proposal', { token: await tokenOf(id), version: 2, name: 'Maya' })).status, 200)
})

test('an invalid proposal is rejected with its field, and no row is written', async () => {
  const { owner, dealId, create } = await openProposals(app)
  const refused = async (more: object) => {
    const { status, body } = await app.call('create-proposal', { dealId, ...websiteContent, ...more }, owner)
    return [status, body.code, body.field]
  }
  const line = websiteContent.lines[0]
  assert.deepEqual(await refused({ lines: [line, line] }), [400, 'option_doubled', 'lines'])
  for (const body of ['For {{PRICE}}', 'For {{Price (EUR)}}', 'For {{PRI**CE**}}', 'For {{PRICE}'])
    assert.deepEqual(
      await refused({ sections: [{ heading: '', body }] }),
      [400, 'proposal_unreadable', 'sections.0.body'],
      body,
    )
  assert.deepEqual(await refused({ sections: [{ heading: '', body: '[[signature client]]' }] }), [
    ...[400, 'proposal_unreadable', 'sections.0.body'],
  ])
  assert.deepEqual(await refused({ sections: [{ heading: 'A', body: 'Ꮳ' }] }), [400, 'letter_without_font', 'sections.0.body'])
  assert.deepEqual(await refused({ lines: [{ ...line, unitMinor: 1e12, quantity: 900 }] }), [400, 'invoice_too_large', 'lines'])
  assert.deepEqual(await refused({ lines: [{ ...line, unitMinor: 1.5 }] }), [400, 'bad_request', 'lines.0.unitMinor'])
  assert.deepEqual(await refused({ currency: 'XXXX' }), [400, 'bad_request', 'currency'])
  assert.deepEqual(await refused({ whenAccepted: { stageId: dealId } }), [404, 'stage_not_found', 'whenAccepted.stageId'])
  assert.deepEqual(await refused({ dealId: owner.orgId }), [404, 'deal_not_found', 'dealId'])
  const empty = await create({ sections: [], lines: [] })
  assert.equal(code(await app.call('send-proposal', { proposalId: empty.id }, owner)), 'proposal_empty')
  assert.equal((await app.call('remove-proposal', { proposalId: empty.id }, owner)).status, 200)
})

test('a second click sends no second email within a minute, another address does', async () => {
  const { owner, sent, send, tokenOf } = await openProposals(app)
  const { id } = await sent()
  const first = await tokenOf(id)
  await send(id)
  assert.equal(await tokenOf(id), first)
  await app.call('update-proposal', { proposalId: id, clientEmail: 'other@offer.example' }, owner)
  assert.equal((await send(id)).version, 1)
  assert.notEqual(await tokenOf(id), first)
})

test('a workspace previews its own proposals as their clients see them, without scripts', async () => {
  const { owner, create } = await openProposals(app)
  const { id } = await create({ title: '<script>alert(1)</script>' })
  const { html } = (await app.call('preview-proposal', { proposalId: id }, owner)).body as unknown as { html: string }
  assert.match(html, /<h1><bdi>&lt;script&gt;alert\(1\)&lt;\/script&gt;<\/bdi><\/h1>/)
  assert.equal(/<script|<link rel="stylesheet"/.test(html), false)
  const other = await app.given.organization()
  assert.equal(code(await app.call('preview-proposal', { proposalId: id }, other)), 'proposal_not_found')
})
