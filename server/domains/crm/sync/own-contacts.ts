import { type Phone, readPhone } from '#shapes/phones.ts'
import {
  addImportedPeople,
  findPeopleByKeys,
  type ImportedChange,
  keyOfEmail,
  keyOfPhone,
  lockPeople,
  readPeople,
  recordImportedPeople,
  writeImportedPeople,
} from '../identities/imported-people.ts'
import type { ContactRow } from '../identities/merge-groups.ts'
import type { Incoming } from './incoming.ts'
import type { OwnRecord, OwnRecords, RefusedField } from './own-records.ts'

const phoneOf = (text: string | null | undefined): Phone | null => (text ? readPhone(text, null) : null)

const keysOf = (orgId: string, { values }: Pick<Incoming, 'values'>) => {
  const phone = phoneOf(values.phone)
  return {
    email: values.email ? keyOfEmail(orgId, values.email) : null,
    phone: phone && keyOfPhone(orgId, phone),
  }
}

/** Contacts, which are found by their address, else by their number where not both sides have an address. */
export const ownContacts: OwnRecords = {
  async match(db, { job }, records) {
    const keys = new Map(records.map((record) => [record.theirId, keysOf(job.org_id, record)]))
    const known = await findPeopleByKeys(
      db,
      job.org_id,
      [...keys.values()].flatMap(({ email, phone }) => [email, phone].filter((key) => key !== null)),
    )
    return new Map(
      [...keys].flatMap(([theirId, { email, phone }]) => {
        const byEmail = email === null ? undefined : known.get(email)
        const byPhone = phone === null ? undefined : known.get(phone)
        const found = byEmail ?? (byPhone && (email === null || !byPhone.hasEmail) ? byPhone : undefined)
        return found ? [[theirId, found.contactId] as const] : []
      }),
    )
  },

  keysOf({ job }, record) {
    const { email, phone } = keysOf(job.org_id, record)
    return [...(email === null ? [] : [`email ${email}`]), ...(phone !== null && email === null ? [`phone ${phone}`] : [])]
  },

  claimsOf({ job }, { email, phone }) {
    const keys = keysOf(job.org_id, { values: { email: email ?? null, phone: phone ?? null } })
    return (['email', 'phone'] as const).flatMap((field) => {
      const key = keys[field]
      return key === null ? [] : [{ field, key: `${field} ${key}`, refusal: (id: string) => taken(id, field) }]
    })
  },

  read: async (db, orgId, ids) => asOwns(await readPeople(db, orgId, ids)),
  lock: async (db, orgId, ids) => asOwns(await lockPeople(db, orgId, ids)),

  async add(db, { job }, records) {
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
    // With an address of their own, they are another person than who has their number: added without it.
    const others = people.filter(({ id, email, phone }) => !added.has(id) && email !== null && phone !== null)
    if (others.length > 0) {
      const known = await findPeopleByKeys(
        db,
        job.org_id,
        others.flatMap(({ email }) => keyOfEmail(job.org_id, email ?? '') ?? []),
      )
      const free = others.filter(({ email }) => !known.has(keyOfEmail(job.org_id, email ?? '') ?? ''))
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
