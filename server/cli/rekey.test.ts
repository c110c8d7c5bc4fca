import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { makeVault } from '#core/vault.ts'
import { lockInstance, writeInstance } from '#db/instance.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { writeKey } from './kept-key.ts'
import { resealAll, runsWithOldKey, sealedPlaces } from './rekey.ts'

const oldKey = Buffer.alloc(32, 7) // as startApp has it
const newKey = randomBytes(32)

let app: TestApp
before(async () => {
  app = await startApp()
  const { orgId, personId } = app.owner
  const old = makeVault(oldKey)
  // Something in each place: by the product where that is quick, by hand where it needs a phone or a mailbox.
  await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.owner.token}`, 'idempotency-key': 'once' },
    body: JSON.stringify({ type: 'create-key', name: 'Once', scopes: ['leads:write'] }),
  })
  await app.database.db
    .insertInto('directory.totp')
    .values({ person_id: personId, sealed_secret: old.seal('totp', `totp ${personId}`) })
    .execute()
  await app.database.db
    .insertInto('directory.push_keys')
    .values({ id: 'vapid', public_key: 'x', sealed_private: old.seal('vapid', 'push key vapid') })
    .execute()
  await app.database.inOrg(orgId, async (db) => {
    const id = crypto.randomUUID()
    await db
      .insertInto('push_subscriptions')
      .values({
        ...{ org_id: orgId, id, person_id: personId, endpoint_hash: Buffer.from('x'), host: 'x', device: 'x' },
        sealed: old.seal('{}', `push subscription ${id}`),
      })
      .execute()
    const secret = old.seal('whsec_x', `webhook ${orgId} ${id}`)
    await db
      .insertInto('webhook_endpoints')
      .values({
        org_id: orgId,
        id,
        url: 'https://example.com',
        secret_sealed: secret,
        old_secret_sealed: secret,
        secret_hint: 'x',
      })
      .execute()
    await db
      .insertInto('mails')
      .values({
        org_id: orgId,
        id,
        template: 'invitation',
        to_email: 'x@example.com',
        subject: 'x',
        sealed: old.seal('{}', `mail ${id}`),
        next_try_at: new Date(),
        give_up_at: new Date(),
      })
      .execute()
    await db
      .insertInto('invoices')
      .values({
        org_id: orgId,
        id,
        number: 1,
        label: 'INV-0001',
        sender: JSON.stringify({}),
        state: 'sent',
        client_name: 'x',
        client_email: 'x@example.com',
        currency: 'EUR',
        subtotal_minor: 1,
        tax_minor: 0,
        total_minor: 1,
        locale: 'en',
        pay_token_sealed: old.seal('token', `pay link ${id}`),
        sent_at: new Date(),
      })
      .execute()
    await db
      .insertInto('oauth_flows')
      .values({
        org_id: orgId,
        id,
        state_hash: Buffer.from('x'),
        provider: 'google',
        mode: 'test',
        connection_id: id,
        person_id: personId,
        verifier_sealed: old.seal('verifier', `oauth flow ${id}`),
        redirect_uri: 'x',
        scopes: [],
        expires_at: new Date(),
      })
      .execute()
    await db
      .insertInto('oauth_clients')
      .values({
        ...{ org_id: orgId, id, provider: 'slack', client_id: 'x' },
        secret_sealed: old.seal('secret', `oauth client ${id}`),
      })
      .execute()
    await db
      .insertInto('bookings')
      .values({
        ...{
          org_id: orgId,
          id,
          event_type_id: id,
          state: 'confirmed',
          starts_at: new Date(),
          ends_at: new Date(Date.now() + 1),
        },
        ...{ wall_clock: 'x', host_zone: 'UTC', zone: 'UTC', tz_version: 'x', because: '{}', name: 'Jo', source: 'page' },
        tokens_sealed: old.seal('{}', `booking ${id}`),
      })
      .execute()
    await db
      .insertInto('connections')
      .values({
        org_id: orgId,
        id,
        provider: 'stripe',
        kind: 'key',
        mode: 'test',
        status: 'connected',
        credentials: old.seal('{}', `connection ${id}`),
      })
      .execute()
    await db
      .insertInto('prospects')
      .values({ org_id: orgId, their_id: 'x', shown: '{}', person_sealed: old.seal('{}', `prospect ${orgId} x`) })
      .execute()
    await db
      .insertInto('lead_sources')
      .values({
        ...{ org_id: orgId, id, kind: 'google_ads', name: 'x', address: 'x'.repeat(22), settings: '{}' },
        secret_sealed: old.seal('key', `lead source ${id}`),
      })
      .execute()
    await db
      .insertInto('meta_pages')
      .values({
        ...{ org_id: orgId, source_id: id, connection_id: id, page_id: '1' },
        token_sealed: old.seal('token', `meta page ${id}`),
      })
      .execute()
    await db
      .insertInto('workflow_credentials')
      .values({
        ...{ org_id: orgId, id, name: 'x', origin: 'https://x.example', header: 'x', saved_by: id },
        secret_sealed: old.seal('secret', `workflow credential ${id}`),
      })
      .execute()
    await db
      .insertInto('workflow_hooks')
      .values({
        ...{ org_id: orgId, workflow_id: id, token_hint: 'x', secret_hint: 'x' },
        secret_sealed: old.seal('secret', `workflow hook ${id}`),
        old_secret_sealed: old.seal('secret', `workflow hook ${id}`),
      })
      .execute()
    await db.insertInto('templates').values({ org_id: orgId, id, name: 'x', kind: 'text', version: 1 }).execute()
    await db
      .insertInto('template_versions')
      .values({ org_id: orgId, template_id: id, version: 1, body: 'x', placeholders: '[]', fields: '[]' })
      .execute()
    await db
      .insertInto('documents')
      .values({
        ...{ org_id: orgId, id, title: 'x', doc_type: 'contract', replacements: '{}', pages: '[]', fields: '[]' },
        ...{ template_id: id, template_version: 1, ends_at: new Date() },
      })
      .execute()
    await db
      .insertInto('document_signers')
      .values({
        ...{ org_id: orgId, document_id: id, id, name: 'x', email: 'x@example.com', email_key: 'x@example.com' },
        ...{ role: 'client', turn: 1, state: 'asked', token_sealed: old.seal('token', `sign link ${id}`) },
      })
      .execute()
    await db.insertInto('contacts').values({ org_id: orgId, id }).execute()
    await db
      .insertInto('messages')
      .values({
        ...{ org_id: orgId, id, contact_id: id, channel: 'whatsapp', direction: 'out', kind: 'template', at: new Date() },
        ...{ state: 'queued', values_sealed: old.seal('[]', `template values ${id}`), values_until: new Date() },
      })
      .execute()
    await db
      .insertInto('proposals')
      .values({
        ...{ org_id: orgId, id, title: 'x', locale: 'en', currency: 'EUR', draft: '{}', deal_id: id, contact_id: id },
        ...{ client_name: 'x', client_email: 'x@example.com', token_sealed: old.seal('token', `proposal link ${id}`) },
      })
      .execute()
    await db
      .insertInto('seal_identities')
      .values({
        ...{ org_id: orgId, id, source: 'own', chain: ['x'], subject: 'x', fingerprint: 'x' },
        ...{ not_before: new Date(), not_after: new Date(), key_sealed: old.seal('key', `seal identity ${id}`) },
      })
      .execute()
  })
})
after(() => app.stop())

/** What stands sealed, and for what: place by place. */
const sealedValues = async (): Promise<{ sealed: string; purpose: string }[]> => {
  const values: { sealed: string; purpose: string }[] = []
  for (const place of sealedPlaces)
    await app.database.inOrg(app.owner.orgId, async (db) => {
      const value = place.path ? sql`${sql.ref(place.column)} ->> ${sql.lit(place.path)}` : sql.ref(place.column)
      const { rows } = await sql<{ key: string; sealed: string | null }>`
        select ${sql.ref(place.key)} as key, ${value} as sealed from ${sql.table(place.table)}`.execute(db)
      const found = rows.filter(({ sealed }) => sealed !== null)
      assert.ok(found.length > 0, `${place.table}.${place.column} has nothing to seal anew`)
      for (const row of found) values.push({ sealed: row.sealed as string, purpose: place.purpose(row.key, app.owner.orgId) })
    })
  return values
}

test('every column that holds something sealed is known', async () => {
  const { rows } = await sql<{ place: string }>`
    select case when table_schema = 'foyer' then '' else table_schema || '.' end || table_name || '.' || column_name as place
    from information_schema.columns where table_schema in ('foyer', 'directory') and (column_name like '%sealed%' or column_name = 'credentials') and data_type <> 'timestamp with time zone'`.execute(
    app.database.db,
  )
  const known = sealedPlaces.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(
    rows.map(({ place }) => place).filter((place) => !known.includes(place)),
    [],
  )
})

test('with the older key at hand all opens before and after, and after it the new key is enough', async () => {
  const both = makeVault(newKey, [oldKey])
  const before = await sealedValues()
  for (const { sealed, purpose } of before) both.open(sealed, purpose)

  const { sealed, lost } = await resealAll(app.database, both)
  assert.deepEqual([sealed, lost], [before.length, 0])
  const alone = makeVault(newKey)
  for (const { sealed, purpose } of await sealedValues()) alone.open(sealed, purpose)
  assert.deepEqual(await resealAll(app.database, both), { sealed: 0, lost: 0 })
})

test('a value that no known key decrypts is counted and left as it is', async () => {
  const before = await sealedValues()
  assert.deepEqual(await resealAll(app.database, makeVault(randomBytes(32))), { sealed: 0, lost: before.length })
  assert.deepEqual(await sealedValues(), before)
})

test('nothing is encrypted with a new key while a running process knows only the old one', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'foyer-key-'))
  const here = { FOYER_KEY: undefined, dataDir }
  try {
    writeKey(dataDir, newKey.toString('base64'))
    assert.equal(runsWithOldKey(here), false, 'nothing runs')
    const hold = await lockInstance(dataDir)
    assert.ok(!hold.heldBy)
    const anHourAgo = new Date(Date.now() - 3_600_000)
    utimesSync(path.join(dataDir, 'instance.json'), anHourAgo, anHourAgo)
    assert.equal(runsWithOldKey(here), true)
    writeInstance(dataDir, { pid: process.pid })
    assert.equal(runsWithOldKey(here), false, 'it came up since')
    hold.release()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
