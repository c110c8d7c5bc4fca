import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { digestOf } from '../folder.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { type CrmRecords, openRecords } from './records.ts'
import { type AnyRecord, type Entity, entities } from './seed.ts'

/** The accounts of one simulated CRM, each with its own records. They are there from their first use. */
export const openCrmAccounts = (context: SimulatorContext) => {
  const known = context.table<{ readonly id: string }>('accounts')
  const opened = new Map<string, CrmRecords>()
  let last: string | undefined = known.list()[0]?.id
  const use = (account: string): CrmRecords => {
    last = account
    const before = opened.get(account)
    if (before) return before
    if (!known.find(account)) known.put({ id: account })
    const records = openRecords(context, account)
    opened.set(account, records)
    return records
  }
  return {
    /** The records of an account, which is the last used one from now on. */
    use,
    /** The account of this name; without one the last used. Undefined: there is none yet. */
    find: (account: string | undefined): { readonly account: string; readonly records: CrmRecords } | undefined => {
      const found = account ?? last
      return found === undefined ? undefined : { account: found, records: use(found) }
    },
    list: (): readonly string[] => known.list().map(({ id }) => id),
  }
}
export type CrmAccounts = ReturnType<typeof openCrmAccounts>

/** Tokens that differ only after a `~` are of one account: a number of nine digits that never changes. */
export const accountNumberOf = (token: string): string =>
  String(100_000_000 + (Number.parseInt(digestOf(token.split('~')[0] ?? '').slice(0, 12), 16) % 900_000_000))

/** What the control and the pages for people must know of one vendor. */
export interface ControlledCrm {
  readonly accounts: CrmAccounts
  /** An id in the vendor's form. */
  toId(entity: Entity, id: number): string
  /** Undefined where it has not the vendor's form. */
  fromId(entity: Entity, id: string): number | undefined
  /** What its API calls an account, where that is not the account's own number. */
  accountId?(account: string): string
  /** How it merges, where that is not as `records.merge` does it. Answers the record that stays. */
  merge?(records: CrmRecords, entity: Entity, winnerId: number, loserId: number): AnyRecord | undefined
}

const Values = z.record(z.string(), z.string().nullable())
const Links = { companyIds: z.array(z.string()).optional(), contactIds: z.array(z.string()).optional() }
const Kind = z.enum(entities)
const whole = z.number().int().min(0).max(100_000_000)

const Wishes = z.strictObject({
  account: z.string().optional(),
  /** Begins the account anew; all numbers are those of `usualSeed` where they are not given. */
  reseed: z
    .strictObject({
      ...{ seed: whole, companies: whole, contacts: whole, deals: whole, stepMs: whole, ties: whole.min(1) },
      startsAt: z.number(),
    })
    .partial()
    .optional(),
  /** Values by the names of `valueNames` and `customFields`. */
  create: z.array(z.strictObject({ entity: Kind, values: Values, ...Links })).default([]),
  /** `at`: the modification time, in milliseconds; else now. */
  edit: z
    .array(z.strictObject({ entity: Kind, id: z.string(), values: Values.default({}), at: z.number().optional(), ...Links }))
    .default([]),
  merge: z.array(z.strictObject({ entity: Kind, winner: z.string(), loser: z.string() })).default([]),
  remove: z.array(z.strictObject({ entity: Kind, id: z.string() })).default([]),
})
/** What a test asks for; it is done in the order of the fields, and all ids are in the vendor's form. */
export type CrmWishes = z.input<typeof Wishes>

/** A record as the control shows it: the truth that a test compares with. */
export interface ShownRecord {
  readonly id: string
  readonly modifiedAt: string
  readonly values: Readonly<Record<string, string | null>>
  readonly companyIds: readonly string[]
  readonly contactIds: readonly string[]
  readonly mergedIds: readonly string[]
  readonly deletedAt: string | null
  readonly mergedInto: string | null
}

class Unknown extends Error {
  readonly statusCode = 404
}

const Asked = z.object({
  account: z.string().optional(),
  entity: Kind,
  deleted: z.stringbool().default(false),
  after: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
})

/**
 * `POST _records` takes CrmWishes and answers the ids of each list, in its order. `GET _records?entity=contacts` shows the records in the
 * order of ids, `after` one of them: `{ account, count, records }`. Without `account` both are about the account that was used last.
 */
export const serveCrmControl = (app: FastifyInstance, crm: ControlledCrm): void => {
  const find = (account: string | undefined) => {
    const found = crm.accounts.find(account)
    if (!found) throw new Unknown('There is no account yet.')
    return found
  }
  app.post('/_records', { ...forPeople, bodyLimit: 32 * 1024 * 1024 }, async (request) => {
    const wishes = Wishes.parse(request.body)
    const { account, records } = find(wishes.account)
    return { account, ...fulfil(crm, records, wishes) }
  })
  app.get('/_records', forPeople, async (request) => {
    const { entity, deleted, after, limit, ...asked } = Asked.parse(request.query)
    const { account, records } = find(asked.account)
    const afterId = after === undefined ? 0 : numberOf(crm, entity, after)
    const found = records.list(entity, 'id', { afterId, limit, deleted })
    return {
      account,
      count: records.count(entity, { deleted }),
      records: found.map((record) => shownRecord(crm, records, entity, record)),
    }
  })
}

const numberOf = (crm: ControlledCrm, entity: Entity, id: string): number => {
  const found = crm.fromId(entity, id)
  if (found === undefined) throw new Unknown(`${id} is no id of ${entity}.`)
  return found
}

const fulfil = (crm: ControlledCrm, records: CrmRecords, wishes: z.output<typeof Wishes>) => {
  if (wishes.reseed) records.reseed(definedOnly(wishes.reseed))
  const linksOf = ({ companyIds, contactIds }: { companyIds?: string[] | undefined; contactIds?: string[] | undefined }) => ({
    ...(companyIds && { companyIds: companyIds.map((id) => numberOf(crm, 'companies', id)) }),
    ...(contactIds && { contactIds: contactIds.map((id) => numberOf(crm, 'contacts', id)) }),
  })
  const there = <T>(found: T | undefined | false, entity: Entity, id: string): T => {
    if (found === undefined || found === false) throw new Unknown(`${entity} has no ${id}.`)
    return found
  }
  return {
    create: wishes.create.map(({ entity, values, ...links }) =>
      crm.toId(entity, records.create(entity, { values, ...linksOf(links) }).id),
    ),
    edit: wishes.edit.map(({ entity, id, values, at, ...links }) => {
      there(records.edit(entity, numberOf(crm, entity, id), { values, ...linksOf(links) }, at), entity, id)
      return id
    }),
    merge: wishes.merge.map(({ entity, winner, loser }) => {
      const [stays, goes] = [numberOf(crm, entity, winner), numberOf(crm, entity, loser)]
      return crm.toId(entity, there(mergeRecords(crm, records, entity, stays, goes), entity, `${winner} or ${loser}`).id)
    }),
    remove: wishes.remove.map(({ entity, id }) => {
      there(records.remove(entity, numberOf(crm, entity, id)), entity, id)
      return id
    }),
  }
}

const definedOnly = <T extends object>(given: T): { [Name in keyof T]: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never

/** As this vendor merges. */
export const mergeRecords = (
  crm: Pick<ControlledCrm, 'merge'>,
  records: CrmRecords,
  entity: Entity,
  winnerId: number,
  loserId: number,
): AnyRecord | undefined =>
  crm.merge ? crm.merge(records, entity, winnerId, loserId) : records.merge(entity, winnerId, loserId)

/** Those of the ids that are still there; what was merged is the record that it was merged into. Each once. */
export const liveIds = (records: CrmRecords, entity: Entity, ids: readonly number[]): readonly number[] => {
  const found = ids.flatMap((id) => {
    let record = records.find(entity, id)
    while (record && record.mergedInto !== null) record = records.find(entity, record.mergedInto)
    return record?.deletedAt === null ? record.id : []
  })
  return found.length < 2 ? found : [...new Set(found)]
}

const shownRecord = (crm: ControlledCrm, records: CrmRecords, entity: Entity, record: AnyRecord): ShownRecord => ({
  id: crm.toId(entity, record.id),
  modifiedAt: new Date(record.modifiedAt).toISOString(),
  values: record.values,
  companyIds: liveIds(records, 'companies', record.companyIds).map((id) => crm.toId('companies', id)),
  contactIds: liveIds(records, 'contacts', record.contactIds).map((id) => crm.toId('contacts', id)),
  mergedIds: record.mergedIds.map((id) => crm.toId(entity, id)),
  deletedAt: record.deletedAt === null ? null : new Date(record.deletedAt).toISOString(),
  mergedInto: record.mergedInto === null ? null : crm.toId(entity, record.mergedInto),
})
