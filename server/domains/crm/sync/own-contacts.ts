import { type Phone, readPhone } from '#shapes/phones.ts'
import {
  addImportedPeople,
  findPeopleByKeys,
  type ImportedChange,
  type KnownPerson,
  keyOfEmail,
  keyOfPhone,
  lockPeople,
  readPeople,
  recordImportedPeople,
  writeImportedPeople,
} from '../identities/imported-people.ts'
import type { ContactRow } from '../identities/merge-groups.ts'
import type { Incoming } from './incoming.ts'
import type { OwnRecord, OwnRecords, Planned, RefusedField } from './own-records.ts'

const phoneOf = (text: string | null | undefined): Phone | null => (text ? readPhone(text, null) : null)

const keysOf = (orgId: string, { values }: Pick<Incoming, 'values'>) => {
  const phone = phoneOf(values.phone)
  return {
    email: values.email ? keyOfEmail(orgId, values.email) : null,
    phone: phone && keyOfPhone(orgId, phone),
  }
}

const claimKey = (field: 'email' | 'phone', key: string): string => `${field} ${key}`

/** Who has an address or number, by the plans so far, and whether they have an address. */
const holderOf = (
  field: 'email' | 'phone',
  key: string,
  known: ReadonlyMap<string, KnownPerson>,
  { holders, own }: Planned,
): { readonly id: string; readonly hasEmail: boolean } | undefined => {
  const before = known.get(key)
  const foreseen = holders.get(claimKey(field, key))
  const id = foreseen === undefined ? before?.contactId : foreseen
  if (id === undefined || id === null) return undefined
  // Of a contact that was merged into another, the address of either counts: the record that stands for both may have none.
  const hasEmail = (own.get(id)?.values.email ?? null) !== null || (before?.contactId === id && before.hasEmail)
  return { id, hasEmail }
}

/** Contacts, which are found by their address, else by their number where not both sides have an address. */
export const ownContacts: OwnRecords = {
  async match(db, { job }, records, planned) {
    const keys = new Map(records.map((record) => [record.theirId, keysOf(job.org_id, record)]))
    const known = await findPeopleByKeys(
      db,
      job.org_id,
      [...keys.values()].flatMap(({ email, phone }) => [email, phone].filter((key) => key !== null)),
    )
    const found = new Map<string, string>()
    // Of two with an address and the same number, the first is who has the number.
    const addressed = new Set<string>()
    for (const [theirId, { email, phone }] of keys) {
      const byEmail = email === null ? undefined : holderOf('email', email, known, planned)
      const byPhone = phone === null ? undefined : holderOf('phone', phone, known, planned)
      const fits = byPhone !== undefined && (email === null || !(byPhone.hasEmail || addressed.has(byPhone.id)))
      const holder = byEmail ?? (fits ? byPhone : undefined)
      if (!holder) continue
      found.set(theirId, holder.id)
      if (email !== null) addressed.add(holder.id)
    }
    return found
  },

  claimsOf({ job }, { email, phone }) {
    const keys = keysOf(job.org_id, { values: { email: email ?? null, phone: phone ?? null } })
    return (['email', 'phone'] as const).flatMap((field) => {
      const key = keys[field]
      if (key === null) return []
      return [{ field, key: claimKey(field, key), isSpare: field === 'phone', refusal: (id: string) => taken(id, field) }]
    })
  },

  async holdersOf(db, { job }, claims) {
    const keys = claims.map(({ field, key }) => key.slice(field.length + 1))
    const known = await findPeopleByKeys(db, job.org_id, keys)
    return new Map(
      claims.flatMap(({ field, key }) => {
        const holder = known.get(key.slice(field.length + 1))
        return holder ? [[key, holder.contactId] as const] : []
      }),
    )
  },

  read: async (db, orgId, ids) => asOwns(await readPeople(db, orgId, ids)),
  lock: async (db, orgId, ids) => asOwns(await lockPeople(db, orgId, ids)),

  async add(db, { job }, records, planned) {
    const people = [...records].map(([id, { values }]) => ({
      id,
      email: values.email ?? null,
      phone: phoneOf(values.phone),
      full_name: values.full_name ?? null,
      company: values.company ?? null,
      job_title: values.job_title ?? null,
      linkedin_url: values.linkedin_url ?? null,
      company_id: values.company_id ?? null,
    }))
    const added = new Map<string, readonly RefusedField[]>()
    for (const id of await addImportedPeople(db, job.org_id, people)) added.set(id, [])
    // With an address of their own, they are another person than who has their number and an address: added without it.
    const others = people.filter(({ id, email, phone }) => !added.has(id) && email !== null && phone !== null)
    if (others.length > 0) {
      const keys = new Map(others.map(({ id }) => [id, keysOf(job.org_id, { values: records.get(id)?.values ?? {} })]))
      const known = await findPeopleByKeys(
        db,
        job.org_id,
        [...keys.values()].flatMap(({ email, phone }) => [email, phone].filter((key) => key !== null)),
      )
      const free = others.filter(({ id }) => {
        const { email, phone } = keys.get(id) ?? { email: null, phone: null }
        if (email !== null && known.has(email)) return false
        // Who has the number and no address may be the same person: they are matched in the next round.
        return (phone === null ? undefined : holderOf('phone', phone, known, planned))?.hasEmail !== false
      })
      const alone = await addImportedPeople(
        db,
        job.org_id,
        free.map((person) => ({ ...person, phone: null })),
      )
      for (const id of alone) added.set(id, [taken(id, 'phone')])
    }
    return added
  },

  async write(db, { job }, changes) {
    const refused = await writeImportedPeople(
      db,
      job.org_id,
      [...changes].map(
        ([id, { phone, people: _people, ...values }]): ImportedChange => ({
          id,
          ...values,
          ...(phone !== undefined && { phone: phoneOf(phone) }),
        }),
      ),
    )
    return refused.map(({ id, field }) => taken(id, field))
  },

  announce: (db, { job }, ids) => recordImportedPeople(db, job.org_id, job.id, ids),
}

const taken = (id: string, field: 'email' | 'phone'): RefusedField => ({
  ...{ id, field, code: field === 'email' ? 'email_taken' : 'phone_taken' },
  message: field === 'email' ? 'Another contact has this email address.' : 'Another contact has this number.',
})

const asOwns = (rows: ReadonlyMap<string, ContactRow>): ReadonlyMap<string, OwnRecord> =>
  new Map([...rows].map(([id, row]) => [id, asOwn(row)]))

const asOwn = (row: ContactRow): OwnRecord => ({
  id: row.id,
  values: {
    ...{ email: row.email, phone: row.phone, full_name: row.full_name, company: row.company },
    ...{ job_title: row.job_title, linkedin_url: row.linkedin_url, company_id: row.company_id },
  },
  at: row.updated_at,
  isBinned: row.deleted_at !== null,
  proven: new Set([...(isProof(row.email_proof) ? ['email'] : []), ...(isProof(row.phone_proof) ? ['phone'] : [])]),
})

const isProof = (proof: string | null): boolean => proof === 'message' || proof === 'member'
