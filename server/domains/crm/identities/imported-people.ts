import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { joinedOrg } from '#core/joined-org.ts'
import type { Phone } from '#shapes/phones.ts'
import { digest16 } from './digests.ts'
import { contactEvents } from './events.ts'
import { claimIdentity, dropIdentity, type Given, identitiesOf, moveKeys } from './identity-keys.ts'
import { type ContactRow, lockMergeGroups } from './merge-groups.ts'
import { rootId } from './root-ids.ts'

/** A person who is read from another system: what it says of them is a claim, which fills a blank or proposes, and proves nothing. */
export interface ImportedPerson {
  /** Under which it is added here. */
  readonly id: string
  readonly email: string | null
  readonly phone: Phone | null
  readonly full_name: string | null
  readonly company: string | null
  readonly job_title: string | null
  readonly linkedin_url: string | null
  readonly company_id: string | null
}

/** Who has an address or a number. */
export interface KnownPerson {
  /** The record that stands for them. */
  readonly contactId: string
  readonly hasEmail: boolean
}

/** By the digest of their address or number (`keyOfEmail`, `keyOfPhone`). */
export const findPeopleByKeys = async (
  db: Db,
  orgId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KnownPerson>> => {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; contact_id: string; has_email: boolean }>`
    select k.key, ${rootId('c')} as contact_id,
      coalesce(r.email_key, c.email_key) is not null or coalesce(r.email, c.email) is not null as has_email
    from contact_keys k
    join contacts c on c.org_id = k.org_id and c.id = k.contact_id
    left join contacts r on r.org_id = c.org_id and r.id = c.root_id
    where k.org_id = ${orgId} and k.key = any(${[...keys]}::uuid[])`.execute(db)
  return new Map(rows.map(({ key, contact_id, has_email }) => [key, { contactId: contact_id, hasEmail: has_email }]))
}

export const keyOfEmail = (orgId: string, email: string): string | null => identitiesOf(orgId, { email })[0]?.key ?? null
export const keyOfPhone = (orgId: string, phone: Phone): string => digest16(orgId, 'phone', phone.key)

/** Locks people until the transaction ends. By the ids asked for; each is the record that stands for the person. */
export const lockPeople = async (db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, ContactRow>> =>
  ids.length === 0 ? new Map() : rootsOf(ids, await lockMergeGroups(db, orgId, ids))

/** The same without a lock. */
export const readPeople = async (db: Db, orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, ContactRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ContactRow>`
    with asked as (select id, root_id from contacts where org_id = ${orgId} and id = any(${[...ids]}::uuid[]))
    select c.* from contacts c where c.org_id = ${orgId} and c.id in (select id from asked union select root_id from asked)`.execute(
    db,
  )
  return rootsOf(ids, new Map(rows.map((row) => [row.id, row])))
}

const rootsOf = (ids: readonly string[], rows: ReadonlyMap<string, ContactRow>): ReadonlyMap<string, ContactRow> =>
  new Map(
    ids.flatMap((id) => {
      const row = rows.get(id)
      const root = row && (row.root_id === null ? row : rows.get(row.root_id))
      return root ? [[id, root] as const] : []
    }),
  )

/**
 * Adds people, in one statement, without events and without a proof. Answers those that it added: one whose address or number another
 * record has, or gets at this moment, is not added.
 */
export const addImportedPeople = async (
  db: Db,
  orgId: string,
  people: readonly ImportedPerson[],
): Promise<ReadonlySet<string>> => {
  if (people.length === 0) return new Set()
  const rows = people.map(({ phone, email, ...rest }) => ({
    ...rest,
    email,
    phone: phone?.e164 ?? null,
    email_key: email === null ? null : keyOfEmail(orgId, email),
    phone_key: phone === null ? null : keyOfPhone(orgId, phone),
  }))
  const { rows: added } = await sql<{ id: string }>`
    insert into contacts (org_id, id, email, email_key, phone, phone_key, full_name, company, job_title, linkedin_url, company_id)
    select ${orgId}, c.id, c.email, c.email_key, c.phone, c.phone_key, c.full_name, c.company, c.job_title, c.linkedin_url, c.company_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id uuid, email text, email_key uuid, phone text, phone_key uuid,
      full_name text, company text, job_title text, linkedin_url text, company_id uuid)
    where not exists (
      select from contact_keys_before b where b.key in (c.email_key, c.phone_key) and b.org_id = ${orgId})
    order by coalesce(c.email_key, c.phone_key), c.id
    on conflict do nothing
    returning id`.execute(db)
  return new Set(added.map(({ id }) => id))
}

/** What an import writes over of one person. */
export interface ImportedChange {
  readonly id: string
  readonly email?: string | null
  readonly phone?: Phone | null
  readonly full_name?: string | null
  readonly company?: string | null
  readonly job_title?: string | null
  readonly linkedin_url?: string | null
  readonly company_id?: string | null
}

/** A field that could not be written, since another person has the address or number. */
export interface TakenIdentity {
  readonly id: string
  readonly field: 'email' | 'phone'
}

/** Writes over what is given; the caller holds the people. What they are found by goes with it. Answers what others have: that stays as it was. */
export const writeImportedPeople = async (
  db: Db,
  orgId: string,
  changes: readonly ImportedChange[],
): Promise<readonly TakenIdentity[]> => {
  if (changes.length === 0) return []
  const taken: TakenIdentity[] = []
  const plain = changes.filter(({ email, phone }) => email === undefined && phone === undefined)
  const moving = changes.filter((change) => !plain.includes(change))
  for (const change of moving) taken.push(...(await moveIdentities(db, orgId, change)))
  const isTaken = (id: string, field: string) => taken.some((each) => each.id === id && each.field === field)
  // Of whom nothing was written, that is no change.
  const written = changes.filter(({ id, ...values }) => Object.keys(values).some((field) => !isTaken(id, field)))
  const rows = written.map(({ id, email: _email, phone: _phone, ...values }) => ({ id, values }))
  if (rows.length > 0)
    await sql`
    update contacts c set
      full_name = case when g.values ? 'full_name' then g.values ->> 'full_name' else c.full_name end,
      company = case when g.values ? 'company' then g.values ->> 'company' else c.company end,
      job_title = case when g.values ? 'job_title' then g.values ->> 'job_title' else c.job_title end,
      linkedin_url = case when g.values ? 'linkedin_url' then g.values ->> 'linkedin_url' else c.linkedin_url end,
      company_id = case when g.values ? 'company_id' then (g.values ->> 'company_id')::uuid else c.company_id end,
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, values jsonb)
    where c.org_id = ${joinedOrg(orgId)} and c.id = g.id`.execute(db)
  return taken
}

const moveIdentities = async (db: Db, orgId: string, { id, email, phone }: ImportedChange): Promise<TakenIdentity[]> => {
  await moveKeys(db, orgId, [id])
  const taken: TakenIdentity[] = []
  for (const [field, value] of [['email', email] as const, ['phone', phone] as const]) {
    if (value === undefined) continue
    const [given] = value === null ? [] : identitiesOf(orgId, typeof value === 'string' ? { email: value } : { phone: value })
    if (given && !(await isFree(db, orgId, id, given))) {
      taken.push({ id, field })
      continue
    }
    await dropIdentity(db, orgId, id, field, { but: given?.key ?? null })
    if (given) await claimIdentity(db, orgId, id, given, 'added')
    await db
      .updateTable('contacts')
      .set({ [field]: given?.shown[field] ?? null })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .execute()
  }
  return taken
}

const isFree = async (db: Db, orgId: string, contactId: string, { key }: Given): Promise<boolean> => {
  const holder = (await findPeopleByKeys(db, orgId, [key])).get(key)
  return holder === undefined || holder.contactId === contactId
}

/** At most so many contacts in one event: it is read whole. */
const mostInEvent = 1_000

/** Tells that people came from another system: once for many, so that nothing is flooded. The search index follows it. */
export const recordImportedPeople = async (db: Db, orgId: string, jobId: string, ids: readonly string[]): Promise<void> => {
  for (let at = 0; at < ids.length; at += mostInEvent)
    await recordEvent(db, orgId, contactEvents.imported, jobId, { ids: ids.slice(at, at + mostInEvent) })
}

/** Of those that an import made, the ones that are as it left them. */
export const findUnchangedPeople = async (
  db: Db,
  orgId: string,
  people: readonly { readonly id: string; readonly at: Date }[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select c.id from contacts c
    join unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ at }) => at)}::timestamptz[]) as g (id, at) on g.id = c.id
    where c.org_id = ${orgId} and date_trunc('milliseconds', c.updated_at) <= g.at order by c.id for update of c`.execute(db)
  return rows.map(({ id }) => id)
}
