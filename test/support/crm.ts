import assert from 'node:assert/strict'
import { newId } from '#core/ids.ts'
import { makeHttp } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { Crm, CrmEntity, CrmField, CrmRecord, CrmStage, OwnField } from '#ports/crm.ts'
import { ProviderError, type ProviderErrorKind } from '#ports/provider-error.ts'
import type { CrmWishes, ShownRecord } from '#sandbox/crm/control.ts'
import { customFields, owners, stages } from '#sandbox/crm/seed.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import type { TestedCrm } from './crm-vendors.ts'
import { startSandbox } from './sandbox.ts'

export type { ShownRecord } from '#sandbox/crm/control.ts'

/** A sandbox with a clock that a test moves, and the way to it: without retries, so that each fault is seen. */
export const openCrmSandbox = async () => {
  let aheadMs = 0
  const now = (): Date => new Date(Date.now() + aheadMs)
  const sandbox = await startSandbox({ now })
  const loopback = readAllowedTarget('127.0.0.1')
  const way = makeHttp({ allowed: loopback ? [loopback] : [] })
  const sent: string[] = []
  const http: ProviderHttp = {
    async send(request) {
      sent.push(request.operation)
      return way.send({ ...request, maxBytes: request.maxBytes ?? 1_048_576, redirects: 0 })
    },
  }
  return {
    ...{ sandbox, http, now, sent },
    pass(ms: number): void {
      aheadMs += ms
    },
    async stop(): Promise<void> {
      await sandbox.stop()
      await way.destroy()
    },
  }
}
export type CrmSandbox = Awaited<ReturnType<typeof openCrmSandbox>>

/** An account of its own at the vendor's simulator. */
export const openTestedCrm = async (
  { sandbox, http, now }: CrmSandbox,
  tested: TestedCrm,
  reseed: CrmWishes['reseed'] = {},
) => {
  const name = newId().replaceAll('-', '')
  const base = `${sandbox.address}/sandbox/${tested.slug}`
  const open = (token = tested.token(name)): Crm =>
    tested.vendor.open({ base, pageBase: base, mode: 'sandbox', http, now, auth: { kind: tested.auth, token } })
  const crm = open()
  // What a test before left behind strikes no other.
  await sandbox.turn(tested.slug)
  await crm.whose()
  const post = async (wishes: CrmWishes) => {
    const response = await fetch(`${base}/_records`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wishes),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return JSON.parse(text) as { account: string } & Record<'create' | 'edit' | 'merge' | 'remove', string[]>
  }
  const { account } = await post({ reseed })
  const control = async (wishes: CrmWishes) => post({ account, ...wishes })

  return {
    ...{ crm, open, name, control },
    /** Sets the dial of the vendor's simulator; without a kind all is well again. */
    turn: (kind?: string, more: object = {}): Promise<void> =>
      sandbox.turn(tested.slug, kind === undefined ? {} : { kind, ...more }),
    /** What is there, as the simulator has it. */
    async truth(entity: CrmEntity, deleted = false): Promise<readonly ShownRecord[]> {
      const found: ShownRecord[] = []
      for (;;) {
        const last = found.at(-1)?.id
        const query = new URLSearchParams({
          account,
          entity,
          deleted: String(deleted),
          limit: '10000',
          ...(last && { after: last }),
        })
        const page = (await (await fetch(`${base}/_records?${query}`)).json()) as { records: ShownRecord[] }
        if (page.records.length === 0) return found
        found.push(...page.records)
      }
    },
  }
}
export type OpenedCrm = Awaited<ReturnType<typeof openTestedCrm>>

/** Every page, each asked for by another opening, as another process would. */
export const readPages = async <Page extends { readonly next: string | null }>(
  page: (cursor: string | null) => Promise<Page>,
): Promise<readonly Page[]> => {
  const pages: Page[] = []
  for (let cursor: string | null = null; ; ) {
    const read: Page = await page(cursor)
    pages.push(read)
    if (read.next === null) return pages
    assert.ok(read.next.length <= 2_000)
    assert.notEqual(read.next, cursor, 'a page that leads to itself')
    cursor = read.next
  }
}

export const readWhole = async (
  { open }: Pick<OpenedCrm, 'open'>,
  entity: CrmEntity,
  fields: readonly string[],
): Promise<readonly CrmRecord[]> => {
  const pages = await readPages((cursor) => open().all(entity, { fields, cursor }))
  assert.deepEqual(
    pages.flatMap(({ unreadable }) => unreadable),
    [],
  )
  return pages.flatMap(({ records }) => records)
}

export const readChanges = async (
  { open }: Pick<OpenedCrm, 'open'>,
  entity: CrmEntity,
  since: Date,
  fields: readonly string[] = [],
): Promise<readonly CrmRecord[]> =>
  (await readPages((cursor) => open().changed(entity, { fields, cursor, since }))).flatMap(({ records }) => records)

const ownValues: Readonly<Record<CrmEntity, Partial<Record<OwnField, string>>>> = {
  companies: { name: 'name', domain: 'domain' },
  contacts: {
    ...{ email: 'email', phone: 'phone', first_name: 'firstName', last_name: 'lastName' },
    ...{ company: 'companyName', job_title: 'title', linkedin_url: 'linkedin' },
  },
  deals: { name: 'name', amount: 'amount', currency: 'currency', stage: 'stageId', owner: 'ownerId' },
}

/** The vendor's fields by what they are here, or by the labels of custom ones, and a record's values by the same names. */
export const describeFields = async ({ crm }: Pick<OpenedCrm, 'crm'>, tested: TestedCrm, entity: CrmEntity) => {
  const fields = await crm.fields(entity)
  const [theirStages, theirOwners] = entity === 'deals' ? [await crm.stages(), await crm.owners()] : [[], []]
  const customs = customFields.filter((each) => each.entity === entity && !tested.lacksCustom.includes(each.label))
  const own = Object.entries(ownValues[entity]).filter(([name]) => !tested.lacks.includes(name as OwnField))
  const wanted: (readonly [name: string, value: string, field: CrmField | undefined])[] = [
    ...own.map(([name, value]) => [name, value, fields.find(({ suggests }) => suggests === name)] as const),
    ...customs.map(({ label, name }) => [label, name, fields.find((each) => each.label === label && each.isCustom)] as const),
  ]
  const found = wanted.map(([name, value, field]) => {
    assert.ok(field, `${tested.slug} has a field for ${name} of ${entity}`)
    return { name, value, field }
  })
  /** What the vendor says for a value of the simulator's. */
  const theirs = (name: string, field: CrmField, value: string | null | undefined): string | null => {
    if (value === null || value === undefined) return null
    if (name === 'stage') {
      const stage = stages.find(({ id }) => id === value)
      return theirStages.find((each) => stage && isStage(each, stage))?.id ?? value
    }
    if (name === 'owner')
      return theirOwners.find(({ email }) => email === owners.find(({ id }) => String(id) === value)?.email)?.id ?? value
    if (field.type === 'choice') return field.options.find(({ label }) => label === value)?.value ?? value
    return field.type === 'number' ? String(Number(value)) : value
  }
  const plain = (field: CrmField, value: string | null | undefined): string | null =>
    value === null || value === undefined ? null : field.type === 'number' ? String(Number(value)) : value

  return {
    fields,
    names: found.map(({ field }) => field.name),
    /** The vendor's name of a field. */
    nameOf: (name: string): string =>
      found.find((each) => each.name === name)?.field.name ?? assert.fail(`no field for ${name}`),
    theirs: (name: string, value: string | null): string | null => {
      const one = found.find((each) => each.name === name) ?? assert.fail(`no field for ${name}`)
      return theirs(name, one.field, value)
    },
    /** A record as it was read and as it is there, in one form. */
    read: (record: CrmRecord) => ({
      id: record.id,
      ...{
        companyIds: mainFirst(record.companyIds),
        contactIds: record.contactIds.toSorted(),
        mergedIds: record.mergedIds.toSorted(),
      },
      values: Object.fromEntries(found.map(({ name, field }) => [name, plain(field, record.values[field.name])])),
    }),
    there: (record: ShownRecord) => ({
      id: record.id,
      companyIds: mainFirst(record.companyIds.slice(0, tested.mostCompanies)),
      contactIds: record.contactIds.slice(0, tested.mostContactsOfDeal).toSorted(),
      mergedIds: tested.tellsMerges ? record.mergedIds.toSorted() : [],
      values: Object.fromEntries(found.map(({ name, value, field }) => [name, theirs(name, field, record.values[value])])),
    }),
  }
}

/** A vendor says which company is the main one, and the others in an order of its own. */
const mainFirst = ([main, ...others]: readonly string[]): readonly string[] =>
  main === undefined ? [] : [main, ...others.toSorted()]

/** Where won and lost are no stages they have names of their own. */
export const isStage = ({ name, kind }: Pick<CrmStage, 'name' | 'kind'>, seeded: (typeof stages)[number]): boolean =>
  name === seeded.name || (kind !== 'open' && kind === seeded.kind && !stages.some((each) => each.name === name))

export const byId = <T extends { readonly id: string }>(all: readonly T[]): readonly T[] =>
  all.toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))

/** The error that a port must throw; no word of it repeats the secret. */
export const failure = async (asked: Promise<unknown>, kind: ProviderErrorKind, secret = '\0'): Promise<ProviderError> => {
  const error = await asked.then(
    () => assert.fail(`it went well, and should be ${kind}`),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  assert.equal(error.kind, kind, error.reason)
  assert.ok(!`${error.reason} ${error.message} ${error.stack}`.includes(secret))
  assert.doesNotMatch(error.reason, /\n|https?:/)
  return error
}
