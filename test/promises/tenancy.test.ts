import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { usualLimit } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { appRole, connectionOptions, systemRole } from '#db/connect.ts'
import { addCompany } from '#domains/crm/companies/companies.ts'
import { proposeFacts } from '#domains/crm/companies/facts.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { dealNotices } from '#domains/crm/deals/notices.ts'
import { newAddress } from '#domains/crm/lead-sources/lead-sources.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { type Answer, ask } from '../support/requests.ts'
import { actions, gatewayActions, idFields, shapeOf, someBody } from './request-bodies.ts'

let app: TestApp
let owner: pg.Client
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  owner = new pg.Client(connectionOptions(app.target, { application: 'foyer test', role: null }))
  await owner.connect()
})
after(async () => {
  await owner?.end()
  await app.stop()
})

const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await owner.query<Row>(text, values)).rows

const tenantTables = async (): Promise<string[]> =>
  (
    await rows<{ name: string }>(`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
      where n.nspname = 'foyer' and c.relkind in ('r', 'p') order by 1`)
  ).map(({ name }) => name)

// ── The catalogue ───────────────────────────────────────────────────────────────────────────────────────────────────

test('every table of a tenant has org_id, not null; the few look-ups that lead to an organization are known', async () => {
  const without = await rows<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'foyer' and c.relkind in ('r', 'p')
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and a.attnotnull and not a.attisdropped)`)
  assert.deepEqual(without, [{ name: 'migrations' }])
  const lookups = await rows<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
    where n.nspname = 'directory' and c.relkind in ('r', 'p') order by 1`)
  assert.deepEqual(
    lookups.map(({ name }) => name),
    [
      // How far work through all organizations has come.
      'backfills',
      'bookable_calendars',
      'booking_links',
      'calendar_feeds',
      'chat_widgets',
      'connections',
      'document_hashes',
      'documents',
      'download_links',
      'human_step_links',
      'invitation_tokens',
      'invoices',
      'key_hashes',
      'meta_pages',
      'pay_links',
      'proposal_links',
      'sessions',
      'sign_links',
      'slugs',
      'voice_accounts',
      'whatsapp_numbers',
      'workflow_hooks',
    ],
  )
})

test('every table of a tenant has row-level security, forced, with one policy a role, each WITH CHECK', async () => {
  const found = await rows<{ name: string; enabled: boolean; forced: boolean }>(`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'foyer' and c.relkind in ('r', 'p')`)
  const policies = await rows<{
    tablename: string
    policyname: string
    permissive: string
    roles: string[]
    cmd: string
    qual: string | null
    with_check: string | null
  }>(
    `select tablename, policyname, permissive, roles::text[] as roles, cmd, qual, with_check from pg_policies where schemaname = 'foyer'`,
  )
  const bound = `(org_id = ( SELECT (NULLIF(current_setting('foyer.org'::text, true), ''::text))::uuid AS "nullif"))`
  for (const name of await tenantTables()) {
    const table = found.find((each) => each.name === name)
    assert.deepEqual([table?.enabled, table?.forced], [true, true], name)
    const own = policies.filter(({ tablename }) => tablename === name).sort((a, b) => a.policyname.localeCompare(b.policyname))
    assert.deepEqual(
      own.map(({ policyname, roles, cmd, qual, with_check }) => [policyname, roles, cmd, qual, with_check]),
      [
        ['system', [systemRole], 'ALL', 'true', 'true'],
        ['tenant', [appRole], 'ALL', bound, bound],
      ],
      name,
    )
  }
})

test('org_id is in every primary key, unique index, exclusion and foreign key between tables of tenants', async () => {
  const tables = await tenantTables()
  const indexes = await rows<{ table: string; index: string; columns: string[]; primary: boolean }>(`
    select c.relname as table, i.relname as index, x.indisprimary as primary,
           array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(x.indkey)) as columns
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'foyer' and (x.indisunique or x.indisexclusion)`)
  for (const table of tables) {
    assert.ok(
      indexes.some((index) => index.table === table && index.primary),
      `${table} has no primary key`,
    )
    for (const index of indexes.filter((each) => each.table === table))
      assert.ok(index.columns.includes('org_id'), `${index.index} lacks org_id`)
  }
  const foreign = await rows<{ name: string; table: string; pairs: [string, string][] }>(`
    select k.conname as name, c.relname as table,
           array(select array[a.attname::text, b.attname::text] from unnest(k.conkey, k.confkey) as x(mine, theirs)
                 join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.mine
                 join pg_attribute b on b.attrelid = k.confrelid and b.attnum = x.theirs) as pairs
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    join pg_namespace n on n.oid = f.relnamespace where k.contype = 'f' and n.nspname = 'foyer'`)
  assert.ok(foreign.length >= 5)
  for (const { name, pairs } of foreign)
    assert.ok(
      pairs.some(([mine, theirs]) => mine === 'org_id' && theirs === 'org_id'),
      `${name} lacks org_id`,
    )
})

test('the role of the server neither owns anything, nor bypasses the policies, nor can become the owner', async () => {
  const [role] = await rows<Record<string, unknown>>(
    `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin from pg_roles where rolname = $1`,
    [appRole],
  )
  assert.deepEqual(role, { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: false })
  const owned = await rows(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('foyer', 'directory') and pg_get_userbyid(c.relowner) in ($1, $2)`,
    [appRole, systemRole],
  )
  assert.deepEqual(owned, [])
  const member = await rows<{ yes: boolean }>(`select pg_has_role($1, $2, 'member') as yes`, [appRole, systemRole])
  assert.deepEqual(member, [{ yes: false }])
  const truncatable = await rows(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'foyer' and c.relkind = 'r' and has_table_privilege($1, c.oid, 'truncate')`,
    [appRole],
  )
  assert.deepEqual(truncatable, [])
  const creatable = await rows<{ yes: boolean }>(
    `select has_schema_privilege($1, 'foyer', 'create') or has_schema_privilege($2, 'foyer', 'create') as yes`,
    [appRole, systemRole],
  )
  assert.deepEqual(creatable, [{ yes: false }])
})

test('every function that reaches across organizations pins its search path, belongs to the system role, and is not public', async () => {
  const functions = await rows<{ name: string; config: string[] | null; owner: string; open: boolean; to_app: boolean }>(
    `
    select p.proname as name, p.proconfig as config, pg_get_userbyid(p.proowner) as owner,
           has_function_privilege('public', p.oid, 'execute') as open, has_function_privilege($1, p.oid, 'execute') as to_app
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('foyer', 'directory') and p.prosecdef`,
    [appRole],
  )
  assert.ok(functions.length >= 5)
  for (const { name, config, owner, open, to_app } of functions) {
    const path = config?.find((setting) => setting.startsWith('search_path='))
    assert.match(path ?? '', /^search_path=(?!.*public)(?!.*"\$user").*, pg_temp$/, name)
    assert.deepEqual([owner, open, to_app], [systemRole, false, true], name)
  }
})

// ── Rows ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A row in every table of a tenant, so that a count of none says something. */
const fill = async (orgId: string): Promise<void> => {
  const id = newId()
  const uploadId = newId()
  await app.database.inOrg(orgId, async (db) => {
    await db.insertInto('contact_keys_before').values({ key: newId(), org_id: orgId, contact_id: id, kind: 'email' }).execute()
    await db.insertInto('search').values({ org_id: orgId, kind: 'lead', id, words: 'x' }).execute()
    await db.insertInto('search_index').values({ org_id: orgId, kind: 'lead', id, words: 'x' }).execute()
    await db.insertInto('quota_usage').values({ org_id: orgId, month: '2020-01-01', used: 1 }).execute()
    await db.insertInto('uploads').values({ org_id: orgId, id: uploadId, name: 'a.csv', size_bytes: 1 }).execute()
    await db.insertInto('upload_parts').values({ org_id: orgId, id, upload_id: uploadId, from_byte: 0 }).execute()
    await db
      .insertInto('upload_rows')
      .values({ org_id: orgId, upload_id: uploadId, row_no: 1, outcome: 'invalid', cells: [] })
      .execute()
    await db.insertInto('upload_mappings').values({ org_id: orgId, id, headers: 'x', mapping: '[]' }).execute()
    await db
      .insertInto('audit')
      .values({ org_id: orgId, id, action: 'x', outcome: 'done', target: '{}', address: 'x', request_id: id })
      .execute()
    await db
      .insertInto('notices')
      .values({ org_id: orgId, id, kind: 'mail_failed', subject_id: id, facts: '{}', least_role: 'member' })
      .execute()
    await db
      .insertInto('notice_readers')
      .values({ org_id: orgId, id: newId(), read_to: '00000000-0000-0000-0000-000000000000' })
      .execute()
    const counted = { org_id: orgId, quarter: new Date(0), source: 'x', count: 1 }
    await db.insertInto('lead_counts').values(counted).execute()
    await db.insertInto('lead_count_changes').values(counted).execute()
    const summed = { org_id: orgId, stage_id: id, state: 'open', count: 1, minor: '1' }
    await db.insertInto('deal_sums').values(summed).execute()
    await db.insertInto('deal_sum_changes').values(summed).execute()
    await db.insertInto('home_visits').values({ org_id: orgId, id, since: new Date(), seen_at: new Date() }).execute()
    await db.insertInto('told_lead_waits').values({ org_id: orgId, late_to: id, soon_to: id, checked_at: new Date() }).execute()
    await db.insertInto('notification_settings').values({ org_id: orgId, id }).execute()
    await db
      .insertInto('notice_mails')
      .values({ org_id: orgId, id, person_id: id, kind: 'x', subject_id: id, due_at: new Date('9999-01-01') })
      .execute()
    await db
      .insertInto('notice_summaries')
      .values({ org_id: orgId, person_id: id, day: '2020-01-01', due_at: new Date('9999-01-01') })
      .execute()
    await db
      .insertInto('push_subscriptions')
      .values({ org_id: orgId, id, person_id: id, endpoint_hash: Buffer.from('x'), sealed: 'x', host: 'x', device: 'x' })
      .execute()
    await db
      .insertInto('push_messages')
      .values({
        ...{ org_id: orgId, id, subscription_id: id, kind: 'x', subject_id: id },
        ...{ next_try_at: new Date('9999-01-01'), give_up_at: new Date('9999-01-01') },
      })
      .execute()
    await db
      .insertInto('inbox')
      .values({ org_id: orgId, id, hook: 'x', dedup_key: 'x', headers: '{}', body: Buffer.from('x'), state: 'failed' })
      .execute()
    await db
      .insertInto('work_decisions')
      .values({ org_id: orgId, id, work_id: id, name: 'x', decision: 'dropped', reason: 'x' })
      .execute()
    await db
      .insertInto('mails')
      .values({
        org_id: orgId,
        id,
        template: 'invitation',
        to_email: 'x@example.com',
        subject: 'x',
        state: 'failed',
        give_up_at: new Date(),
      })
      .execute()
    await db
      .insertInto('invitations')
      .values({
        org_id: orgId,
        id,
        email: 'x@example.com',
        email_key: 'x@example.com',
        role: 'member',
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute()
    await db
      .insertInto('webhook_endpoints')
      .values({ org_id: orgId, id, url: 'https://example.com', secret_sealed: 'x', secret_hint: 'x' })
      .execute()
    await db
      .insertInto('webhook_deliveries')
      .values({ org_id: orgId, id, endpoint_id: id, event_id: id, type: 'x', body: '{}', state: 'failed' })
      .execute()
    await db
      .insertInto('webhook_attempts')
      .values({
        org_id: orgId,
        id,
        delivery_id: id,
        at: new Date(),
        duration_ms: 1,
        request_headers: '{}',
        response_headers: '{}',
      })
      .execute()
    await db
      .insertInto('invoices')
      .values({
        org_id: orgId,
        id,
        client_name: 'x',
        client_email: 'x@example.com',
        currency: 'EUR',
        subtotal_minor: 1,
        tax_minor: 0,
        total_minor: 1,
        locale: 'en',
      })
      .execute()
    await db
      .insertInto('invoice_lines')
      .values({
        org_id: orgId,
        id,
        invoice_id: id,
        position: 1,
        description: 'x',
        quantity: '1',
        unit_minor: 1,
        tax_rate: '0',
        amount_minor: 1,
        tax_minor: 0,
      })
      .execute()
    await db.insertInto('invoice_counters').values({ org_id: orgId, last_number: 1 }).execute()
    await db.insertInto('invoice_numbering').values({ org_id: orgId, prefix: 'A-', period: 'year', width: 4 }).execute()
    await fillIdentity(db, orgId, id)
    await db.insertInto('invoice_events').values({ org_id: orgId, id, invoice_id: id, kind: 'x', source: 'system' }).execute()
    await db
      .insertInto('checkouts')
      .values({
        org_id: orgId,
        id,
        invoice_id: id,
        connection_id: id,
        provider: 'stripe',
        is_live: false,
        amount_minor: 1,
        currency: 'EUR',
        client_email: 'x@example.com',
        success_url: 'https://example.com',
        cancel_url: 'https://example.com',
      })
      .execute()
    await db
      .insertInto('payments')
      .values({
        org_id: orgId,
        id,
        invoice_id: id,
        checkout_id: id,
        provider: 'stripe',
        provider_payment_id: 'pi_x',
        kind: 'payment',
        amount_minor: 1,
        currency: 'EUR',
        is_live: false,
        received_at: new Date(),
      })
      .execute()
    await db
      .insertInto('interactions')
      .values({ org_id: orgId, id, kind: 'payment_received', invoice_id: id, payment_id: id })
      .execute()
    await db
      .insertInto('payment_findings')
      .values({ org_id: orgId, id, kind: 'disputed', dedup_key: 'x', provider: 'stripe', invoice_id: id })
      .execute()
    await db.insertInto('reconciliations').values({ org_id: orgId, id, provider: 'stripe', started_at: new Date() }).execute()
    await db
      .insertInto('connections')
      .values({ org_id: orgId, id, provider: 'stripe', kind: 'key', mode: 'test', status: 'connected', credentials: 'x' })
      .execute()
    await db
      .insertInto('provider_calls')
      .values({
        org_id: orgId,
        id,
        connection_id: id,
        provider: 'stripe',
        operation: 'x',
        method: 'GET',
        host: 'x',
        outcome: 'ok',
        tries: 1,
        duration_ms: 1,
        at: new Date(),
      })
      .execute()
    await db
      .insertInto('oauth_flows')
      .values({
        org_id: orgId,
        id,
        state_hash: Buffer.from(id),
        provider: 'google',
        mode: 'test',
        connection_id: id,
        person_id: id,
        verifier_sealed: 'x',
        redirect_uri: 'x',
        scopes: [],
        expires_at: new Date(),
      })
      .execute()
    await db
      .insertInto('oauth_clients')
      .values({ org_id: orgId, id, provider: 'slack', client_id: 'x', secret_sealed: 'x' })
      .execute()
    await db.insertInto('canned_replies').values({ org_id: orgId, id, shortcut: 'x', title: 'x', body: 'x' }).execute()
    await db
      .insertInto('token_renewals')
      .values({ org_id: orgId, connection_id: id, version: 1, leased_until: new Date() })
      .execute()
    await fillDeals(db, orgId)
    await fillMeetings(db, orgId)
    await fillDocuments(db, orgId)
    await fillProposals(db, orgId)
    await fillAi(db, orgId)
    await fillAssistant(db, orgId)
    await fillKnowledge(db, orgId)
    await fillSyncs(db, orgId)
    await fillProspecting(db, orgId)
    await fillDesigns(db, orgId)
    await fillReviews(db, orgId)
    await fillWorkflows(db, orgId)
    const contactId = newId()
    await db.insertInto('contacts').values({ org_id: orgId, id: contactId }).execute()
    await db
      .insertInto('contact_claims')
      .values({
        org_id: orgId,
        id,
        contact_id: contactId,
        key: newId(),
        kind: 'email',
        value: 'claimed@example.com',
        source: 'prd',
      })
      .execute()
    await db
      .insertInto('unconnected_webhooks')
      .values({ org_id: orgId, id, phone_number_id: 'x', digest: 'x', body: Buffer.from('{}'), messages: 1 })
      .execute()
    await db
      .insertInto('reaction_failures')
      .values({ org_id: orgId, id, reaction: 'x', event_id: id, state: 'passed', tries: 1, error: 'x' })
      .execute()
    await db.insertInto('holds').values({ org_id: orgId, kind: 'mails', held_at: new Date(), state_of: new Date() }).execute()
    await db
      .insertInto('contact_merges')
      .values({ org_id: orgId, id, source_id: id, target_id: contactId, cause: 'person' })
      .execute()
    await db.insertInto('conversations').values({ org_id: orgId, id: contactId }).execute()
    await db
      .insertInto('messages')
      .values({ org_id: orgId, id, contact_id: contactId, channel: 'note', direction: 'note', kind: 'text', at: new Date() })
      .execute()
    await db.insertInto('chat_widgets').values({ org_id: orgId, id, name: 'x' }).execute()
    await db.insertInto('chat_sessions').values({ org_id: orgId, id, key: 'x' }).execute()
    await db.insertInto('message_states').values({ org_id: orgId, id: 'x', state: 'sent' }).execute()
    await db
      .insertInto('conversation_readers')
      .values({ org_id: orgId, id, contact_id: contactId, read_at: new Date() })
      .execute()
    await db
      .insertInto('calls')
      .values({
        ...{ org_id: orgId, id, connection_id: id, provider_call_id: 'x', direction: 'in', state: 'ringing' },
        ...{ from_number: 'x', to_number: 'x', started_at: new Date() },
      })
      .execute()
    await db
      .insertInto('whatsapp_templates')
      .values({
        org_id: orgId,
        id,
        connection_id: id,
        provider_id: 'x',
        name: 'x',
        language: 'en',
        category: 'UTILITY',
        status: 'APPROVED',
      })
      .execute()
  })
}

const fillDeals = async (db: Db, orgId: string): Promise<void> => {
  const id = newId()
  await db.insertInto('contacts').values({ org_id: orgId, id }).execute()
  const { dealId } = await openDealFor(db, orgId, { contactId: id, kind: 'prd', name: 'x', cause: 'prd' })
  const further = newId()
  await db.insertInto('contacts').values({ org_id: orgId, id: further }).execute()
  await db.insertInto('deal_people').values({ org_id: orgId, deal_id: dealId, contact_id: further }).execute()
  await db.insertInto('assignment_turns').values({ org_id: orgId, id: newId() }).execute()
  await db.insertInto('lead_responses').values({ org_id: orgId, id, responded_at: new Date(), by_kind: 'mail' }).execute()
  await clearNotice(db, orgId, dealNotices.deal_unassigned, dealId)
  await addCompany(db, orgId, { name: 'Company', domain: 'company.example' })
  await proposeFacts(db, orgId, { kind: 'deal', id: dealId }, { industry: 'x' }, { source: 'gemini', model: 'x' })
}

const fillIdentity = async (db: Db, orgId: string, id: string): Promise<void> => {
  await db
    .insertInto('business_logos')
    .values({
      ...{
        org_id: orgId,
        id,
        stored_as: 'x',
        media_type: 'image/png',
        width: 1,
        height: 1,
        bytes: 1,
        sha256: Buffer.alloc(32),
      },
    })
    .execute()
  await db.insertInto('business_identities').values({ org_id: orgId, logo_id: id }).execute()
  await db.insertInto('business_hours').values({ org_id: orgId, weekly: '{}', dates: '{}' }).execute()
}

const fillMeetings = async (db: Db, orgId: string): Promise<void> => {
  const id = newId()
  const ids = { org_id: orgId, id }
  const ofBooking = { org_id: orgId, booking_id: id, person_id: id }
  const during = sql<string>`tstzrange(now(), now() + interval '1 hour')`
  await db
    .insertInto('work_hours')
    .values({ ...ids, tz_version: 'x', weekly: '{}' })
    .execute()
  const { id: typeId } = await db.selectFrom('event_types').select('id').where('org_id', '=', orgId).executeTakeFirstOrThrow()
  await db.insertInto('event_type_hosts').values({ org_id: orgId, event_type_id: typeId, person_id: id, place: 0 }).execute()
  await db
    .insertInto('bookings')
    .values({
      ...{ ...ids, event_type_id: typeId, state: 'confirmed', wall_clock: 'x', host_zone: 'UTC', zone: 'UTC', tz_version: 'x' },
      ...{
        starts_at: new Date(),
        ends_at: new Date(Date.now() + 1),
        because: '{}',
        name: 'x',
        tokens_sealed: 'x',
        source: 'page',
      },
    })
    .execute()
  await db
    .insertInto('booking_spans')
    .values({ ...ofBooking, state: 'confirmed', during })
    .execute()
  await db
    .insertInto('booking_effects')
    .values({ ...ids, booking_id: id, sequence: 0, kind: 'calendar', what: 'confirmed', state: 'failed' })
    .execute()
  await db
    .insertInto('booking_reminders')
    .values({
      ...{ org_id: orgId, booking_id: id, sequence: 0, minutes_before: 1, channel: 'email', state: 'waiting' },
      due_at: new Date(),
    })
    .execute()
  await db
    .insertInto('connections')
    .values({ ...ids, provider: 'google', kind: 'oauth', mode: 'test', status: 'connected', credentials: 'x' })
    .execute()
  await db
    .insertInto('mailboxes')
    .values({
      ...{ ...ids, person_id: id, provider: 'google', email: 'x@example.com', email_key: 'x@example.com' },
      ...{ has_mail: true, has_calendar: true, kind: 'team' },
    })
    .execute()
  const ofMailbox = { org_id: orgId, mailbox_id: id }
  await db
    .insertInto('mailbox_readings')
    .values({ ...ids, since: new Date() })
    .execute()
  await db
    .insertInto('mailbox_folders')
    .values({ ...ofMailbox, id: 'INBOX', name: 'Inbox', role: 'inbox' })
    .execute()
  await db
    .insertInto('mailbox_mails')
    .values({
      ...{ ...ofMailbox, id, direction: 'in', at: new Date(), fingerprint: Buffer.from('x'), subject: 'x', preview: 'x' },
      ...{ kind: 'person', kind_reason: 'x', is_seen: false },
    })
    .execute()
  await db
    .insertInto('mailbox_bodies')
    .values({ ...ids, text: 'x' })
    .execute()
  await db
    .insertInto('mailbox_places')
    .values({ ...ofMailbox, ref: 'x', mail_id: id, folders: ['INBOX'], is_seen: false, at: new Date() })
    .execute()
  await db
    .insertInto('mailbox_entries')
    .values({ ...ofMailbox, folder: 'INBOX', at: new Date(), mail_id: id })
    .execute()
  await db
    .insertInto('mail_files')
    .values({ ...ids, person_id: id, name: 'x', type: 'text/plain', size_bytes: 0 })
    .execute()
  await db
    .insertInto('mail_drafts')
    .values({
      ...{ ...ids, person_id: id, mailbox_id: id, window_id: id, kind: 'new', from_email: 'x@example.com' },
      ...{ to_text: '', cc_text: '', bcc_text: '', subject: 'x', body: 'x' },
    })
    .execute()
  const contact = await db.selectFrom('contacts').select('id').where('org_id', '=', orgId).executeTakeFirstOrThrow()
  await db
    .insertInto('mailbox_thread_shares')
    .values({ ...ofMailbox, contact_id: contact.id, shares: 'all' })
    .execute()
  await db.insertInto('mail_picture_senders').values({ org_id: orgId, person_id: id, email_key: 'x@example.com' }).execute()
  await db
    .insertInto('mail_loads')
    .values({ org_id: orgId, mail_id: id, class: 'person', reason: 'none', first_at: new Date(), last_at: new Date() })
    .execute()
  await db.insertInto('booking_refusals').values({ org_id: orgId, email_key: 'x' }).execute()
  await db
    .insertInto('calendars')
    .values({ ...ids, person_id: id, connection_id: id, provider_id: 'x', name: 'x' })
    .execute()
  await db
    .insertInto('calendar_events')
    .values({
      org_id: orgId,
      calendar_id: id,
      provider_id: 'x',
      person_id: id,
      generation: 0,
      starts_at: new Date(),
      ends_at: new Date(),
      takes_time: true,
      counts: true,
    })
    .execute()
  await db
    .insertInto('calendar_channels')
    .values({
      ...{ ...ids, calendar_id: id, token_hash: Buffer.from('x'), state: 'open', resource_id: 'x' },
      ...{ asked_at: new Date(), expires_at: new Date() },
    })
    .execute()
  await db
    .insertInto('calendar_conflicts')
    .values({ org_id: orgId, booking_id: id, calendar_id: id, event_id: 'x', starts_at: new Date(), ends_at: new Date() })
    .execute()
  await db
    .insertInto('calendar_unread_events')
    .values({ org_id: orgId, calendar_id: id, event_id: 'x', reason: 'time', generation: 0, title: 'x' })
    .execute()
  await db
    .insertInto('calendar_writes')
    .values({
      ...{ ...ofBooking, calendar_id: id, connection_id: id, provider_calendar_id: 'x', event_id: 'x', sequence: 0 },
      state: 'written',
    })
    .execute()
}

const fillDocuments = async (db: Db, orgId: string): Promise<void> => {
  const id = newId()
  const ids = { org_id: orgId, id }
  const ofDocument = { org_id: orgId, document_id: id }
  await db
    .insertInto('templates')
    .values({ ...ids, name: 'x', kind: 'text', version: 1 })
    .execute()
  await db
    .insertInto('stored_files')
    .values({ org_id: orgId, name: `x ${id}`, kind: 'upload', subject_id: id })
    .execute()
  await db
    .insertInto('template_files')
    .values({ ...ids, name: 'x.pdf', stored_as: 'x', sha256: Buffer.alloc(32), bytes: 1, pages: '[]' })
    .execute()
  await db
    .insertInto('template_versions')
    .values({ org_id: orgId, template_id: id, version: 1, body: 'x', placeholders: '[]', fields: '[]' })
    .execute()
  await db
    .insertInto('documents')
    .values({
      ...{ ...ids, title: 'x', doc_type: 'contract', template_id: id, template_version: 1, replacements: '{}' },
      ...{ pages: '[]', fields: '[]', ends_at: new Date(Date.now() + 86_400_000) },
    })
    .execute()
  await db
    .insertInto('document_signers')
    .values({
      ...{ ...ofDocument, id, name: 'x', email: 'x@example.com', email_key: 'x@example.com' },
      ...{ role: 'client', turn: 1, state: 'asked' },
    })
    .execute()
  await db
    .insertInto('document_mails')
    .values({ ...ofDocument, mail_id: id, signer_id: id, kind: 'request' })
    .execute()
  await db
    .insertInto('document_files')
    .values({ ...ofDocument, id, kind: 'original', name: 'x', sha256: Buffer.alloc(32), bytes: 1 })
    .execute()
  await db
    .insertInto('document_events')
    .values({ ...ofDocument, seq: 1, kind: 'made', at: new Date(), said: '{}', hash: Buffer.alloc(32) })
    .execute()
  await db
    .insertInto('document_personal')
    .values({ ...ofDocument, seq: 1, key: 'x', salt: Buffer.alloc(16), value: 'x' })
    .execute()
  await db
    .insertInto('seal_identities')
    .values({
      ...{ ...ids, source: 'own', chain: ['x'], key_sealed: 'x', subject: 'x', fingerprint: 'x' },
      ...{ not_before: new Date(), not_after: new Date() },
    })
    .execute()
  await db.insertInto('sealing_settings').values({ org_id: orgId }).execute()
  await db
    .insertInto('contract_attempts')
    .values({ ...ids, wish: Buffer.alloc(32) })
    .execute()
  await db
    .insertInto('seal_records')
    .values({ ...ids, day: '2026-03-01', name: 'x', sha256: Buffer.alloc(32), bytes: 1, documents: 1 })
    .execute()
  await db
    .insertInto('recorded_heads')
    .values({ ...ofDocument, record_id: id, seq: 1, hash: Buffer.alloc(32) })
    .execute()
  await db
    .insertInto('document_follow_ups')
    .values({ ...ofDocument, kind: 'stage' })
    .execute()
  await db
    .insertInto('removed_documents')
    .values({
      ...{
        ...ids,
        title_sha256: Buffer.alloc(32),
        doc_type: 'contract',
        status: 'signed',
        files: '[]',
        head_seq: 1,
        rule: 'term',
      },
      ...{ made_at: new Date(), kept_until: new Date(), removed_at: new Date(), names_left: [] },
    })
    .execute()
}

const fillAi = async (db: Db, orgId: string): Promise<void> => {
  const id = newId()
  const ids = { org_id: orgId, id }
  const call = { ...ids, feature: 'chat', provider: 'gemini', model: 'x' }
  const tokens = { input_tokens: 1, cached_tokens: 0, output_tokens: 1 }
  const [starts_at, ends_at] = [new Date(0), new Date(1)]
  await db.insertInto('ai_settings').values({ org_id: orgId }).execute()
  await db.insertInto('ai_listed_models').values({ org_id: orgId, model: 'gemini-x', provider: 'gemini' }).execute()
  await db.insertInto('ai_models').values({ org_id: orgId, model: 'gemini-x', provider: 'gemini' }).execute()
  await db
    .insertInto('ai_budgets')
    .values({ ...ids, scope: 'workspace', subject: '', period: 'day', limit_nano: 1_000_000_000 })
    .execute()
  await db.insertInto('ai_budget_periods').values({ org_id: orgId, budget_id: id, starts_at, ends_at }).execute()
  await db
    .insertInto('ai_reservations')
    .values({
      ...{ ...call, lease_until: new Date(Date.now() + 86_400_000), most_input_tokens: 1, most_output_tokens: 1 },
      ...{ reserved_nano: 0, budgets: '[]' },
    })
    .execute()
  await db
    .insertInto('ai_ledger')
    .values({ ...call, ...tokens, at: starts_at, ended_at: ends_at, outcome: 'answered', is_estimated: true, cost_nano: 1 })
    .execute()
  await db
    .insertInto('ai_usage')
    .values({
      ...{
        org_id: orgId,
        day: '2026-01-01',
        person_id: id,
        feature: 'chat',
        provider: 'gemini',
        model: 'x',
        calls: 1,
        ...tokens,
      },
      ...{ cost_nano: 1, estimated_nano: 1 },
    })
    .execute()
}

const fillAssistant = async (db: Db, orgId: string): Promise<void> => {
  const [id, person_id] = [newId(), newId()]
  const ofConversation = { org_id: orgId, conversation_id: id }
  await db.insertInto('assistant_conversations').values({ org_id: orgId, id, person_id, title: 'x' }).execute()
  const made = { model: 'x', sources: '[]', text: 'x', language: 'en' }
  await db
    .insertInto('reply_drafts')
    .values({ org_id: orgId, id, person_id, deal_id: id, upto: id, ...made })
    .execute()
  await db
    .insertInto('summaries')
    .values({ org_id: orgId, person_id, kind: 'day', subject: 'x', as_of: 'x', sentences: '[]', model: 'x' })
    .execute()
  await db
    .insertInto('assistant_turns')
    .values({ ...ofConversation, place: 0, role: 'user', text: 'x', content: '{}' })
    .execute()
  await db
    .insertInto('assistant_proposals')
    .values({
      ...{ ...ofConversation, id: newId(), person_id, action: 'add-task', input: '{}', title: 'x', changes: '[]' },
      ...{ digest: Buffer.alloc(32), expires_at: new Date(Date.now() + 60_000) },
    })
    .execute()
}

const fillKnowledge = async (db: Db, orgId: string): Promise<void> => {
  const id = newId()
  const source = { kind: 'text', language: 'en', text: 'Hours' }
  await db
    .insertInto('knowledge_sources')
    .values({ ...source, org_id: orgId, id, title: 'Hours', words: 1 })
    .execute()
  await db
    .insertInto('knowledge_passages')
    .values({
      org_id: orgId,
      source_id: id,
      place: 0,
      heading: '',
      text: 'Hours',
      language: 'en',
      words: `'${orgId.slice(-4)}hour':1`,
    })
    .execute()
  await db
    .insertInto('knowledge_words')
    .values(['', 'hour'].map((word) => ({ org_id: orgId, word, passages: 1 })))
    .execute()
  await db
    .insertInto('knowledge_files')
    .values({ ...source, org_id: orgId, id, name: 'hours.txt' })
    .execute()
}

const fillReviews = async (db: Db, orgId: string): Promise<void> => {
  const id = newId()
  await db
    .insertInto('connections')
    .values({ org_id: orgId, id, provider: 'google', kind: 'oauth', mode: 'live', status: 'connected', credentials: 'x' })
    .execute()
  const ofConnection = { org_id: orgId, connection_id: id }
  await db.insertInto('review_accounts').values(ofConnection).execute()
  await db
    .insertInto('review_locations')
    .values({ ...ofConnection, id, account_id: '1', location_id: id, title: 'Berlin' })
    .execute()
  const ofReview = { org_id: orgId, review_id: id }
  const at = new Date()
  await db
    .insertInto('reviews')
    .values({ ...ofReview, id, location_id: id, posted_at: at, changed_at: at, seen_run: id })
    .execute()
  await db
    .insertInto('review_versions')
    .values({ ...ofReview, version: 1, changed_at: at })
    .execute()
  await db
    .insertInto('review_replies')
    .values({ ...ofReview, id, kind: 'put', text: 'Thank you!', state: 'sent', done_at: at })
    .execute()
  await db
    .insertInto('review_runs')
    .values({ ...ofConnection, id, cause: 'person', status: 'completed', completed_at: at })
    .execute()
}

const fillSyncs = async (db: Db, orgId: string): Promise<void> => {
  const id = newId()
  await db
    .insertInto('connections')
    .values({ org_id: orgId, id, provider: 'hubspot', kind: 'key', mode: 'live', status: 'connected', credentials: 'x' })
    .execute()
  const ofConnection = { org_id: orgId, connection_id: id }
  const ofRecord = { ...ofConnection, entity: 'contacts', their_id: '1', our_id: id }
  const ofJob = { org_id: orgId, job_id: id, entity: 'contacts' }
  await db.insertInto('crm_settings').values(ofConnection).execute()
  await db
    .insertInto('lead_sources')
    .values({ org_id: orgId, id, kind: 'google_ads', name: 'x', address: newAddress(), settings: '{"kind":"google_ads"}' })
    .execute()
  const ofPage = { org_id: orgId, source_id: id }
  await db
    .insertInto('meta_pages')
    .values({ ...ofPage, connection_id: id, page_id: '1' })
    .execute()
  await db
    .insertInto('meta_forms')
    .values({ ...ofPage, form_id: '1', name: 'x', status: 'active', read_to: new Date() })
    .execute()
  await db
    .insertInto('meta_leads')
    .values({ ...ofPage, id, lead_id: '1', form_id: '1', created_at: new Date(), try_until: new Date() })
    .execute()
  await db.insertInto('lead_source_consents').values({ org_id: orgId, source_id: id, version: 1, text: 'x' }).execute()
  await db.insertInto('demo_records').values({ org_id: orgId, kind: 'lead', id }).execute()
  await db.insertInto('record_edits').values({ org_id: orgId, id, kind: 'contact', record_id: id, changes: '{}' }).execute()
  await db.insertInto('unmatched_contacts').values({ org_id: orgId, id }).execute()
  await db.insertInto('contact_match_keys').values({ org_id: orgId, contact_id: id, key: id, reason: 'phone' }).execute()
  await db.insertInto('unmatched_companies').values({ org_id: orgId, id }).execute()
  await db.insertInto('company_match_keys').values({ org_id: orgId, company_id: id, key: id, reason: 'name' }).execute()
  await db
    .insertInto('company_merges')
    .values({ org_id: orgId, id, source_id: id, target_id: '00000000-0000-0000-0000-000000000000' })
    .execute()
  await db
    .insertInto('duplicate_pairs')
    .values({ org_id: orgId, one_id: '00000000-0000-0000-0000-000000000000', other_id: id, reasons: ['phone'], strength: 2 })
    .execute()
  await db.insertInto('unsearched_records').values({ org_id: orgId, id, kind: 'deal' }).execute()
  await db.insertInto('tags').values({ org_id: orgId, id, name: 'x', name_key: 'x', hue: 1 }).execute()
  await db.insertInto('record_tags').values({ org_id: orgId, kind: 'contact', record_id: id, tag_id: id }).execute()
  await db
    .insertInto('saved_views')
    .values({
      org_id: orgId,
      id,
      kind: 'lead',
      name: 'x',
      owner_id: id,
      filter: '{"match": "all", "conditions": [], "groups": []}',
    })
    .execute()
  await db
    .insertInto('bulk_changes')
    .values({ org_id: orgId, id, kind: 'lead', change: '{"type": "delete"}', state: 'done', person_id: id })
    .execute()
  await db.insertInto('bulk_change_records').values({ org_id: orgId, change_id: id, place: 1, record_id: id }).execute()
  await db.insertInto('view_pins').values({ org_id: orgId, person_id: id, view_id: id, place: 1 }).execute()
  await db.insertInto('notes').values({ org_id: orgId, id, kind: 'contact', record_id: id, body: 'x' }).execute()
  await db
    .insertInto('record_files')
    .values({
      ...{ org_id: orgId, id, kind: 'contact', record_id: id, name: 'x', media_type: 'text/plain', bytes: 1 },
      ...{ sha256: Buffer.from('x'), file_key: 'x' },
    })
    .execute()
  await db
    .insertInto('fields')
    .values({ org_id: orgId, id, kind: 'contact', key: 'x', name: 'x', type: 'text', place: 1 })
    .execute()
  await db.insertInto('field_values').values({ org_id: orgId, field_id: id, record_id: id, text_value: 'x' }).execute()
  await db.insertInto('field_settings').values({ org_id: orgId }).execute()
  await db
    .insertInto('sync_jobs')
    .values({
      ...{ ...ofConnection, id, provider: 'hubspot', kind: 'sync', entities: ['contacts'], mode: 'all', cause: 'person' },
      ...{ steps: '{}', counts: '{}', status: 'completed', completed_at: new Date() },
    })
    .execute()
  await db
    .insertInto('sync_links')
    .values({ ...ofRecord, seen: '{}', our_at: new Date(), linked_by: id, job_id: id })
    .execute()
  await db
    .insertInto('sync_waiting')
    .values({ ...ofConnection, wants_entity: 'companies', wants_id: '1', entity: 'contacts', their_id: '1', place: 0 })
    .execute()
  await db
    .insertInto('sync_intents')
    .values({ ...ofConnection, entity: 'contacts', our_id: id })
    .execute()
  await db
    .insertInto('sync_changes')
    .values({ ...ofJob, their_id: '1', our_id: id, field: 'x' })
    .execute()
  await db
    .insertInto('sync_errors')
    .values({ ...ofJob, record_id: '1', code: 'x', message: 'x' })
    .execute()
  await db
    .insertInto('sync_samples')
    .values({ ...ofJob, record_id: '1', verdict: 'new', details: '{}' })
    .execute()
  await db.insertInto('sync_rehearsed').values({ org_id: orgId, job_id: id, key: 'x' }).execute()
  await db.insertInto('sync_pins').values({ org_id: orgId, entity: 'contacts', our_id: id, field: 'job_title' }).execute()
  await db
    .insertInto('sync_webhooks')
    .values({ ...ofJob, endpoint_id: id })
    .execute()
  await db
    .insertInto('sync_conflicts')
    .values({ ...ofRecord, id, field: 'job_title', job_id: id })
    .execute()
}

const fillProspecting = async (db: Db, orgId: string): Promise<void> => {
  const { id: connectionId } = await db
    .selectFrom('connections')
    .select('id')
    .where('org_id', '=', orgId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const [callId, at] = [newId(), new Date()]
  await db.insertInto('prospecting_settings').values({ org_id: orgId, monthly_credits: 1 }).execute()
  await db
    .insertInto('prospect_calls')
    .values({
      ...{ org_id: orgId, id: callId, connection_id: connectionId, people: 1, with_mobiles: false, reserved: 1 },
      ...{ state: 'settled', credits: 1, lease_until: at, ended_at: at },
    })
    .execute()
  await db.insertInto('prospects').values({ org_id: orgId, their_id: 'x', shown: '{}' }).execute()
  await db
    .insertInto('cleanups')
    .values({
      ...{ org_id: orgId, id: newId(), state: 'done', cutoff_at: at, started_at: at, moved_at: at, ended_at: at },
      ...{ planned: '{}', removed: '{}' },
    })
    .execute()
}

const fillDesigns = async (db: Db, orgId: string): Promise<void> => {
  const id = newId()
  const ids = { org_id: orgId, id }
  await db
    .insertInto('connections')
    .values({ ...ids, provider: 'canva', kind: 'oauth', mode: 'live', status: 'disconnected', disconnected_at: new Date() })
    .execute()
  await db
    .insertInto('designs')
    .values({ ...ids, connection_id: id, vendor_id: 'DAx', title: 'x', changed_at: new Date() })
    .execute()
  const { id: contactId } = await db.selectFrom('contacts').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .insertInto('design_links')
    .values({ ...ids, design_id: id, contact_id: contactId })
    .execute()
  await db
    .insertInto('design_jobs')
    .values({
      ...{ ...ids, kind: 'export', connection_id: id, design_id: id, wish: '{"type":"pdf","pages":[]}' },
      ...{ wish_digest: Buffer.alloc(32), state: 'done', ended_at: new Date(), next_at: new Date() },
    })
    .execute()
  await db
    .insertInto('design_files')
    .values({ ...ids, job_id: id, place: 0, name: 'x', type: 'application/pdf', bytes: 1 })
    .execute()
  await db
    .insertInto('design_accounts')
    .values({ org_id: orgId, connection_id: id, can_use_templates: true, can_fill_templates: true, asked_at: new Date() })
    .execute()
}

const fillProposals = async (db: Db, orgId: string): Promise<void> => {
  const id = newId()
  const ids = { org_id: orgId, id }
  const ofProposal = { org_id: orgId, proposal_id: id }
  await db
    .insertInto('proposals')
    .values({
      ...{ ...ids, title: 'x', locale: 'en', currency: 'EUR', version: 1, status: 'sent', client_name: 'x' },
      ...{ client_email: 'x@example.com', deal_id: id, contact_id: id, sent_at: new Date() },
      ...{ ends_at: new Date(Date.now() + 86_400_000), draft: null },
    })
    .execute()
  const content = { title: 'x', locale: 'en', currency: 'EUR', sections: [], lines: [] }
  await db
    .insertInto('proposal_versions')
    .values({ ...ofProposal, version: 1, content: JSON.stringify(content), sha256: Buffer.alloc(32), sent_at: new Date() })
    .execute()
  await db
    .insertInto('proposal_acceptances')
    .values({
      ...{ ...ofProposal, version: 1, chosen: [], name: 'x', total_minor: 0 },
      ...{ accepted_at: new Date(), said: '{}', sha256: Buffer.alloc(32) },
    })
    .execute()
  await db
    .insertInto('proposal_events')
    .values({ ...ofProposal, id, kind: 'sent', version: 1, at: new Date() })
    .execute()
  await db
    .insertInto('proposal_follow_ups')
    .values({ ...ofProposal, kind: 'stage' })
    .execute()
  await db
    .insertInto('page_views')
    .values({
      ...{ ...ofProposal, id, version: 1, class: 'person', reason: 'none' },
      ...{ first_at: new Date(), last_at: new Date(), times: 1 },
    })
    .execute()
}

const fillWorkflows = async (db: Db, orgId: string): Promise<void> => {
  const id = newId()
  const [ids, ofRun] = [
    { org_id: orgId, id },
    { org_id: orgId, run_id: id, node: 'x', path: '' },
  ]
  const definition = JSON.stringify({ foyer_workflow: 1, name: 'x', trigger: { kind: 'request' } })
  await db
    .insertInto('workflows')
    .values({ ...ids, name: 'x', last_version: 1 })
    .execute()
  await db.insertInto('workflow_settings').values({ org_id: orgId }).execute()
  await db
    .insertInto('workflow_drafts')
    .values({ ...ids, workflow_id: id, person_id: id, updated_by: id, definition })
    .execute()
  await db
    .insertInto('workflow_versions')
    .values({
      org_id: orgId,
      workflow_id: id,
      version: 1,
      definition,
      trigger_kind: 'request',
      role: 'member',
      publisher_id: id,
      // Not in use: a run of its own is no answer to an id that does not exist.
      published_until: new Date(),
    })
    .execute()
  await db
    .insertInto('workflow_runs')
    .values({ ...ids, workflow_id: id, version: 1, state: 'completed', trigger: '{}', root_id: id, ended_at: new Date() })
    .execute()
  await db
    .insertInto('workflow_steps')
    .values({ ...ofRun, place: 1, kind: 'stop', state: 'done' })
    .execute()
  await db
    .insertInto('workflow_waits')
    .values({ ...ofRun, id, workflow_id: id, kind: 'person', state: 'answered' })
    .execute()
  await db
    .insertInto('workflow_effects')
    .values({ ...ofRun, key: `wf:${id}:x:`, workflow_id: id, what: 'add-task', state: 'done' })
    .execute()
  const [from, to] = [new Date(0), new Date()]
  await db
    .insertInto('workflow_rehearsals')
    .values({ ...ids, workflow_id: id, definition, from_at: from, to_at: to, asked_by: id, state: 'done' })
    .execute()
  await db
    .insertInto('workflow_rehearsal_people')
    .values({
      ...{ org_id: orgId, rehearsal_id: id, place: 1, subject_kind: 'lead', change: 'more', has_failed: false },
      ...{ runs: '[]', published_runs: '[]' },
    })
    .execute()
  await db
    .insertInto('workflow_schedules')
    .values({ org_id: orgId, workflow_id: id, version: 1, schedule: '{}', missed: 'once', last_instant: new Date() })
    .execute()
  await db
    .insertInto('workflow_hooks')
    .values({ org_id: orgId, workflow_id: id, token_hint: 'x', secret_sealed: 'x', secret_hint: 'x' })
    .execute()
  await db
    .insertInto('workflow_hook_requests')
    .values({ ...ids, workflow_id: id, version: 1, outcome: 'filtered' })
    .execute()
  await db
    .insertInto('workflow_credentials')
    .values({ ...ids, name: 'x', origin: 'https://x.example', header: 'x', secret_sealed: 'x', saved_by: id })
    .execute()
}

/** Whose ids a member of a body takes: of which table, or of people and their own. A member that is missing here fails the sweep. */
const recordsOf = {
  assignedTo: 'directory.people',
  userId: 'directory.people',
  personId: 'directory.people',
  orgId: 'foyer.orgs',
  sessionId: 'directory.sessions',
  passkeyId: 'directory.passkeys',
  cursor: 'foyer.leads',
  leadId: 'foyer.leads',
  contactId: 'foyer.contacts',
  sourceId: 'foyer.contacts',
  targetId: 'foyer.contacts',
  mergeId: 'foyer.contact_merges',
  moveId: 'foyer.deal_moves',
  claimId: 'foyer.contact_claims',
  answering: 'foyer.messages',
  dealId: 'foyer.deals',
  bookingId: 'foyer.bookings',
  mailboxId: 'foyer.mailboxes',
  calendarId: 'foyer.calendars',
  id: 'foyer.mailbox_mails',
  before: 'foyer.mailbox_mails',
  answers: 'foyer.mailbox_mails',
  fileId: 'foyer.mail_files',
  draftId: 'foyer.mail_drafts',
  effectId: 'foyer.booking_effects',
  eventTypeId: 'foyer.event_types',
  hostId: 'directory.people',
  projectId: 'foyer.deals',
  targetProjectId: 'foyer.deals',
  beforeDealId: 'foyer.deals',
  afterDealId: 'foyer.deals',
  subjectId: 'foyer.deals',
  pipelineId: 'foyer.pipelines',
  stageId: 'foyer.stages',
  taskId: 'foyer.tasks',
  companyId: 'foyer.companies',
  organizationId: 'foyer.companies',
  factId: 'foyer.facts',
  messageId: 'foyer.messages',
  replyTo: 'foyer.messages',
  seenTo: 'foyer.messages',
  readTo: 'foyer.messages',
  cannedReplyId: 'foyer.canned_replies',
  widgetId: 'foyer.chat_widgets',
  invoiceId: 'foyer.invoices',
  logoId: 'foyer.business_logos',
  templateId: 'foyer.templates',
  file: 'foyer.template_files',
  documentId: 'foyer.documents',
  proposalId: 'foyer.proposals',
  conversationId: 'foyer.assistant_conversations',
  replyDraftId: 'foyer.reply_drafts',
  callId: 'foyer.ai_ledger',
  knowledgeId: 'foyer.knowledge_sources',
  docId: 'foyer.documents',
  signerId: 'foyer.document_signers',
  recordId: 'foyer.seal_records',
  noteId: 'foyer.notes',
  owner: 'directory.people',
  ownerId: 'directory.people',
  differenceId: 'foyer.payment_findings',
  uploadId: 'foyer.uploads',
  keyId: 'foyer.api_keys',
  deliveryId: 'foyer.deliveries',
  leadSourceId: 'foyer.lead_sources',
  invitationId: 'foyer.invitations',
  mailId: 'foyer.mails',
  workId: 'foyer.inbox',
  noticeId: 'foyer.notices',
  deviceId: 'foyer.push_subscriptions',
  webhookId: 'foyer.webhook_endpoints',
  webhookDeliveryId: 'foyer.webhook_deliveries',
  connectionId: 'foyer.connections',
  jobId: 'foyer.sync_jobs',
  conflictId: 'foyer.sync_conflicts',
  designId: 'foyer.designs',
  linkId: 'foyer.design_links',
  exportId: 'foyer.design_jobs',
  autofillId: 'foyer.design_jobs',
  designFileId: 'foyer.design_files',
  reviewId: 'foyer.reviews',
  locationId: 'foyer.review_locations',
  workflowId: 'foyer.workflows',
  rehearsalId: 'foyer.workflow_rehearsals',
  runId: 'foyer.workflow_runs',
  stepId: 'foyer.workflow_waits',
  credentialId: 'foyer.workflow_credentials',
  tagId: 'foyer.tags',
  otherId: 'foyer.contacts',
  viewId: 'foyer.saved_views',
  bulkChangeId: 'foyer.bulk_changes',
  intoTagId: 'foyer.tags',
  fieldId: 'foyer.fields',
  requiredStageId: 'foyer.stages',
} as const
/** Ids that a caller makes up, and that name no record before. */
const generatedAnswer = new Set(['clientMessageId', 'trackingId', 'windowId', 'newConversationId'])
/** What a record of one's own does not answer either: a message without a file has none to give, a widget speaks to pages alone, a CRM that is not there says nothing. */
const silentHere = new Set<string>([
  // A file of a record that is stored nowhere: its own tests load one.
  'download-record-file',
  'download-record-file-page',
  ...['download-attachment', 'start-web-chat', 'show-crm-mapping', 'show-crm-record'],
  // The source of the test is no webhook, and its connection none to Meta.
  ...['show-lead-source-sample', 'list-meta-pages', 'list-meta-forms'],
  // The one record that is tried here is no contact.
  'set-fields',
])

/** An organization with a row in every table, and its ids by the names under which actions take them. */
const inhabited = async () => {
  const someone = await app.given.organization()
  const key = await app.given.key(someone.orgId)
  await app.post({ email: 'a@example.com', phone: '+4915112345678', external_id: '1', source: 'apollo' }, key.text, {
    headers: { 'idempotency-key': 'x' },
  })
  await app.post({ email: 'nobody' }, key.text)
  await fill(someone.orgId)
  // A mailbox, a file that waits for a mail, a draft, and a conversation with the assistant, are their member's alone.
  for (const table of ['mailboxes', 'mail_files', 'mail_drafts', 'assistant_conversations', 'push_subscriptions'] as const)
    await app.database.inOrg(someone.orgId, (db) =>
      db.updateTable(table).set({ person_id: someone.personId }).where('org_id', '=', someone.orgId).execute(),
    )
  await app.database.db
    .insertInto('directory.passkeys')
    .values({
      id: newId(),
      person_id: someone.personId,
      name: 'x',
      credential_id: newId(),
      public_key: Buffer.from('x'),
      counter: 0,
      transports: [],
      backed_up: false,
    })
    .execute()
  const found = new Map<string, string>()
  for (const table of new Set(Object.values(recordsOf))) {
    const id = table === 'foyer.orgs' ? 'org_id' : 'id'
    const [owner, value] = table.startsWith('foyer.')
      ? ['org_id', someone.orgId]
      : [table === 'directory.people' ? 'id' : 'person_id', someone.personId]
    const [row] = await rows<{ id: string }>(`select ${id} as id from ${table} where ${owner} = $1 order by 1 limit 1`, [value])
    assert.ok(row, `${table} has no row: add one to fill()`)
    found.set(table, row.id)
  }
  const ids = Object.fromEntries(Object.entries(recordsOf).map(([field, table]) => [field, String(found.get(table))]))
  return { someone, key, ids: ids as Record<keyof typeof recordsOf, string> }
}

/** All that an organization has, as one text. */
const everythingOf = async (orgId: string): Promise<string> => {
  const parts = (await tenantTables()).map(
    (table) => `select '${table}' as name, coalesce(string_agg(t::text, chr(10) order by t::text), '') as kept
                from foyer.${table} t where org_id = $1`,
  )
  return JSON.stringify(await rows(parts.join(' union all '), [orgId]))
}

test('without a setting there are no rows, in any table; with one, only those of that organization; and none can be put elsewhere', async () => {
  const [one, other] = [await inhabited(), await inhabited()]
  const client = new pg.Client(connectionOptions(app.target, { application: 'foyer test' }))
  await client.connect()
  try {
    for (const table of await tenantTables()) {
      const all = await rows<{ orgs: number }>(
        `select count(distinct org_id)::int as orgs from foyer.${table} where org_id in ($1, $2)`,
        [one.someone.orgId, other.someone.orgId],
      )
      assert.equal(all[0]?.orgs, 2, `${table} has no rows to hide: add one to fill()`)

      const visible = async (setting: string | null): Promise<string[]> => {
        await client.query('begin')
        if (setting !== null) await client.query(`set local foyer.org = '${setting}'`)
        const found = await client.query<{ org_id: string }>(`select distinct org_id from foyer.${table}`)
        await client.query('rollback')
        return found.rows.map(({ org_id }) => org_id)
      }
      assert.deepEqual(await visible(null), [], table)
      assert.deepEqual(await visible(one.someone.orgId), [one.someone.orgId], table)
      // What SET LOCAL leaves behind is the empty string, not null.
      assert.deepEqual(await visible(null), [], table)
      assert.deepEqual(await visible(''), [], table)

      await client.query(`begin; set local foyer.org = '${one.someone.orgId}'`)
      const removed = await client.query(`delete from foyer.${table} where org_id = '${other.someone.orgId}'`).then(
        ({ rowCount }) => rowCount,
        // Of some tables the server may remove nothing at all, not even its own.
        (error: { code?: string }) => (error.code === '42501' ? 0 : Promise.reject(error)),
      )
      assert.equal(removed, 0, table)
      await client.query('rollback')
      // What the database fills by itself cannot be given.
      const given = await rows<{ names: string }>(
        `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
         where table_schema = 'foyer' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      await client.query(`begin; set local foyer.org = '${one.someone.orgId}'`)
      await assert.rejects(
        client.query(
          `insert into foyer.${table} (${given[0]?.names}) select ${given[0]?.names} from (
             select (jsonb_populate_record(t, jsonb_build_object('org_id', '${other.someone.orgId}', 'id', '${newId()}'))).* from foyer.${table} t limit 1) copy`,
        ),
        { code: '42501' },
        table,
      )
      await client.query('rollback')
    }
  } finally {
    await client.end()
  }
})

// ── Every endpoint with another organization's ids ──────────────────────────────────────────────────────────────────

const bare = ({ status, body }: Answer): string => JSON.stringify([status, { ...body, request_id: undefined }])

let elsewhere = 0
const fromElsewhere = (type: string, body: object): Promise<Answer> =>
  ask(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${(++elsewhere >> 8) & 255}.${elsewhere & 255}` },
    body: JSON.stringify({ type, ...body }),
  })

/** Calls an action at whichever of its transports a person can use. */
const knock = async (action: (typeof actions)[number], body: Record<string, unknown>, as: Someone): Promise<Answer> => {
  // What anybody may call is counted by the address that it comes from: each knock comes from another one.
  if (action.who === 'public') return fromElsewhere(action.name, body)
  if (action.transports.includes('gateway')) return app.call(action.name, body, as)
  const query = new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]))
  return ask(`${app.url}/download/${action.name}?${query}`, { headers: { authorization: `Bearer ${as.token}` } })
}

test('every action with every id of another organization answers as with an id that does not exist, and changes nothing there', async () => {
  const [mine, theirs] = [await inhabited(), await inhabited()]
  const before = await everythingOf(theirs.someone.orgId)
  let compared = 0
  const owners = [mine.someone]
  for (const action of actions) {
    // What is asked more often than its limit allows is asked by another owner each time that it is used up.
    const { times } = action.limit ?? usualLimit(action.who)
    let knocks = 0
    const somebody = async (): Promise<Someone> => {
      const at = Math.floor(knocks++ / times)
      owners[at] ??= await app.given.person(mine.someone.orgId, 'owner')
      return owners[at]
    }
    for (const field of idFields(action)) {
      if (generatedAnswer.has(field)) continue
      // The list of what was done grows with each knock that is refused: two answers of it are never the same.
      if (action.name === 'list-audit' && field === 'cursor') continue
      // Of a contact, where the kind of the record stands beside it: a kind is given as its first word.
      const isOfKind = field === 'recordId' && 'kind' in (shapeOf(action).properties ?? {})
      const known = isOfKind ? 'contactId' : (field as keyof typeof recordsOf)
      const fitting = mine.ids[known]
      assert.ok(fitting, `${action.name} takes ${field}: say in recordsOf whose id it is`)
      const body = someBody(shapeOf(action))
      for (const own of Object.keys(body))
        if (own in mine.ids && own !== field) body[own] = mine.ids[own as keyof typeof recordsOf]
      if ('userEmail' in body) body.userEmail = 'x@example.com'
      const unknown = bare(await knock(action, { ...body, [field]: newId() }, await somebody()))
      for (const foreign of new Set([theirs.ids[known], theirs.ids.orgId, theirs.ids.contactId, theirs.ids.personId])) {
        assert.equal(
          bare(await knock(action, { ...body, [field]: foreign }, await somebody())),
          unknown,
          `${action.name} ${field}`,
        )
        compared++
      }
      // The answer to one's own is another one: else this compares nothing with nothing.
      if (action.effect === 'read' && !silentHere.has(action.name) && shapeOf(action).required?.includes(field))
        assert.notEqual(
          bare(await knock(action, { ...body, [field]: fitting }, await somebody())),
          unknown,
          `${action.name} ${field}`,
        )
    }
  }
  assert.ok(compared >= 400, String(compared))
  assert.equal(await everythingOf(theirs.someone.orgId), before)
})

test('the bytes of a file go to no upload of another organization', async () => {
  const [mine, theirs] = [await inhabited(), await inhabited()]
  const put = async (id: string) => {
    const response = await fetch(`${app.url}/uploads/${id}/content?from=0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${mine.someone.token}` },
      body: 'x',
    })
    return [response.status, { ...((await response.json()) as object), request_id: undefined }]
  }
  assert.deepEqual(await put(theirs.ids.uploadId), await put(newId()))
  assert.equal((await put(theirs.ids.uploadId))[0], 404)
})

test('an organization or person in a body that is not the caller’s is a 403 in every action, listed or not, before anything else is looked at', async () => {
  const [mine, theirs] = [await inhabited(), await inhabited()]
  const post = async (type: string, body: object) => {
    const response = await fetch(`${app.url}/gateway`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${mine.someone.token}`,
        cookie: `foyer_session=${mine.someone.session}`,
      },
      body: JSON.stringify({ type, ...body }),
    })
    return [response.status, ((await response.json()) as { field?: string }).field]
  }
  for (const action of gatewayActions) {
    const { name } = action
    assert.deepEqual(await post(name, { orgId: theirs.someone.orgId }), [403, 'orgId'], name)
    if (!('userId' in (shapeOf(action).properties ?? {})))
      assert.deepEqual(await post(name, { userId: theirs.someone.personId }), [403, 'userId'], name)
    // Where it names a mailbox the action itself looks at it, first of all.
    const rest = 'userEmail' in (shapeOf(action).properties ?? {}) ? someBody(shapeOf(action)) : {}
    assert.deepEqual(await post(name, { ...rest, userEmail: theirs.someone.email }), [403, 'userEmail'], name)
    assert.deepEqual(await post(name, { identity: theirs.someone.email }), [403, 'identity'], name)
  }
  const own = {
    orgId: mine.someone.orgId,
    userId: mine.someone.personId,
    userEmail: mine.someone.email.toUpperCase(),
    identity: mine.someone.personId,
  }
  assert.equal((await post('list-leads', own))[0], 200)
})

test('thousands of requests of many tenants over the same connections never mix', async () => {
  const tenants = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const someone = await app.given.organization()
      return { someone, key: await app.given.key(someone.orgId), leads: new Set<string>() }
    }),
  )
  const emailOf = (tenant: (typeof tenants)[number]): string => `${tenant.someone.orgId}@example.com`
  await Promise.all(
    tenants.map(async (tenant) => {
      for (let n = 0; n < 3; n++)
        tenant.leads.add(
          String(
            (await app.post({ email: emailOf(tenant), source: `s-${tenant.someone.orgId}` }, tenant.key.text)).body.lead_id,
          ),
        )
    }),
  )
  let asked = 0
  const ask = async (n: number): Promise<void> => {
    const tenant = tenants[(n * 7) % tenants.length] as (typeof tenants)[number]
    const stranger = tenants[(n * 7 + 1) % tenants.length] as (typeof tenants)[number]
    const kind = Math.floor(n / tenants.length) % 4
    if (kind === 0) {
      const { body } = await app.call('list-leads', {}, tenant.someone)
      const leads = body.leads as unknown as { id: string; email: string }[]
      assert.deepEqual(new Set(leads.map(({ id }) => id)), tenant.leads)
      assert.deepEqual([...new Set(leads.map(({ email }) => email))], [emailOf(tenant)])
    } else if (kind === 1) {
      const { body } = await app.call('list-contacts', {}, tenant.someone)
      assert.deepEqual(
        (body.contacts as unknown as { email: string }[]).map(({ email }) => email),
        [emailOf(tenant)],
      )
    } else if (kind === 2) {
      const [id] = stranger.leads
      assert.equal((await app.call('show-lead', { leadId: id }, tenant.someone)).status, 404)
    } else {
      const { body } = await app.post({ email: emailOf(tenant) }, tenant.key.text, { query: '?dry_run=true' })
      assert.notEqual(body.contact_id, null)
      const foreign = await app.post({ email: emailOf(stranger) }, tenant.key.text, { query: '?dry_run=true' })
      assert.equal(foreign.body.contact_id, null)
    }
    asked++
  }
  const total = 2_000
  let next = 0
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      while (next < total) await ask(next++)
    }),
  )
  assert.equal(asked, total)
})
