import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { type CrmEntity, crmEntities, type OwnField, ownFields } from '#ports/crm.ts'
import { customFields, owners, stages } from '#sandbox/crm/seed.ts'
import {
  byId,
  type CrmSandbox,
  describeFields,
  failure,
  isStage,
  openCrmSandbox,
  openTestedCrm,
  readChanges,
  readPages,
  readWhole,
} from '#test/support/crm.ts'
import { type TestedCrm, testedCrms } from '#test/support/crm-vendors.ts'

let box: CrmSandbox
before(async () => {
  box = await openCrmSandbox()
})
after(() => box.stop())

const none = { companyId: null, contactIds: [] }

const promisesOfDescriptions = (tested: TestedCrm): void => {
  test('two tokens of one account name the same account, and another account is another', async () => {
    const { open, name, crm } = await openTestedCrm(box, tested)
    const { accountId, account } = await crm.whose()
    assert.ok(accountId.length > 0 && account.length > 0)
    assert.equal((await open(`${tested.token(name)}~2`).whose()).accountId, accountId)
    assert.notEqual((await (await openTestedCrm(box, tested)).crm.whose()).accountId, accountId)
  })

  test('a token that is not accepted is said to be over, or the key to be wrong, and is not repeated in words', async () => {
    const { open, name } = await openTestedCrm(box, tested)
    const token = tested.token(`expired${name}`)
    const kind = tested.auth === 'oauth' ? 'dead' : 'credentials'
    for (const ask of [
      () => open(token).whose(),
      () => open(token).all('contacts', { fields: [], cursor: null }),
      () => open(token).changed('deals', { fields: [], cursor: null, since: new Date(0) }),
      () => open(token).create('companies', {}, none),
    ])
      await failure(ask(), kind, token)
  })

  test('fields say what they are, which of ours they stand for, and which of them the account has made', async () => {
    const opened = await openTestedCrm(box, tested)
    for (const entity of crmEntities) {
      const { fields } = await describeFields(opened, tested, entity)
      assert.equal(new Set(fields.map(({ name }) => name)).size, fields.length)
      const suggested = fields.flatMap(({ suggests }) => suggests ?? [])
      assert.equal(new Set(suggested).size, suggested.length)
      assert.deepEqual(
        suggested.filter((name) => !(ownFields[entity] as readonly string[]).includes(name)),
        [],
      )
      for (const { label, type, options } of customFields) {
        const field = fields.find((each) => each.label === label)
        if (!field) continue
        assert.ok(field.isCustom && field.isWritable)
        assert.equal(field.type, type)
        assert.deepEqual(
          field.options.map((option) => option.label),
          [...options],
        )
      }
    }
    const types = (await opened.crm.fields('deals')).map(({ suggests, type }) => [suggests, type])
    assert.ok(types.some(([suggests, type]) => suggests === 'stage' && type === 'stage'))
    assert.ok(types.some(([suggests, type]) => suggests === 'owner' && type === 'owner'))
  })

  test('stages come in their order with what they mean, and owners with those who have left', async () => {
    const { crm } = await openTestedCrm(box, tested)
    const found = await crm.stages()
    const [first] = found
    const ours = found.filter(({ pipelineId }) => pipelineId === first?.pipelineId)
    assert.deepEqual(
      ours.flatMap((each) => {
        const seeded = stages.find((stage) => isStage(each, stage))
        return seeded ? [{ name: seeded.name, kind: each.kind }] : []
      }),
      stages.map(({ name, kind }) => ({ name, kind })),
    )
    assert.deepEqual(
      ours.map(({ position }) => position),
      ours.map((_, at) => at),
    )
    assert.equal(new Set(found.map(({ id, pipelineId }) => `${pipelineId} ${id}`)).size, found.length)
    assert.deepEqual(
      (await crm.owners())
        .map(({ name, email }) => ({ name, email }))
        .toSorted((a, b) => String(a.name).localeCompare(String(b.name))),
      owners.map(({ name, email }) => ({ name, email })),
    )
  })
}

const promisesOfReading = (tested: TestedCrm): void => {
  const counts = (entity: CrmEntity): boolean => tested.counts?.includes(entity) ?? true
  for (const size of [0, 1, 100, 201, 501])
    test(`${size} of each kind are read whole, each once, with values and associations`, async () => {
      const opened = await openTestedCrm(box, tested, { companies: size, contacts: size, deals: size })
      for (const entity of crmEntities) {
        const { names, read, there } = await describeFields(opened, tested, entity)
        const [found, truth] = [await readWhole(opened, entity, names), await opened.truth(entity)]
        assert.deepEqual(byId(found.map(read)), byId(truth.map(there)))
        assert.equal(await opened.crm.count(entity), counts(entity) ? size : null)
        const ids = (await readPages((cursor) => opened.open().ids(entity, cursor))).flatMap((page) => page.ids)
        assert.deepEqual(ids.toSorted(), truth.map(({ id }) => id).toSorted())
        for (const record of found) {
          const at = Date.parse(truth.find(({ id }) => id === record.id)?.modifiedAt ?? '')
          assert.ok(record.modifiedAt !== null && Math.abs(record.modifiedAt.getTime() - at) < tested.stepMs)
        }
      }
    })

  test('values have one form: numbers, dates, times, yes and no', async () => {
    const opened = await openTestedCrm(box, tested, { companies: 60, contacts: 60, deals: 60 })
    const forms = {
      number: /^-?\d+(\.\d+)?$/,
      date: /^\d{4}-\d\d-\d\d$/,
      time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
      yes_no: /^(true|false)$/,
    } as const
    for (const entity of crmEntities) {
      const fields = await opened.crm.fields(entity)
      for (const record of await readWhole(
        opened,
        entity,
        fields.map(({ name }) => name),
      ))
        for (const { name, type } of fields) {
          const value = record.values[name]
          if (value === null || value === undefined) continue
          assert.notEqual(value, '', `${entity} ${name}`)
          if (type in forms) assert.match(value, forms[type as keyof typeof forms], `${entity} ${name}`)
        }
    }
  })

  test('after any edits, deletions and merges a whole read, the count, the ids and the gone are what is there', async () => {
    const step = fc.record({ kind: fc.constantFrom('create', 'edit', 'remove', 'merge'), one: fc.nat(400), other: fc.nat(400) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.constantFrom(...crmEntities),
        async (steps, entity) => {
          const opened = await openTestedCrm(box, tested, { companies: 120, contacts: 120, deals: 120 })
          const since = box.now()
          for (const { kind, one, other } of steps) {
            const live = await opened.truth(entity)
            const [a, b] = [live[one % live.length]?.id ?? '', live[other % live.length]?.id ?? '']
            if (kind === 'create')
              await opened.control({ create: [{ entity, values: { name: `n${one}`, lastName: `n${one}` } }] })
            else if (kind === 'edit')
              await opened.control({ edit: [{ entity, id: a, values: { name: `n${other}`, lastName: null } }] })
            else if (kind === 'remove') await opened.control({ remove: [{ entity, id: a }] })
            else if (a !== b) await opened.control({ merge: [{ entity, winner: a, loser: b }] })
          }
          const { names, read, there } = await describeFields(opened, tested, entity)
          const [truth, deleted] = [await opened.truth(entity), await opened.truth(entity, true)]
          assert.deepEqual(byId((await readWhole(opened, entity, names)).map(read)), byId(truth.map(there)))
          assert.equal(await opened.crm.count(entity), counts(entity) ? truth.length : null)
          const ids = (await readPages((cursor) => opened.crm.ids(entity, cursor))).flatMap((page) => page.ids)
          assert.deepEqual(ids.toSorted(), truth.map(({ id }) => id).toSorted())
          const gone = (await readPages((cursor) => opened.open().gone(entity, { since, cursor }))).flatMap((page) => page.gone)
          const removed = deleted.filter(({ mergedInto }) => mergedInto === null)
          for (const { id } of removed)
            assert.ok(
              gone.some((each) => each.id === id),
              `${id} is gone`,
            )
          if (tested.tellsMerges)
            for (const record of truth)
              for (const id of record.mergedIds) assert.equal(gone.find((each) => each.id === id)?.mergedInto, record.id)
          const changed = new Map((await readChanges(opened, entity, since, names)).map((record) => [record.id, record]))
          for (const record of truth.filter(({ modifiedAt }) => Date.parse(modifiedAt) >= since.getTime()))
            assert.deepEqual(read(changed.get(record.id) ?? assert.fail(`${record.id} changed`)), there(record))
        },
      ),
      {
        numRuns: 12,
        // Three companies of one contact, which come in another order.
        examples: [
          [
            [
              { kind: 'merge', one: 0, other: 1 },
              { kind: 'merge', one: 118, other: 0 },
            ],
            'contacts',
          ],
        ],
      },
    )
  })

  test('a deal has no contact, one, ten or more, and its main company is the first', async () => {
    const opened = await openTestedCrm(box, tested, { companies: 5, contacts: 700, deals: 30 })
    const [contacts, companies, deals] = [
      await opened.truth('contacts'),
      await opened.truth('companies'),
      await opened.truth('deals'),
    ]
    const [deal, poor] = [deals[0]?.id ?? '', deals[1]?.id ?? '']
    const most = Math.min(620, tested.mostContactsOfDeal)
    await opened.control({
      edit: [
        {
          entity: 'deals',
          id: deal,
          contactIds: contacts.slice(0, most).map(({ id }) => id),
          companyIds: [companies[3]?.id ?? '', companies[1]?.id ?? ''].slice(0, tested.mostCompanies ?? 2),
        },
        { entity: 'deals', id: poor, contactIds: [], companyIds: [] },
      ],
    })
    const { names, read, there } = await describeFields(opened, tested, 'deals')
    const truth = new Map((await opened.truth('deals')).map((each) => [each.id, there(each)]))
    const whole = await readWhole(opened, 'deals', names)
    const changed = await readChanges(opened, 'deals', new Date(0), names)
    const some = await opened.crm.read('deals', [deal, poor], names)
    for (const all of [whole, changed, some])
      for (const id of [deal, poor]) {
        const record = all.find((each) => each.id === id) ?? assert.fail(`${id} is missing`)
        assert.deepEqual(read(record), truth.get(id))
      }
    assert.equal(whole.find(({ id }) => id === deal)?.companyIds[0], companies[3]?.id)
  })

  test('a record that was deleted long before is not reported again, and no read gives it', async () => {
    const opened = await openTestedCrm(box, tested)
    const [first, second, third] = (await opened.truth('companies')).map(({ id }) => id)
    await opened.control({ remove: [{ entity: 'companies', id: first ?? '' }] })
    box.pass(60_000)
    const since = box.now()
    await opened.control({ remove: [{ entity: 'companies', id: second ?? '' }] })
    const gone = (await readPages((cursor) => opened.crm.gone('companies', { since, cursor }))).flatMap((page) => page.gone)
    assert.ok(gone.some(({ id }) => id === second))
    assert.ok(!gone.some(({ id }) => id === third))
    const read = await opened.crm.read('companies', [first ?? '', second ?? '', third ?? ''], [])
    assert.deepEqual(
      read.map(({ id }) => id),
      [third],
    )
  })

  test('a hundred records are read by their ids, without those that are gone, and a merged one by its new id', async () => {
    const opened = await openTestedCrm(box, tested, { contacts: 150 })
    const truth = await opened.truth('contacts')
    const ids = truth.slice(0, 100).map(({ id }) => id)
    const [winner = '', loser = '', deleted = ''] = ids
    const { merge } = await opened.control({
      merge: [{ entity: 'contacts', winner, loser }],
      remove: [{ entity: 'contacts', id: deleted }],
    })
    const read = await opened.crm.read('contacts', ids, [])
    const kept = tested.tellsMerges
      ? [merge[0] ?? '', ...ids.slice(3)]
      : [...new Set([merge[0] ?? '', ...ids.slice(3)])].filter((id) => ids.includes(id))
    assert.deepEqual(read.map(({ id }) => id).toSorted(), kept.toSorted())
    if (tested.tellsMerges) assert.ok(read.find(({ id }) => id === merge[0])?.mergedIds.includes(loser))
    assert.deepEqual(await opened.crm.read('contacts', [], []), [])
  })
}

const promisesOfChanges = (tested: TestedCrm): void => {
  test('25,000 records of one time all come as changes, each once', async () => {
    const startsAt = Date.UTC(2025, 4, 1)
    const opened = await openTestedCrm(box, tested, {
      companies: 25_300,
      contacts: 0,
      deals: 0,
      ties: 25_000,
      stepMs: 60_000,
      startsAt,
    })
    const since = await readChanges(opened, 'companies', new Date(startsAt))
    assert.equal(since.length, 25_300)
    assert.equal(new Set(since.map(({ id }) => id)).size, 25_300)
    const later = await readChanges(opened, 'companies', new Date(startsAt + 2 * tested.stepMs))
    assert.equal(later.length, 300)
  })

  test('an edit at the very moment, or a moment later, is a change; one long before is none', async () => {
    const opened = await openTestedCrm(box, tested, { startsAt: Date.UTC(2024, 0, 1) })
    const [before, at, after] = (await opened.truth('contacts')).map(({ id }) => id)
    const since = new Date(Date.UTC(2025, 6, 1, 12, 0, 3))
    const edit = (id: string | undefined, ms: number) => ({
      entity: 'contacts' as const,
      id: id ?? '',
      at: since.getTime() + ms,
    })
    await opened.control({ edit: [edit(before, -2_000), edit(at, 0), edit(after, 1)] })
    const ids = (await readChanges(opened, 'contacts', since)).map(({ id }) => id)
    assert.deepEqual(ids.toSorted(), [at, after].toSorted())
  })

  test('edits during paging make no record come twice or be missing, and all of them are changes afterwards', async () => {
    for (const entity of crmEntities) {
      const opened = await openTestedCrm(box, tested, { companies: 1_130, contacts: 1_130, deals: 1_130 })
      const since = box.now()
      const { names, read, there } = await describeFields(opened, tested, entity)
      await opened.turn('edits_during_paging')
      const found = await readWhole(opened, entity, names)
      await opened.turn()
      const truth = await opened.truth(entity)
      assert.deepEqual(byId(found.map(read)), byId(truth.map(there)))
      const edited = truth.filter(({ values }) => values.touched !== undefined)
      assert.ok(edited.length > 0)
      const changed = (await readChanges(opened, entity, since)).map(({ id }) => id)
      for (const { id } of edited) assert.ok(changed.includes(id))
      await opened.turn('edits_during_paging')
      const again = (await readChanges(opened, entity, new Date(0))).map(({ id }) => id)
      await opened.turn()
      assert.deepEqual([...new Set(again)].toSorted(), truth.map(({ id }) => id).toSorted())
    }
  })

  test('an edit that the index does not know yet comes once it does, where the caller begins a little earlier', async () => {
    const opened = await openTestedCrm(box, tested)
    const [one] = (await opened.truth('contacts')).map(({ id }) => id)
    const since = box.now()
    await opened.control({ edit: [{ entity: 'contacts', id: one ?? '', values: { title: 'Buyer' } }] })
    await opened.turn('index_lag')
    box.pass(6_000)
    const changed = (await readChanges(opened, 'contacts', since)).map(({ id }) => id)
    await opened.turn()
    assert.deepEqual(changed, [one])
  })
}

const promisesOfDeceit = (tested: TestedCrm): void => {
  const counts = (entity: CrmEntity): boolean => tested.counts?.includes(entity) ?? true
  test('records that a list withholds are found by ids, reads and the count', async () => {
    const opened = await openTestedCrm(box, tested, { companies: 40, contacts: 40, deals: 40 })
    await opened.turn('withhold')
    for (const entity of crmEntities) {
      const found = new Set((await readWhole(opened, entity, [])).map(({ id }) => id))
      const truth = (await opened.truth(entity)).map(({ id }) => id)
      const missing = [truth[6] ?? '', truth[12] ?? '', truth[28] ?? '']
      assert.deepEqual(
        truth.filter((id) => !found.has(id)),
        missing,
      )
      const ids = (await readPages((cursor) => opened.crm.ids(entity, cursor))).flatMap((page) => page.ids)
      assert.deepEqual(ids.toSorted(), truth.toSorted())
      assert.equal(await opened.crm.count(entity), counts(entity) ? 40 : null)
      assert.deepEqual((await opened.crm.read(entity, missing, [])).map(({ id }) => id).toSorted(), missing.toSorted())
    }
    await opened.turn('lying_total')
    assert.equal(await opened.crm.count('deals'), 45)
    await opened.turn()
  })

  test('the same page forever looks like it: it leads to a place where the reader was', async () => {
    const opened = await openTestedCrm(box, tested, { contacts: 450 })
    await opened.turn('same_page')
    const pages = []
    let cursor: string | null = null
    for (let count = 0; count < 3; count++) {
      const page = await opened.open().all('contacts', { fields: [], cursor })
      pages.push(page.records.map(({ id }) => id))
      cursor = page.next
      assert.ok(cursor !== null)
    }
    await opened.turn()
    assert.deepEqual(pages[1], pages[2])
  })
}

const promisesOfFailures = (tested: TestedCrm): void => {
  const asks = ({ crm }: Awaited<ReturnType<typeof openTestedCrm>>) => [
    () => crm.whose(),
    () => crm.fields('contacts'),
    () => crm.all('contacts', { fields: [], cursor: null }),
    () => crm.changed('companies', { fields: [], cursor: null, since: new Date(0) }),
    () => crm.gone('deals', { since: new Date(0), cursor: null }),
    () => crm.count('deals'),
    () => crm.ids('deals', null),
  ]

  for (const [fault, kind] of [
    ...(['html', 'ok_error_body', 'truncated', 'reset', 'error_500', 'error_503'] as const).map(
      (each) => [each, 'broken'] as const,
    ),
    ...(['refused', 'lost'] as const).map((each) => [each, 'unreachable'] as const),
    ...(['rate_limited', 'burst_limit', 'daily_limit'] as const).map((each) => [each, 'busy'] as const),
  ])
    test(`${fault} makes every read ${kind}`, async () => {
      const opened = await openTestedCrm(box, tested)
      const all = asks(opened)
      await opened.turn(fault)
      for (const ask of all) {
        const error = await failure(ask(), kind)
        if (kind !== 'busy') continue
        assert.ok(error.retryAfterMs !== null && error.retryAfterMs > 0)
        assert.equal(error.code === 'daily', fault === 'daily_limit')
      }
      await opened.turn()
      for (const ask of all) await ask()
    })

  test('a record that was perhaps made is not said to be safe to make again', async () => {
    const opened = await openTestedCrm(box, tested)
    const { nameOf } = await describeFields(opened, tested, 'companies')
    for (const fault of ['lost', 'reset', 'html', 'truncated']) {
      await opened.turn(fault, { only: 'POST' })
      await failure(opened.crm.create('companies', { [nameOf('name')]: 'Perhaps' }, none), 'uncertain')
    }
    await opened.turn('refused')
    const kind = (await opened.crm.create('companies', { [nameOf('name')]: 'Perhaps' }, none).catch((error) => error)).kind
    assert.ok(kind === 'unreachable' || kind === 'uncertain')
    await opened.turn()
  })
}

const promisesOfWriting = (tested: TestedCrm): void => {
  const wanted: Readonly<Record<CrmEntity, Readonly<Record<string, string>>>> = {
    companies: { name: 'Grün & Söhne', domain: 'gruen.example' },
    contacts: { email: 'neu@gruen.example', last_name: 'Grün', phone: '+493012345678' },
    deals: { name: 'Dach', amount: '-50.25', stage: 'contract', owner: '2' },
  }

  test('a new record is there with its values and associations, and its time is that of the answer', async () => {
    const opened = await openTestedCrm(box, tested)
    const [company] = (await opened.truth('companies')).map(({ id }) => id)
    const contacts = (await opened.truth('contacts'))
      .map(({ id }) => id)
      .slice(0, Math.min(2, tested.mostContactsMade ?? tested.mostContactsOfDeal))
    for (const entity of crmEntities) {
      const { nameOf, names, theirs, read, there } = await describeFields(opened, tested, entity)
      const written = Object.entries(wanted[entity]).filter(([name]) => !tested.unwritten?.includes(name as OwnField))
      const values = Object.fromEntries(written.map(([name, value]) => [nameOf(name), theirs(name, value)]))
      const links = {
        companyId: entity === 'companies' ? null : (company ?? null),
        contactIds: entity === 'deals' ? contacts : [],
      }
      const { id, modifiedAt } = await opened.crm.create(entity, values, links)
      const [record] = await opened.crm.read(entity, [id], names)
      const truth = (await opened.truth(entity)).find((each) => each.id === id)
      assert.ok(record && truth)
      assert.deepEqual(read(record), there(truth))
      for (const [name, value] of written) assert.equal(read(record).values[name], theirs(name, value))
      assert.deepEqual(record.companyIds, links.companyId === null ? [] : [links.companyId])
      assert.deepEqual(record.contactIds.toSorted(), links.contactIds.toSorted())
      if (modifiedAt) assert.deepEqual(modifiedAt, record.modifiedAt)
    }
  })

  test('an update writes its values and no others, clears what is null, and is not done over an edit of someone else', async () => {
    for (const entity of crmEntities) {
      const opened = await openTestedCrm(box, tested)
      const { nameOf, names, theirs, read } = await describeFields(opened, tested, entity)
      const [before] = await readWhole(opened, entity, names)
      assert.ok(before)
      const kept = entity !== 'contacts' ? 'name' : tested.unwritten?.includes('last_name') ? 'job_title' : 'last_name'
      const usual = ({ companies: 'domain', contacts: 'phone', deals: 'amount' } as const)[entity]
      const cleared = tested.unclearable?.includes(usual) ? 'How they heard of us' : usual
      if (cleared !== usual) await opened.control({ edit: [{ entity, id: before.id, values: { heard_of_us: 'At a fair' } }] })
      const [first] = await opened.crm.read(entity, [before.id], names)
      assert.ok(first)
      box.pass(3_000)
      const values = { [nameOf(kept)]: theirs(kept, 'Anders'), [nameOf(cleared)]: null }
      const written = await opened.crm.update(entity, first.id, values, { unmodifiedSince: first.modifiedAt })
      const [second] = await opened.crm.read(entity, [first.id], names)
      assert.ok(second)
      assert.deepEqual(read(second), { ...read(first), values: { ...read(first).values, [kept]: 'Anders', [cleared]: null } })
      if (written.modifiedAt) assert.deepEqual(written.modifiedAt, second.modifiedAt)

      box.pass(3_000)
      await opened.control({ edit: [{ entity, id: first.id, values: { ownerId: '1' } }] })
      const guarded = opened.crm.update(entity, first.id, { [nameOf(kept)]: 'Zu spät' }, { unmodifiedSince: second.modifiedAt })
      await failure(guarded, 'changed')
      const [third] = await opened.crm.read(entity, [first.id], names)
      assert.equal(third?.values[nameOf(kept)], 'Anders')
      await opened.crm.update(entity, first.id, { [nameOf(kept)]: 'Doch' }, { unmodifiedSince: null })
      const [last] = await opened.crm.read(entity, [first.id], names)
      assert.equal(last?.values[nameOf(kept)], 'Doch')
    }
  })

  test('a record that is not there, and a field that is not there, are refused', async () => {
    const opened = await openTestedCrm(box, tested)
    const { nameOf } = await describeFields(opened, tested, 'companies')
    const [company] = (await opened.truth('companies')).map(({ id }) => id)
    await opened.control({ remove: [{ entity: 'companies', id: company ?? '' }] })
    for (const unmodifiedSince of [null, box.now()]) {
      const asked = opened.crm.update('companies', company ?? '', { [nameOf('name')]: 'X' }, { unmodifiedSince })
      assert.equal((await failure(asked, 'refused')).code, 'not_found')
    }
    await failure(opened.crm.create('companies', { [nameOf('name')]: 'X', no_such_field: 'x' }, none), 'refused')
    assert.ok(!(await opened.truth('companies')).some(({ values }) => values.name === 'X'))
  })
}

for (const tested of testedCrms)
  describe(tested.slug, () => {
    promisesOfDescriptions(tested)
    promisesOfReading(tested)
    promisesOfChanges(tested)
    promisesOfDeceit(tested)
    promisesOfFailures(tested)
    promisesOfWriting(tested)
  })
