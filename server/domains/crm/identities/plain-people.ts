import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { recordNewContacts } from './contact-news.ts'
import { fillBlanks } from './identities.ts'
import { findHolders, type Given, identitiesOf, lockIdentities, nameOf, type Who } from './identity-keys.ts'
import { type ContactRow, lockMergeGroups } from './merge-groups.ts'

/** One of several contacts that were resolved at once: the canonical record, and the record of their channel. */
export interface Found {
  readonly contactId: string
  readonly recordId: string
}

interface Wanted {
  readonly who: Who
  readonly given: readonly Given[]
}

/**
 * Finds or creates several contacts in few statements, if each is plain: all its identities are verified for one record, or belong to
 * none. Null for the others, which `resolveContact` finds one after the other: it may have to wait for keys, without holding
 * a record. Returns the merge groups of known ones too; they are locked until the transaction ends.
 */
export const resolvePlainly = async (
  db: Db,
  orgId: string,
  people: readonly Who[],
): Promise<{ found: readonly (Found | null)[]; held: ReadonlyMap<string, ContactRow> }> => {
  const wanted = people.map((who) => ({ who, given: identitiesOf(orgId, who) }))
  const all = inOrder(wanted.flatMap(({ given }) => given))
  if (all.length === 0) return { found: people.map(() => null), held: new Map() }
  await lockIdentities(db, all)
  const holders = new Map((await findHolders(db, orgId, all)).map((holder) => [holder.key, holder]))
  const isNew = ({ given }: Wanted): boolean =>
    given.length > 0 && given.every(({ key }) => !holders.has(key) && isNamedOnce(wanted, key))
  const made = await makePeople(db, orgId, wanted.filter(isNew))
  const recordOf = ({ given }: Wanted): string | undefined => {
    const theirs = given.map(({ key }) => holders.get(key))
    const [first] = theirs
    return theirs.every((holder) => holder?.proof === 'message' && holder.contactId === first?.contactId)
      ? first?.contactId
      : undefined
  }
  const known = wanted.map(recordOf)
  const ids = [...new Set(known)].filter((id) => id !== undefined)
  const held = ids.length === 0 ? new Map<string, ContactRow>() : await lockMergeGroups(db, orgId, ids)
  const filled = new Set<string>()
  const found: (Found | null)[] = []
  for (const [at, each] of wanted.entries()) {
    const record = held.get(known[at] ?? '')
    const madeId = made.get(each)
    if (record) {
      const theirs = each.given.map(({ key, kind }) => ({ key, kind, contactId: record.id, proof: 'message' as const }))
      if (!filled.has(record.id)) await fillBlanks(db, orgId, held, theirs, each.given, nothing, each.who)
      filled.add(record.id)
      found.push({ contactId: record.root_id ?? record.id, recordId: record.id })
    } else found.push(madeId === undefined ? null : { contactId: madeId, recordId: madeId })
  }
  return { found, held }
}

const nothing: ReadonlySet<string> = new Set()

/** Each once, in the lock order. */
const inOrder = (given: readonly Given[]): Given[] =>
  [...new Map(given.map((each) => [each.key, each])).values()].sort((a, b) => (a.key < b.key ? -1 : 1))

const isNamedOnce = (wanted: readonly Wanted[], key: string): boolean =>
  wanted.filter(({ given }) => given.some((each) => each.key === key)).length === 1

/** Creates the unknown ones. An identity that lead intake claims at this moment is skipped. */
const makePeople = async (db: Db, orgId: string, wanted: readonly Wanted[]): Promise<ReadonlyMap<Wanted, string>> => {
  if (wanted.length === 0) return new Map()
  const made = new Map(wanted.map((each) => [each, newId()]))
  const keys = wanted
    .flatMap((each) => each.given.map(({ key, kind, value }) => ({ key, kind, value, contact_id: made.get(each) })))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const { rows: taken } = await sql<{ key: string }>`
    insert into contact_keys (key, org_id, contact_id, kind, value, proof)
    select k.key, ${orgId}, k.contact_id, k.kind, k.value, 'message'
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (key uuid, contact_id uuid, kind text, value text)
    on conflict do nothing
    returning key`.execute(db)
  const isTaken = new Set(taken.map(({ key }) => key))
  const lost = wanted.filter(({ given }) => !given.every(({ key }) => isTaken.has(key)))
  if (lost.length > 0) {
    const ids = lost.map((each) => made.get(each) as string)
    await db.deleteFrom('contact_keys').where('org_id', '=', orgId).where('contact_id', 'in', ids).execute()
    for (const each of lost) made.delete(each)
  }
  if (made.size === 0) return made
  const records = [...made].map(([{ who, given }, id]) => ({
    id,
    email: given.find(({ kind }) => kind === 'email')?.shown.email ?? null,
    phone: given.find(({ kind }) => kind === 'phone')?.shown.phone ?? null,
    full_name: nameOf(who.name),
    company: nameOf(who.company),
  }))
  await sql`
    insert into contacts (org_id, id, email, phone, full_name, company)
    select ${orgId}, c.id, c.email, c.phone, c.full_name, c.company
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as c (id uuid, email text, phone text, full_name text, company text)`.execute(db)
  await recordNewContacts(db, orgId, [...made.values()])
  return made
}
