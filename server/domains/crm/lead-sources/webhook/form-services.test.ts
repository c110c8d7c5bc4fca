import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formSlugs } from '#sandbox/form-services/bodies.ts'
import { webhookServices } from '#shapes/webhook-services.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'

let sandbox: TestSandbox
let app: TestApp
before(async () => {
  ;[sandbox, app] = await Promise.all([startSandbox(), startApp()])
})
after(async () => {
  await app?.stop()
  await sandbox?.stop()
})

for (const slug of formSlugs)
  test(`a lead that is sent from the page as ${slug} comes signed, and its proposed fields make it`, async () => {
    const service = webhookServices.find((each) => each.slug === slug)
    assert.ok(service?.signature)
    const { only, unless, answers, mapping, signature } = service
    const settings = { kind: 'webhook', service: slug, proof: signature, only, unless, answers, mapping }
    const secret = 'a secret of the sender'
    const made = await app.call('create-lead-source', { name: slug, settings, secret })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const { id, url } = made.body.source as unknown as { id: string; url: string }
    const sent = await fetch(`${sandbox.address}/sandbox/form-services/form`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      body: new URLSearchParams({ url, secret, service: slug }),
    })
    assert.equal(sent.status, 200, await sent.text())
    const sample = await until('the sample', async () => {
      const { body } = await app.call('show-lead-source-sample', { leadSourceId: id })
      return (body.sample as unknown as { proposed: object } | null) ?? undefined
    })
    await app.call('update-lead-source', { leadSourceId: id, settings: { ...settings, mapping: sample.proposed } })
    const before = await app.call('replay-deliveries', { leadSourceId: id })
    // Calendly's fields are known: its lead is there already.
    assert.equal(before.body.accepted, slug === 'calendly' ? 0 : 1)
    const [lead] = await app.database.inOrg(app.owner.orgId, (db) =>
      db.selectFrom('leads').selectAll().where('org_id', '=', app.owner.orgId).where('key_id', '=', id).execute(),
    )
    assert.ok(lead)
    assert.deepEqual([lead.full_name, lead.email, lead.phone], ['Zoë Müller', 'zoe@example.com', '+4915112345678'])
    const found = (lead.metadata as { answers: Record<string, string> }).answers
    assert.equal(slug === 'generic' ? found.answer : found['Which service?'], 'Kitchen')
  })
