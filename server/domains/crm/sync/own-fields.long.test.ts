import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectedTo, startCrms } from '#test/support/crm-sync.ts'
import { until } from '#test/support/until.ts'

let crms: Awaited<ReturnType<typeof startCrms>>
before(async () => {
  crms = await startCrms()
})
after(() => crms?.stop())
beforeEach(() => crms.sandbox.turn('hubspot'))

type Crm = Awaited<ReturnType<typeof connectedTo>>
type Values = Readonly<Record<string, unknown>>

const addField = async (crm: Crm, wish: object): Promise<string> =>
  (await crm.call<{ field: { key: string } }>('save-field', wish)).field.key
const mapTo = (crm: Crm, fields: readonly object[]) =>
  crm.call('save-crm-mapping', { connectionId: crm.connectionId, mapping: { fields } })
const colours = (names: readonly string[]) => names.map((name) => ({ name }))

/** A workspace whose contacts have a colour and a day, which the CRM fills. */
const prepared = async (mapping: object = { direction: 'in', conflict: 'ask' }, choices = ['Blue', 'Green', 'Red']) => {
  const crm = await connectedTo(crms, 'hubspot', { companies: 3, contacts: 8, deals: 0 })
  const colour = await addField(crm, { kind: 'contact', name: 'Colour', fieldType: 'choice', choices: colours(choices) })
  const ends = await addField(crm, { kind: 'contact', name: 'Ends on', fieldType: 'date' })
  const size = await addField(crm, { kind: 'company', name: 'Fleet', fieldType: 'number' })
  await mapTo(crm, [
    { entity: 'contacts', theirs: 'favourite_colour', ours: `fields.${colour}`, ...mapping },
    { entity: 'contacts', theirs: 'contract_end', ours: `fields.${ends}`, ...mapping },
    { entity: 'companies', theirs: 'fleet_size', ours: `fields.${size}`, direction: 'in' },
  ])
  return { crm, colour, ends, size }
}

/** Contacts here by the ids that they have there. */
const here = async (crm: Crm): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await crms.app.database.inOrg(crm.owner.orgId, (db) =>
        db.selectFrom('sync_links').select(['their_id', 'our_id']).where('entity', '=', 'contacts').execute(),
      )
    ).map(({ their_id, our_id }) => [their_id, our_id]),
  )
const valuesOf = async (crm: Crm, contactId: string | undefined): Promise<Values> =>
  (await crm.call<{ fields: Values }>('show-contact', { contactId })).fields
const nameIn = (value: unknown): unknown => (value as { name?: string } | null)?.name ?? null

test('a field of a CRM becomes one of the workspace’s own: read, certified, followed, and gone again with an undo', async () => {
  const { crm, colour, ends } = await prepared()
  const done = await crm.sync()
  assert.deepEqual(done.certificate.contacts?.differing, [])
  assert.equal(done.error_count, 0, JSON.stringify(done.error_log))
  const ids = await here(crm)
  const all = await crm.records('contacts')
  for (const { id, values } of all) {
    const own = await valuesOf(crm, ids.get(id))
    assert.deepEqual([nameIn(own[colour]), own[ends]], [values.favourite_colour, values.contract_end], id)
  }
  const [first, second] = all
  await crm.control({ edit: [{ entity: 'contacts', id: first?.id, values: { favourite_colour: 'Red' } }] })
  assert.equal((await crm.sync()).summary.contacts?.changed, 1)
  assert.equal(nameIn((await valuesOf(crm, ids.get(first?.id ?? '')))[colour]), 'Red')
  assert.equal((await crm.sync()).summary.contacts?.changed, 0, 'twice in a row changes nothing')

  await crm.call('set-fields', { kind: 'contact', recordId: ids.get(second?.id ?? ''), fields: { [ends]: '2031-05-06' } })
  const { jobId } = await crm.call<{ jobId: string }>('undo-sync', { jobId: done.jobId })
  const undone = await crm.ended(jobId)
  assert.deepEqual(
    undone.samples.filter(({ entity }) => entity === 'contacts').map(({ record_id }) => record_id),
    [second?.id],
    'what only the sync filled is no word of a member',
  )
})

test('a choice of a member stays, the other value is proposed by the name of the field, and can be taken or pinned', async () => {
  const { crm, colour } = await prepared()
  await crm.sync()
  const [there] = await crm.records('contacts')
  const contactId = (await here(crm)).get(there?.id ?? '')
  await crm.call('set-fields', { kind: 'contact', recordId: contactId, fields: { [colour]: 'Green' } })
  await crm.control({ edit: [{ entity: 'contacts', id: there?.id, values: { favourite_colour: 'Blue' } }] })
  const rehearsed = await crm.sync({ dryRun: true })
  assert.deepEqual(
    rehearsed.samples.flatMap(({ fields }) => fields.filter(({ verdict }) => verdict === 'ask')),
    [{ field: `fields.${colour}`, ours: 'Green', theirs: 'Blue', verdict: 'ask', reason: null }],
  )
  assert.equal((await crm.sync()).progress.contacts?.conflicts, 1)
  const { conflicts } = await crm.call<{ conflicts: { id: string; label: string; ours: string; theirs: string }[] }>(
    'list-crm-conflicts',
    { recordId: contactId },
  )
  assert.deepEqual(
    conflicts.map(({ label, ours, theirs }) => [label, ours, theirs]),
    [['Colour', 'Green', 'Blue']],
  )
  await crm.call('decide-crm-conflict', {
    conflictId: conflicts[0]?.id,
    take: 'theirs',
    shown: { ours: 'Green', theirs: 'Blue' },
  })
  assert.equal(nameIn((await valuesOf(crm, contactId))[colour]), 'Blue')
  await crm.call('pin-crm-value', { entity: 'contacts', recordId: contactId, field: `fields.${colour}`, pinned: true })
  await crm.control({ edit: [{ entity: 'contacts', id: there?.id, values: { favourite_colour: 'Red' } }] })
  assert.equal((await crm.sync()).progress.contacts?.conflicts, 1)
  assert.equal(nameIn((await valuesOf(crm, contactId))[colour]), 'Blue')
})

test('a value that does not fit the field is noted by what people call it, and leaves what is there', async () => {
  const { crm, colour } = await prepared({ direction: 'in', conflict: 'theirs' }, ['Blue', 'Green'])
  const [there] = await crm.records('contacts')
  await crm.control({ edit: [{ entity: 'contacts', id: there?.id, values: { favourite_colour: 'Blue' } }] })
  await crm.sync()
  await crm.control({ edit: [{ entity: 'contacts', id: there?.id, values: { favourite_colour: 'Red' } }] })
  const done = await crm.sync()
  assert.deepEqual(
    done.error_log.map(({ record_id, field, code, message }) => [record_id, field, code, message]),
    [[there?.id, 'favourite_colour', 'field_value_invalid', 'Colour: must be one of: Blue, Green']],
  )
  const labels = (await crm.call<{ labels: { contacts?: Record<string, string> } }>('crm-sync-status', { jobId: done.jobId }))
    .labels
  assert.equal(labels.contacts?.favourite_colour, 'Favourite colour')
  assert.equal(nameIn((await valuesOf(crm, (await here(crm)).get(there?.id ?? '')))[colour]), 'Blue')
})

test('a sync of changes is undone: a field has what a member had chosen before, which is a member’s again', async () => {
  const { crm, colour } = await prepared({ direction: 'in', conflict: 'theirs' })
  const first = await crm.sync()
  const [there] = await crm.records('contacts')
  const contactId = (await here(crm)).get(there?.id ?? '')
  await crm.call('set-fields', { kind: 'contact', recordId: contactId, fields: { [colour]: 'Green' } })
  await crm.control({ edit: [{ entity: 'contacts', id: there?.id, values: { favourite_colour: 'Red' } }] })
  const second = await crm.sync()
  assert.equal(nameIn((await valuesOf(crm, contactId))[colour]), 'Red')
  const undo = async (jobId: string) => crm.ended((await crm.call<{ jobId: string }>('undo-sync', { jobId })).jobId)
  await undo(second.jobId)
  assert.equal(nameIn((await valuesOf(crm, contactId))[colour]), 'Green')
  const kept = (await undo(first.jobId)).samples.filter(({ entity }) => entity === 'contacts')
  assert.deepEqual(
    kept.map(({ record_id }) => record_id),
    [there?.id],
  )
})

test('both ways: a field of the workspace’s own that changes here makes one write there, and its echo none', async () => {
  const { crm, colour } = await prepared({ direction: 'both', conflict: 'ask' })
  await crm.sync()
  const [there] = await crm.records('contacts')
  const contactId = (await here(crm)).get(there?.id ?? '')
  const wanted = there?.values.favourite_colour === 'Green' ? 'Red' : 'Green'
  await crm.call('set-fields', { kind: 'contact', recordId: contactId, fields: { [colour]: wanted } })
  const noted = () =>
    crms.app.database.inOrg(crm.owner.orgId, (db) =>
      db
        .selectFrom('sync_links')
        .select('gives_since')
        .where('our_id', '=', contactId ?? '')
        .executeTakeFirst(),
    )
  await until('the note that it changed', async () => (await noted())?.gives_since != null)
  assert.equal((await crm.sync()).progress.contacts?.written, 1)
  const now = (await crm.records('contacts')).find(({ id }) => id === there?.id)
  assert.equal(now?.values.favourite_colour, wanted)
  const rest = await crm.sync()
  assert.deepEqual([rest.progress.contacts?.written, rest.summary.contacts?.changed], [0, 0])
})

test('a field that does not exist, or is of another kind of record, is refused; one that is archived is kept under its own name', async () => {
  const { crm, colour, size } = await prepared()
  const wish = { entity: 'contacts', theirs: 'favourite_colour', direction: 'in' }
  for (const ours of ['fields.nothing', `fields.${size}`]) {
    const mapping = { fields: [{ ...wish, ours }] }
    const { code } = await crm.call<{ code: string }>('save-crm-mapping', { connectionId: crm.connectionId, mapping }, 400)
    assert.equal(code, 'sync_field_unfit', ours)
  }
  const mapping = { fields: [{ ...wish, ours: 'fields.Not a key' }] }
  await crm.call('save-crm-mapping', { connectionId: crm.connectionId, mapping }, 400)
  await crm.sync()
  const { fields } = await crm.call<{ fields: { id: string; key: string }[] }>('list-fields', { kind: 'contact' })
  await crm.call('archive-field', { fieldId: fields.find(({ key }) => key === colour)?.id, archived: true })
  const there = (await crm.records('contacts')).find(({ values }) => values.favourite_colour !== null)
  await crm.sync({ mode: 'all' })
  const { links } = await crm.call<{
    links: { record_url: string; values: { field: string; label: string; value: string }[] }[]
  }>('show-crm-record', { entity: 'contacts', recordId: (await here(crm)).get(there?.id ?? '') })
  const shown = links[0]?.values.find(({ field }) => field === 'custom:favourite_colour')
  assert.deepEqual([shown?.label, shown?.value], ['Favourite colour', there?.values.favourite_colour])
})
