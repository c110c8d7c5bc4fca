import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { openCanva, type ShownDesign } from '#test/support/canva.ts'
import { openDeal } from '#test/support/documents.ts'
import type { Answer } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})
beforeEach(() => turn())

const turn = (dial: object = {}) =>
  fetch(`${app.url}/sandbox/faults/canva`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(dial),
  })
const ok = <Body>({ status, body }: Answer): Body => {
  assert.equal(status, 200, JSON.stringify(body))
  return body as Body
}
const told = ({ status, body }: Answer): string => `${status} ${String(body.code ?? 'done')}`
const linked = async (who: Awaited<ReturnType<typeof openCanva>>, of: object): Promise<ShownDesign[]> =>
  ok<{ designs: ShownDesign[] }>(await app.call('list-designs', of, who.owner)).designs

test('a member lists the designs of the account that an admin connected, looks for one, and pages through them', async () => {
  const canva = await openCanva(app)
  const member = await app.given.person(canva.owner.orgId, 'member')
  const all = await canva.list()
  assert.ok(all.some(({ title }) => title === 'Spring offer'))
  const found = ok<{ designs: ShownDesign[]; next_cursor: string | null }>(
    await canva.call('list', { query: 'spring OFFER', limit: 1 }, member),
  )
  assert.deepEqual(
    found.designs.map(({ title, pages }) => [title, pages]),
    [['Spring offer', 3]],
  )
  const seen = new Set<string>()
  let cursor: string | null = null
  do {
    const page: { designs: ShownDesign[]; next_cursor: string | null } = ok(
      await canva.call('list', { limit: 2, ...(cursor !== null && { cursor }) }, member),
    )
    for (const { id } of page.designs) seen.add(id)
    cursor = page.next_cursor
  } while (cursor !== null)
  assert.equal(seen.size, all.length)
})

test('a design is made for a deal, linked to a contact too, shown there with a picture of our own, and unlinked', async () => {
  const canva = await openCanva(app)
  const dealId = await openDeal(app, canva.owner, { name: 'Maya Rao', email: 'maya@designs.example' })
  const { design } = ok<{ design: ShownDesign }>(
    await canva.call('create', { kind: 'presentation', title: 'Offer for Maya', dealId }),
  )
  assert.match(design.edit_url ?? '', /^http/)
  const [shown] = await linked(canva, { dealId })
  assert.deepEqual([shown?.id, shown?.title, shown?.links[0]?.deal?.id], [design.id, 'Offer for Maya', dealId])

  const kept = await until('the picture', async () => {
    const [one] = await linked(canva, { dealId })
    return one?.picture ?? undefined
  })
  assert.ok(kept.startsWith('/download/'))
  const picture = await canva.download(kept.slice('/download/'.length))
  assert.equal(picture.headers.get('content-type'), 'image/png')
  assert.equal(
    Buffer.from(await picture.arrayBuffer())
      .subarray(1, 4)
      .toString(),
    'PNG',
  )

  const { deal } = ok<{ deal: { contact: { id: string } } }>(await app.call('show-deal', { dealId }, canva.owner))
  const again = { designId: design.id, contactId: deal.contact.id }
  const { linkId } = ok<{ linkId: string }>(await canva.call('link', again))
  assert.equal(ok<{ linkId: string }>(await canva.call('link', again)).linkId, linkId, 'a second link is the first')
  assert.equal((await linked(canva, { contactId: deal.contact.id })).length, 1)
  const timeline = async (of: object) => {
    const { entries } = ok<{ entries: { kind: string; text: string; subject_id: string; person: { id: string } | null }[] }>(
      await app.call('list-timeline', of, canva.owner),
    )
    return entries.filter(({ kind }) => kind === 'design').map(({ text, person }) => [text, person?.id])
  }
  const entry = ['Offer for Maya', canva.owner.personId]
  // Of the deal, and of the person whose deal it is.
  for (const whose of [{ dealId }, { contactId: deal.contact.id }]) assert.deepEqual(await timeline(whose), [entry, entry])
  ok(await canva.call('unlink', { linkId }))
  assert.deepEqual(await timeline({ contactId: deal.contact.id }), [entry])
  assert.equal(told(await canva.call('unlink', { linkId })), '404 design_link_not_found')
  assert.equal((await linked(canva, { contactId: deal.contact.id })).length, 0)
  assert.equal((await linked(canva, { dealId })).length, 1)
})

test('deals, contacts, designs, files, exports and pictures of another workspace or account are not there', async () => {
  const canva = await openCanva(app)
  const other = await openCanva(app, 'birch@')
  const theirDeal = await openDeal(app, other.owner, { name: 'Jo', email: 'jo@designs.example' })
  const [mine] = await canva.list()
  const [theirs] = await other.list()
  assert.ok(mine && theirs)
  assert.equal(told(await canva.call('link', { designId: mine.id, dealId: theirDeal })), '404 deal_not_found')
  assert.equal(told(await canva.call('create', { kind: 'doc', dealId: theirDeal })), '404 deal_not_found')
  for (const verb of ['show', 'formats', 'link', 'export'])
    assert.equal(
      told(
        await canva.call(verb, {
          designId: theirs.id,
          ...(verb === 'export' && { format: 'pdf' }),
          ...(verb === 'link' && { dealId: await openDeal(app, canva.owner, { name: 'A', email: 'a@designs.example' }) }),
        }),
      ),
      '404 design_not_found',
      verb,
    )
  const exportId = await other.export(theirs.id)
  const { file_id: fileId } = await other.ended(exportId)
  assert.equal(told(await canva.call('status', { exportId })), '404 design_export_not_found')
  assert.equal(told(await canva.call('remove', { exportId })), '404 design_export_not_found')
  assert.equal((await canva.download(`download-design-file?designFileId=${fileId}`)).status, 404)
  const path = theirs.picture?.slice('/download/'.length) ?? assert.fail('no picture')
  assert.match(path, /\?key=/)
  assert.equal((await other.download(path)).status, 200)
  assert.equal((await canva.download(path)).status, 404, 'a picture’s key holds in its own workspace')
  assert.equal((await canva.download('download-design-picture?key=v1.AAAA.AAAA')).status, 404)
})

test('templates and autofill are offered and taken only where the plan of the account has them', async () => {
  const free = await openCanva(app, 'birch@')
  await free.list()
  const of = async (who: typeof free) =>
    ok<{ account: { can_use_templates: boolean; can_autofill: boolean } }>(await app.call('list-designs', {}, who.owner))
      .account
  assert.deepEqual([(await of(free)).can_use_templates, (await of(free)).can_autofill], [false, false])
  assert.equal(told(await free.call('templates')), '409 design_not_in_plan')

  const canva = await openCanva(app)
  await canva.list()
  assert.deepEqual([(await of(canva)).can_use_templates, (await of(canva)).can_autofill], [true, true])
  const { templates } = ok<{ templates: { id: string }[] }>(await canva.call('templates'))
  const templateId = templates[0]?.id ?? ''
  const { fields } = ok<{ fields: { name: string; kind: string }[] }>(await canva.call('template', { templateId }))
  assert.deepEqual(
    fields.map(({ name, kind }) => `${name} ${kind}`),
    ['client text', 'price text', 'photo image'],
  )
  const wrong = await canva.call('autofill', { templateId, texts: { photo: 'x' } })
  assert.equal(told(wrong), '400 design_template_field_unknown')
  const dealId = await openDeal(app, canva.owner, { name: 'Maya Rao', email: 'maya@fill.example' })
  const begun = ok<{ autofill: { id: string; status: string } }>(
    await canva.call('autofill', { templateId, title: 'Offer for Maya', texts: { client: 'Maya', price: '1 €' }, dealId }),
  )
  assert.equal(begun.autofill.status, 'queued')
  const made = await until('the filled template', async () => {
    const { autofill } = ok<{ autofill: { status: string; design: ShownDesign | null } }>(
      await canva.call('status', { autofillId: begun.autofill.id }),
    )
    return (autofill.status === 'done' && autofill.design) ?? undefined
  })
  assert.deepEqual([made.title, made.links[0]?.deal?.id], ['Offer for Maya', dealId])

  await turn({ kind: 'trial_over', only: 'POST /v1/autofills' })
  const over = ok<{ autofill: { id: string } }>(await canva.call('autofill', { templateId, texts: { client: 'Jo' } }))
  const failed = await until('the refusal', async () => {
    const { autofill } = ok<{ autofill: { status: string; code: string } }>(
      await canva.call('status', { autofillId: over.autofill.id }),
    )
    return autofill.status === 'failed' ? autofill : undefined
  })
  assert.equal(failed.code, 'quota_used_up')
})

test('a design that Canva may have made without answering is named so, and a repeat under the same key makes no second one', async () => {
  const canva = await openCanva(app)
  const titled = async (title: string) => (await canva.list()).filter((design) => design.title === title).length
  const create = (title: string, key: string) =>
    fetch(`${app.url}/gateway`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${canva.owner.token}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({ type: 'canva', action: 'create', kind: 'doc', title }),
    }).then(async (response) => `${response.status} ${String(((await response.json()) as { code?: string }).code ?? 'done')}`)
  const title = `Lost ${canva.owner.orgId}`
  await turn({ kind: 'lost', only: 'POST /v1/designs', times: 1 })
  assert.equal(await create(title, 'one'), '502 design_outcome_unknown')
  assert.equal(await create(title, 'one'), '502 design_outcome_unknown')
  assert.equal(await titled(title), 1)

  // As after a crash between Canva's answer and ours: it is written down what was made, and the answer was not kept.
  const kept = `Kept ${canva.owner.orgId}`
  assert.equal(await create(kept, 'two'), '200 done')
  await app.database.inOrg(canva.owner.orgId, (db) => db.deleteFrom('idempotency').execute())
  assert.equal(await create(kept, 'two'), '200 done')
  assert.equal(await titled(kept), 1)
})

test('calls are counted before they are made, so that Canva has no reason to refuse', async () => {
  const canva = await openCanva(app)
  await turn({ kind: 'counted_limits' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => canva.call('create', { kind: 'doc', title: 'Many' })))
  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(new Set(refused.map(told)), new Set(['503 provider_busy']))
  assert.ok(refused.length >= 3 && refused.length <= 4, String(refused.length))
  const { rows } = await app.database.pool.query<{ n: string }>(
    `select count(*) as n from foyer.provider_calls where connection_id = $1 and outcome = 'rate_limited'`,
    [canva.connectionId],
  )
  assert.equal(Number(rows[0]?.n), 0)
})

test('only what changes something is in the audit log', async () => {
  const canva = await openCanva(app)
  const [design] = await canva.list()
  await canva.call('show', { designId: design?.id })
  await canva.call('show', { designId: 'DAnothing' })
  const dealId = await openDeal(app, canva.owner, { name: 'Maya', email: 'maya@audit.example' })
  ok(await canva.call('link', { designId: design?.id, dealId }))
  assert.equal(told(await canva.call('link', { designId: design?.id })), '400 missing_field')
  const rows = await app.database.inOrg(canva.owner.orgId, (db) =>
    db.selectFrom('audit').select(['outcome', 'target']).where('action', '=', 'canva').orderBy('id').execute(),
  )
  assert.deepEqual(
    rows.map(({ outcome, target }) => [outcome, (target as { dealId?: string }).dealId]),
    [
      ['done', dealId],
      ['missing_field', undefined],
    ],
  )
})

test('each verb says by name what it lacks', async () => {
  const canva = await openCanva(app)
  const wanted: Record<string, string> = {
    show: 'designId',
    formats: 'designId',
    link: 'designId',
    unlink: 'linkId',
    remove: 'exportId',
    status: 'exportId',
    template: 'templateId',
    autofill: 'templateId',
    create: 'kind',
    export: 'format',
  }
  for (const [verb, field] of Object.entries(wanted)) {
    const { status, body } = await canva.call(verb)
    assert.deepEqual([status, body.error], [400, `Missing required field: ${field}`], verb)
  }
  const without = await app.given.organization()
  assert.equal(told(await app.call('canva', { action: 'list' }, without)), '409 canva_not_connected')
  assert.equal(
    told(await app.call('canva', { action: 'export', designId: 'DAx', format: 'pdf' }, without)),
    '409 canva_not_connected',
  )
})
