import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { commands } from '#cli/commands.ts'
import { readConfig } from '#config'
import { newId } from '#core/ids.ts'
import { BadBackup, type Manifest } from '#db/backup/manifest.ts'
import { openBackup, restoreBackup } from '#db/backup/restore-backup.ts'
import { renumberedColumns } from '#db/backup/table-copies.ts'
import { writeBackup } from '#db/backup/write-backup.ts'
import type { Target } from '#db/connect.ts'
import { checkDatabase, migrate, migrations } from '#db/migrate.ts'
import { startScratch } from '#db/temporary-database.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { asOwner } from '#test/support/database.ts'
import { sharedMemory } from '#test/support/shared-memory.ts'
import { migrateAll, renamedQueues } from '../main.ts'
import { folderFiles } from '../providers/folder/files.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-backup-test-'))
const filesDir = path.join(folder, 'files')
const file = path.join(folder, 'under-load.tar')
/** Where the files of the first restore are. */
const restoredFiles = path.join(folder, 'restored-files')

/** Where it is backed up, and a PostgreSQL that has never seen a row of it. */
let app: TestApp
let elsewhere: Awaited<ReturnType<typeof startScratch>>
/** Leads that were answered 200 before the backup began. */
const acknowledged: string[] = []
let manifest: Manifest

before(async () => {
  // In memory where there is room: each database is a thousand files, and there are some twenty.
  ;[app, elsewhere] = await Promise.all([startApp(), startScratch({}, sharedMemory(2 ** 30))])
  mkdirSync(path.join(filesDir, 'deep'), { recursive: true })
  writeFileSync(path.join(filesDir, 'deep/one'), Buffer.alloc(700_000, 'a row of a file\n'))
  writeFileSync(path.join(filesDir, 'empty'), '')
  writeFileSync(path.join(filesDir, 'half.part'), 'never came whole')
  await addJobs()
  // So that the numbers of its transactions are far beyond those of a new cluster.
  await ask(app.target, 'do $$ begin for n in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$')
  manifest = await backUpUnderLoad()
})
after(async () => {
  await app.stop()
  await elsewhere.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a backup taken under load restores to a state that contains every lead acknowledged before it began', async () => {
  assert.ok(acknowledged.length > 50, `only ${acknowledged.length} leads came before it`)
  const target = await newDatabase('restored')
  await restoreInto(target, { filesDir: restoredFiles })
  const stored = await idsIn(target)
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  )
  const source = await idsIn(app.target)
  assert.ok([...stored].every((id) => source.has(id)))
})

test('a restored row equals the original: a backup of it has the same checksums', async () => {
  const again = await backUp(await restored(), 'again.tar')
  assert.deepEqual(again.tables, manifest.tables)
  assert.ok(again.tables.find(({ name }) => name === 'foyer.leads')?.rows)
  assert.ok(again.tables.find(({ name }) => name === 'directory.key_hashes')?.rows)
})

test('uploaded files come back byte by byte, and incomplete ones stay out', async () => {
  assert.deepEqual(readdirSync(restoredFiles, { recursive: true }).sort(), ['deep', 'deep/one', 'empty'])
  const one = path.join(restoredFiles, 'deep/one')
  assert.ok(readFileSync(one).equals(readFileSync(path.join(filesDir, 'deep/one'))))
  assert.equal(statSync(one).mode & 0o077, 0)
})

test('after a restore waiting jobs wait again, running jobs run again, and none is deleted for its age', async () => {
  const { rows } = await ask(
    await restored(),
    `select data ->> 'n' as n, state::text, keep_until > now() + '13 days' as kept from jobs.job where name = 'remove-expired' order by 1`,
  )
  assert.deepEqual(rows, [
    { n: '1', state: 'created', kept: true },
    { n: '2', state: 'retry', kept: true },
  ])
})

test('jobs of a renamed queue wait in the new one, and those of a removed queue are dead letters that admins see', async () => {
  const [from, to] = [await newDatabase('queues'), await newDatabase('queues_restored')]
  await migrateAll(from)
  await ask(
    from,
    `insert into jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds, partition, table_name, dead_letter)
       select each, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds, partition, table_name, dead_letter
       from jobs.queue, unnest(array['former', 'gone']) each where name = 'send-mail';
     insert into jobs.job (name, data, state) values ('former', '{"n": 1}', 'created'), ('gone', '{"n": 2}', 'retry');
     insert into jobs.job (name, data, source_name) values ('dead-letters', '{"n": 3}', 'former')`,
  )
  await backUp(from, 'queues.tar')
  await restoreInto(to, { file: path.join(folder, 'queues.tar'), renamedQueues: new Map([['former', 'send-mail']]) })
  const { rows } = await ask(
    to,
    `select data ->> 'n' as n, name, source_name as was, state::text, source_output ->> 'message' as reason from jobs.job where data ? 'n' order by 1`,
  )
  assert.deepEqual(rows, [
    { n: '1', name: 'send-mail', was: null, state: 'created', reason: null },
    { n: '2', name: 'dead-letters', was: 'gone', state: 'created', reason: 'This version has no such job.' },
    { n: '3', name: 'dead-letters', was: 'send-mail', state: 'created', reason: null },
  ])
})

test('nothing starts on the remains of a killed restore, and the next restore replaces them', async () => {
  const target = await copyOfRestored('half')
  await checkDatabase(target)
  await ask(target, `comment on schema foyer is 'being restored'`)
  await assert.rejects(checkDatabase(target), /restore into this database was interrupted/)
  await restoreInto(target)
  await checkDatabase(target)
})

test('a server on what was restored takes leads, and finds old and new ones, in a cluster that began anew', async () => {
  const target = await copyOfRestored('served')
  // The numbers of transactions are behind those of the cluster that was backed up: that is what could go wrong.
  const [{ rows: here }, { rows: there }] = await Promise.all([ask(target, lastTransaction), ask(app.target, lastTransaction)])
  assert.ok(Number(here[0]?.xid) < Number(there[0]?.xid), 'the new cluster is younger')

  const copy = await startApp({ target })
  const worker = await copy.startWorker()
  try {
    const { token } = (await (
      await fetch(`${copy.url}/gateway`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `foyer_session=${app.owner.session}` },
        body: '{"type":"get-token"}',
      })
    ).json()) as { token: string }
    const key = await copy.given.key(app.owner.orgId)
    assert.equal((await copy.post({ email: 'afterwards@example.com', name: 'Afterwards Newcomer' }, key.text)).status, 200)
    for (const word of ['Afterwards', 'Before7'])
      await eventually(
        async () => (await copy.call('list-leads', { search: word }, { ...app.owner, token })).body.leads ?? [],
        word,
      )
  } finally {
    await worker.stop()
    await copy.stop()
  }
})

test('a damaged file is refused, the table is named, and nothing is restored', async () => {
  const target = await newDatabase('damaged')
  const whole = readFileSync(file)
  const damage = async (name: string, change: (bytes: Buffer) => Buffer, expected: RegExp) => {
    const bad = path.join(folder, name)
    writeFileSync(bad, change(Buffer.from(whole)))
    await assert.rejects(
      async () =>
        restoreBackup(await openBackup(bad), { owner: target, filesDir: null, migrateAll, renamedQueues, say: () => {} }),
      (error: Error) => {
        assert.ok(error instanceof BadBackup, error.stack ?? '')
        assert.match(error.message, expected)
        return true
      },
    )
    const { rows } = await ask(
      target,
      `select count(*)::int as schemas from pg_namespace where nspname in ('foyer', 'directory', 'jobs')`,
    )
    assert.equal(rows[0]?.schemas, 0)
  }
  await damage('flipped.tar', (bytes) => flip(bytes, 'tables/foyer.contacts.copy.gz'), /damaged at table foyer\.contacts/)
  await damage('jobs.tar', (bytes) => flip(bytes, 'jobs.copy.gz'), /damaged at the jobs/)
  await damage('file.tar', (bytes) => flip(bytes, 'files/deep/one'), /damaged at file deep\/one/)
  await damage('short.tar', (bytes) => bytes.subarray(0, bytes.length >> 1), /damaged: it (is cut off|ends)/)
  await damage('manifest.tar', (bytes) => swap(bytes, '"name": "foyer.leads"', '"name": "foyer.laeds"'), /table foyer\.laeds/)
  const sum = manifest.tables.find(({ name }) => name === 'foyer.leads')?.sha256 ?? ''
  await damage(
    'checksum.tar',
    (bytes) => swap(bytes, sum, '0'.repeat(64)),
    /damaged at table foyer\.leads: its checksum differs/,
  )
})

test('a restore is refused where a workspace lives, and changes nothing there', async () => {
  const target = await restored()
  const before = await backUp(target, 'before.tar')
  await assert.rejects(restoreInto(target), /not empty.*nothing was changed/)
  assert.deepEqual((await backUp(target, 'after.tar')).tables, before.tables)
})

test('a restore is refused while a server runs on the database', async () => {
  await assert.rejects(restoreInto(app.target), /Foyer is running on this database \(.*foyer serve/)
})

test('a backup of an old version restores into the version of today', async () => {
  const old = await newDatabase('old')
  await migrate(old, { upTo: '0002_intake' })
  const [orgId, contactId, leadId] = [newId(), newId(), newId()]
  await ask(
    old,
    `insert into directory.slugs values ('old', '${orgId}'); insert into foyer.orgs (org_id, slug, name) values ('${orgId}', 'old', 'Old \\ "friends"');
     insert into foyer.contacts (org_id, id, email) values ('${orgId}', '${contactId}', 'old@example.com');
     insert into foyer.leads (org_id, id, contact_id, source, via, note) values ('${orgId}', '${leadId}', '${contactId}', 'api', 'api', E'a tab\\tand\\na line')`,
  )
  const kept = await backUp(old, 'old.tar')
  assert.equal(kept.migrations.at(-1)?.name, '0002_intake')

  const today = await newDatabase('today')
  await restoreInto(today, { file: path.join(folder, 'old.tar') })
  const { rows } = await ask(today, `select l.note, o.name from foyer.leads l join foyer.orgs o using (org_id)`)
  assert.deepEqual(rows, [{ note: 'a tab\tand\na line', name: 'Old \\ "friends"' }])
  const { rows: done } = await ask(today, 'select name from foyer.migrations order by name')
  assert.deepEqual(
    done.map((row) => row.name),
    migrations().map(({ name }) => name),
  )
})

test('a backup of a newer version is refused by its name', async () => {
  const bytes = readFileSync(file)
  const last = migrations().at(-1)?.name ?? ''
  const newer = path.join(folder, 'newer.tar')
  writeFileSync(newer, swap(bytes, `"name": "${last}"`, `"name": "9${last.slice(1)}"`))
  await assert.rejects(restoreInto(await newDatabase('newer'), { file: newer }), /newer than this version: it contains 9/)
})

test('an owner that is no superuser can back up and restore: row-level security stays forced', async () => {
  const target = { ...(await newDatabase('modest')), user: 'modest' }
  await ask(
    elsewhere.target,
    `create role modest login; grant foyer_app, foyer_system to modest; alter database modest owner to modest`,
  )
  await restoreInto(target)
  assert.deepEqual((await backUp(target, 'modest.tar')).tables, manifest.tables)
  const { rows } = await ask(
    target,
    `select count(*) filter (where not c.relforcerowsecurity)::int as unforced, count(*)::int as tables from pg_class c
     where c.relnamespace = 'foyer'::regnamespace and c.relrowsecurity`,
  )
  assert.equal(rows[0]?.unforced, 0)
  assert.ok(Number(rows[0]?.tables) >= 10)

  await ask(elsewhere.target, `create role guest login; grant foyer_app to guest`)
  await assert.rejects(
    backUp({ ...target, user: 'guest' }, 'guest.tar'),
    /Only the role that owns the tables can read all of them/,
  )
  assert.ok(!readdirSync(folder).some((name) => name.startsWith('guest')), 'no half of a backup stays behind')
})

test('every column that counts transactions of its own cluster is numbered anew', async () => {
  const { rows } = await ask(
    app.target,
    `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
     where table_schema in ('foyer', 'directory') and udt_name in ('xid8', 'xid', 'pg_lsn', 'pg_snapshot')`,
  )
  assert.ok(rows.length > 0)
  for (const { name } of rows) assert.ok(renumberedColumns.includes(String(name)), String(name))
})

test('each reader of the log finds exactly the events before it that it had not had', async () => {
  const [from, to] = [await newDatabase('readers'), await newDatabase('readers_restored')]
  await migrateAll(from)
  const org = newId()
  const ids = Array.from({ length: 12 }, () => newId())
  // Three events a transaction, and the later ids in the earlier transactions.
  const events = ids.map((id, n) => `('${org}', '${id}', 'key.changed', '${id}', '{}', '${900 - 10 * Math.floor(n / 3)}')`)
  await ask(from, `insert into foyer.events (org_id, id, type, subject_id, payload, tx) values ${events.join(', ')}`)
  await ask(from, 'delete from directory.event_cursors')
  await ask(
    from,
    `insert into directory.event_cursors (reader, tx, id) values ('new', '0', '00000000-0000-0000-0000-000000000000'), ('slow', '880', '${ids[6]}'),
       ('search', '890', '${ids[4]}'), ('like search', '890', '${ids[4]}'), ('done', '900', '${ids[2]}')`,
  )
  const unread = async (target: Target) =>
    (
      await ask(
        target,
        `select c.reader, array_agg(e.id::text order by e.id) filter (where e.id is not null) as events from directory.event_cursors c
         left join foyer.events e on (e.tx, e.id) > (c.tx, c.id) group by 1 order by 1`,
      )
    ).rows
  const before = await unread(from)
  assert.deepEqual(
    before.map((row) => [row.reader, (row.events as string[] | null)?.length ?? 0]),
    [
      ['done', 0],
      ['like search', 4],
      ['new', 12],
      ['search', 4],
      ['slow', 8],
    ],
  )
  await backUp(from, 'readers.tar')
  await restoreInto(to, { file: path.join(folder, 'readers.tar') })
  assert.deepEqual(await unread(to), before)
})

test('on the command line: backup prints its path, restore --verify calls it whole and leaves nothing', async () => {
  const dataDir = path.join(folder, 'data')
  const url = `postgres://foyer_owner@/${app.target.database}?host=${encodeURIComponent(app.target.host ?? '')}`
  const made = await foyer(['backup', '--with-key'], {
    DATABASE_URL: url,
    FOYER_DATA: dataDir,
    FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const written = made.stdout.trim()
  assert.equal(path.dirname(written), path.join(dataDir, 'backups'))
  assert.equal(statSync(written).mode & 0o077, 0)
  assert.match(made.stderr, /backup includes FOYER_KEY/)

  // A temporary folder of its own, for others start databases beside it; open to the system user that runs PostgreSQL.
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'foyer-verify-'))
  chmodSync(temporary, 0o777)
  const verified = await foyer(['restore', written, '--verify'], {
    FOYER_DATA: path.join(folder, 'nowhere'),
    TMPDIR: temporary,
  })
  assert.match(verified.stdout, /^whole: \d+ tables, [\d,]+ rows, 2 jobs, 0 files/)
  assert.deepEqual(readdirSync(temporary), [])
  rmSync(temporary, { recursive: true })
  await assert.rejects(foyer(['restore', path.join(folder, 'none.tar')], {}), /There is no file .*none\.tar/)
})

test('on the command line: restored work is held unless it is fresh or named, `held` lists it and releases it', async () => {
  // On a slow machine this begins more than the five minutes after the backup in which one counts as fresh.
  const begunAt = (name: string, at: Date): string => {
    const dated = swap(readFileSync(file), `"started_at": "${manifest.started_at}"`, `"started_at": "${at.toISOString()}"`)
    writeFileSync(path.join(folder, name), dated)
    return path.join(folder, name)
  }
  const old = begunAt('a-month-old.tar', new Date(Date.parse(manifest.started_at) - 30 * 86_400_000))
  const target = await newDatabase('held')
  const env = {
    DATABASE_URL: `postgres://foyer_owner@/held?host=${encodeURIComponent(target.host ?? '')}`,
    FOYER_DATA: path.join(folder, 'held'),
    FOYER_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  await assert.rejects(command(['restore', old, '--release', 'letters'], env), /no kind "letters".*mails/)
  assert.match((await command(['restore', old, '--release', 'ai,syncs'], env)).stderr, /it is held: `npx foyer held` lists it/)
  assert.deepEqual(
    (await command(['held'], env)).stdout
      .trim()
      .split('\n')
      .map((line) => line.split('  ').slice(0, 2).join(' ')),
    ['mails', 'messages', 'webhooks', 'payments', 'workflows'].map((kind) => `first ${kind}`),
  )
  assert.match(
    (await foyer(['doctor'], env).catch((error: { stdout: string }) => error)).stdout,
    /Held after restore +first, for/,
  )
  assert.match(
    (await command(['held', '--release', 'webhooks', '--org', 'first'], env)).stdout,
    /^first {2}webhooks {2}released: \d+$/m,
  )
  assert.doesNotMatch((await command(['held'], env)).stdout, /webhooks/)
  await command(['held', '--release', 'all'], env)
  assert.equal((await command(['held'], env)).stdout, 'Nothing is held.\n')
  // A state of this moment can have let out nothing that it does not know of.
  await ask(elsewhere.target, 'drop database held')
  await newDatabase('held')
  const fresh = { ...env, FOYER_DATA: path.join(folder, 'fresh') }
  assert.doesNotMatch((await command(['restore', begunAt('fresh.tar', new Date())], fresh)).stderr, /so it is held/)
})

test('without the key of the encrypted values, a restore says so and restores nothing; --new-key discards them', async () => {
  const target = await newDatabase('keyless')
  const env = {
    DATABASE_URL: `postgres://foyer_owner@/keyless?host=${encodeURIComponent(target.host ?? '')}`,
    FOYER_DATA: path.join(folder, 'keyless'),
    FOYER_KEY: Buffer.alloc(32, 8).toString('base64'),
  }
  await assert.rejects(command(['restore', file], env), /not the one that decrypts the sealed secrets/)
  assert.match((await command(['restore', file, '--new-key'], env)).stdout, /^restored: /)
  assert.deepEqual((await ask(target, 'select count(*)::int as keys from directory.signing_keys')).rows, [{ keys: 0 }])
})

// ── How ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const lastTransaction = 'select pg_snapshot_xmax(pg_current_snapshot())::text as xid'

async function backUpUnderLoad(): Promise<Manifest> {
  const { text: key } = await app.given.key(app.owner.orgId)
  const taken: string[] = []
  let loading = true
  const push = async (sender: number): Promise<void> => {
    for (let n = 0; loading; n++) {
      const reply = await app.post(
        {
          email: `s${sender}n${n}@example.com`,
          name: `Before${sender} "Quote" \\ N${n}\t`,
          note: 'two\nlines\r\n',
          external_id: `${sender}-${n}`,
        },
        key,
      )
      assert.equal(reply.status, 200)
      taken.push(String(reply.body.lead_id))
    }
  }
  const senders = Array.from({ length: 16 }, (_, sender) => push(sender))
  while (taken.length < 600) await new Promise((done) => setTimeout(done, 20))
  acknowledged.push(...taken)
  const done = await backUp(app.target, path.basename(file))
  loading = false
  await Promise.all(senders)
  assert.ok(taken.length > acknowledged.length, 'leads kept coming while it was written')
  return done
}

const backUp = (owner: Target, name: string): Promise<Manifest> =>
  writeBackup({
    owner,
    file: path.join(folder, name),
    files: folderFiles(filesDir),
    key: null,
    foyer: '0.0.0',
    now: () => new Date(),
    say: () => {},
  })

const restoreInto = async (
  owner: Target,
  options: { file?: string; filesDir?: string; renamedQueues?: ReadonlyMap<string, string> } = {},
): Promise<void> =>
  restoreBackup(await openBackup(options.file ?? file), {
    owner,
    filesDir: options.filesDir ?? null,
    migrateAll,
    renamedQueues: options.renamedQueues ?? renamedQueues,
    say: () => {},
  })

/** The database of the first test. */
const restored = async (): Promise<Target> => ({ ...elsewhere.target, database: 'restored' })

/** A copy of it is as good as another restore, at a tenth of the time. */
const copyOfRestored = async (name: string): Promise<Target> => {
  await ask(elsewhere.target, `create database ${name} template restored strategy file_copy`)
  return { ...elsewhere.target, database: name }
}

const newDatabase = async (name: string): Promise<Target> => {
  await ask(elsewhere.target, `create database ${name}`)
  return { ...elsewhere.target, database: name }
}

const ask = (target: Target, text: string) => asOwner(target, (owner) => owner.query<Record<string, unknown>>(text))

const idsIn = async (target: Target): Promise<Set<string>> =>
  new Set((await ask(target, 'select id from foyer.leads')).rows.map((row) => String(row.id)))

const addJobs = () =>
  ask(
    app.target,
    `insert into jobs.job (name, data, state, created_on, keep_until, started_on) values
      ('remove-expired', '{"n": 1}', 'created', now() - '30 days'::interval, now() - '16 days'::interval, null),
      ('remove-expired', '{"n": 2}', 'active', now(), now() + '14 days'::interval, now()),
      ('remove-expired', '{"n": 3}', 'completed', now(), now() + '14 days'::interval, now())`,
  )

/** Changes one bit in the middle of a member. */
const flip = (bytes: Buffer, member: string): Buffer => {
  let header = bytes.indexOf(member)
  // Another member's name may end with this one; a header begins a block of 512 bytes.
  while (header % 512 !== 0) header = bytes.indexOf(member, header + 1)
  const size = Number.parseInt(bytes.toString('latin1', header + 124, header + 135), 8)
  const at = header + 512 + (size >> 1)
  bytes[at] = (bytes[at] as number) ^ 1
  return bytes
}

const swap = (bytes: Buffer, from: string, to: string): Buffer => {
  assert.equal(from.length, to.length)
  const at = bytes.lastIndexOf(from)
  assert.ok(at > 0)
  bytes.write(to, at)
  return bytes
}

const eventually = async (look: () => Promise<unknown[]>, what: string): Promise<void> => {
  for (let tries = 0; tries < 600; tries++) {
    if ((await look()).length > 0) return
    await new Promise((done) => setTimeout(done, 50))
  }
  assert.fail(`nothing was found: ${what}`)
}

/** A command in this process, where what it says is heard: each start of its own costs a second of loading the product. */
const command = async ([name = '', ...args]: string[], env: Record<string, string>) => {
  const entry = commands[name] ?? assert.fail(`there is no command ${name}`)
  const { run } = await entry.load()
  const said = { stdout: '', stderr: '' }
  const streams = ['stdout', 'stderr'] as const
  const [writeOut, writeErr] = streams.map((each) => process[each].write)
  for (const each of streams)
    process[each].write = ((text: string | Uint8Array, ...more: []) => {
      // Bytes are the runner's own, which tells what happens here.
      if (typeof text !== 'string') return (each === 'stdout' ? writeOut : writeErr)?.call(process[each], text, ...more) ?? true
      said[each] += text
      return true
    }) as typeof process.stdout.write
  try {
    await run(args, readConfig(env), entry.usage)
    return said
  } finally {
    for (const each of streams) Reflect.deleteProperty(process[each], 'write')
  }
}

const foyer = (args: string[], env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [path.join(import.meta.dirname, '../../bin/foyer.cjs'), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  })
