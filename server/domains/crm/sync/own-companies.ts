import type { CompanyRow } from '../companies/company-groups.ts'
import {
  addImportedCompanies,
  findCompaniesByDomain,
  lockCompanies,
  readCompanies,
  recordImportedCompanies,
  writeImportedCompanies,
} from '../companies/imported-companies.ts'
import { addedWhole, nameless, type OwnRecord, type OwnRecords, type RefusedField, unnamed } from './own-records.ts'

const prefix = 'domain '
const keyOf = (domain: string): string => prefix + domain

/** Companies, which are found by their domain. */
export const ownCompanies: OwnRecords = {
  async match(db, { job }, records, { holders }) {
    const domains = records.flatMap(({ values }) => values.domain ?? [])
    const found = await findCompaniesByDomain(db, job.org_id, domains)
    return new Map(
      records.flatMap(({ theirId, values: { domain } }) => {
        if (!domain) return []
        const foreseen = holders.get(keyOf(domain))
        const id = foreseen === undefined ? found.get(domain) : foreseen
        return id === undefined || id === null ? [] : [[theirId, id] as const]
      }),
    )
  },

  claimsOf: (_facts, { domain }) => (domain ? [{ field: 'domain', key: keyOf(domain), isSpare: false, refusal: taken }] : []),

  async holdersOf(db, { job }, claims) {
    const domains = claims.map(({ key }) => key.slice(prefix.length))
    const found = await findCompaniesByDomain(db, job.org_id, domains)
    return new Map([...found].map(([domain, id]) => [keyOf(domain), id]))
  },

  read: async (db, orgId, ids) => asOwns(await readCompanies(db, orgId, ids)),
  lock: async (db, orgId, ids) => asOwns(await lockCompanies(db, orgId, ids)),

  add: async (db, { job }, records) =>
    addedWhole(
      await addImportedCompanies(
        db,
        job.org_id,
        [...records].map(([id, { values }]) => ({ id, name: values.name ?? unnamed, domain: values.domain ?? null })),
      ),
    ),

  async write(db, { job }, changes) {
    const others = await writeImportedCompanies(
      db,
      job.org_id,
      [...changes].map(([id, values]) => ({
        id,
        ...(values.name && { name: values.name }),
        ...(values.domain !== undefined && { domain: values.domain }),
      })),
    )
    return [...[...others].map(taken), ...[...changes].flatMap(([id, { name }]) => (name === null ? [nameless(id)] : []))]
  },

  announce: (db, { job }, ids) => recordImportedCompanies(db, job.org_id, job.id, ids),
}

const taken = (id: string): RefusedField => ({
  ...{ id, field: 'domain', code: 'domain_taken', message: 'Another company has this domain.' },
})

const asOwns = (rows: ReadonlyMap<string, CompanyRow>): ReadonlyMap<string, OwnRecord> =>
  new Map([...rows].map(([id, row]) => [id, asOwn(row)]))

const asOwn = (row: CompanyRow): OwnRecord => ({
  id: row.id,
  values: { name: row.name, domain: row.domain },
  at: row.updated_at,
  isBinned: row.deleted_at !== null,
  proven: new Set(),
})
