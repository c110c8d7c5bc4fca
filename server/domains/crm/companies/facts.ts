import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { readLine, readLink } from '#domains/connections/ai-models/hostile-texts.ts'
import { AuthorWorkflow, choice, Reference, shape } from '#shapes'
import { companyGroup, lockCompanyGroups, topCompany } from './company-groups.ts'
import { companyErrors } from './errors.ts'
import { factEvents } from './events.ts'

type FactRow = Selectable<Tables['facts']>

/** What can be known of a deal's business, and of a company; the words are what a model is told of a field. */
export const factFields = {
  deal: {
    industry: 'Industry, in a few words',
    employees: 'Number of employees, or a range such as 11–50',
    website: 'Address of the website, with https://',
    address: 'Postal address, in one line',
    logo: 'Address of an image of the logo, with https://',
    summary: 'What the business does, in two or three sentences',
  },
  company: {
    industry: 'Industry, in a few words',
    description: 'What the company does, in two or three sentences',
    founded: 'Year of foundation',
    employees: 'Number of employees, or a range such as 11–50',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>

export type SubjectKind = keyof typeof factFields
export const SubjectKind = z.enum(Object.keys(factFields) as [SubjectKind, ...SubjectKind[]])
export interface Subject {
  readonly kind: SubjectKind
  readonly id: string
}

/** In characters: what is longer is cut. */
const mostUnits: Readonly<Record<string, number>> = { industry: 100, employees: 50, founded: 50, address: 300 }
const links = new Set(['website', 'logo'])

/**
 * A value as it may be kept for a field: one line of text of a bounded length, or an http(s) address. Null where nothing is left of
 * it. It stays untrusted text, to be displayed as text.
 */
export const readFactValue = (field: string, text: string): string | null =>
  links.has(field) ? readLink(text) : readLine(text, mostUnits[field] ?? 1_000) || null

/** A value with where it comes from. */
export const Fact = shape('Fact', {
  id: z.uuid(),
  field: z.string(),
  value: z.string(),
  state: choice('FactState', ['current', 'pinned', 'proposed']).describe(
    '`pinned`: set by a person and changed by people only. `proposed`: AI found a different value',
  ),
  source: z.string().describe('`person`, `workflow`, `key`, or the provider that found it: `gemini`'),
  model: z.string().nullable(),
  at: z.iso.datetime(),
  person: Reference.nullable().describe('The member who wrote or accepted it'),
  workflow: AuthorWorkflow,
})
export type Fact = z.output<typeof Fact>

const standing = ['current', 'pinned'] as const
const shown = [...standing, 'proposed'] as const

/**
 * What stands and what is proposed, by field. Of a company that others were merged into also what stands of these, where its own is empty.
 */
export const factsOf = async (db: Db, orgId: string, { kind, id }: Subject): Promise<Fact[]> => {
  const rows = await db
    .selectFrom('facts')
    .leftJoin('directory.people', 'directory.people.id', 'facts.person_id')
    .select([
      'facts.id',
      'field',
      'value',
      'state',
      'source',
      'model',
      'at',
      'person_id',
      'workflow',
      'directory.people.name as person_name',
    ])
    .where('org_id', '=', orgId)
    .where('subject_kind', '=', kind)
    .where('subject_id', 'in', recordsOf(orgId, { kind, id }))
    .where((row) =>
      row.or([row('state', 'in', standing), row.and([row('state', '=', 'proposed'), row('subject_id', '=', id)])]),
    )
    .orderBy(sql`facts.subject_id <> ${id}`)
    .orderBy('facts.subject_id')
    .execute()
  const order = Object.keys(factFields[kind])
  const nearest = new Map(rows.flatMap((row) => (row.state === 'proposed' ? [] : [[row.field, row.id] as const])).reverse())
  return rows
    .filter((row) => row.state === 'proposed' || nearest.get(row.field) === row.id)
    .map(({ person_id, person_name, at, ...row }) => ({
      ...row,
      state: row.state as Fact['state'],
      at: at.toISOString(),
      person: person_id === null ? null : { id: person_id, name: person_name ?? '' },
    }))
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field) || shown.indexOf(a.state) - shown.indexOf(b.state))
}

/** Under which ids facts of a subject stand. */
const recordsOf = (orgId: string, { kind, id }: Subject) =>
  kind === 'company' ? companyGroup(orgId, id) : sql<string>`(select ${id}::uuid)`

const findFact = (db: Db, orgId: string, id: string): Promise<FactRow | undefined> =>
  db.selectFrom('facts').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const subjectOf = (row: Pick<FactRow, 'subject_kind' | 'subject_id'>): Subject => ({
  kind: SubjectKind.parse(row.subject_kind),
  id: row.subject_id,
})

/**
 * Locks a deal or a company until the transaction ends, so that its facts change one after the other. Writers of facts lock
 * this first, and go on with what is answered: a company that was merged is the one that stands for it. Undefined when there is none.
 */
export const lockSubject = async (db: Db, orgId: string, { kind, id }: Subject): Promise<Subject | undefined> => {
  const found =
    kind === 'company'
      ? topCompany(await lockCompanyGroups(db, orgId, [id]), id)
      : await db
          .selectFrom('deals')
          .select('id')
          .where('org_id', '=', orgId)
          .where('id', '=', id)
          .forNoKeyUpdate()
          .executeTakeFirst()
  return found && { kind, id: found.id }
}

/**
 * Keeps what a model found, or a program says. A blank is filled and an older find replaced; beside what a person said it becomes a proposal, unless
 * it is the same, or a person has turned it down before. Fields that a subject has not are left out.
 */
export const proposeFacts = async (
  db: Db,
  orgId: string,
  subject: Subject,
  found: Readonly<Record<string, string | null>>,
  from: { readonly source: string; readonly model: string | null },
): Promise<void> => {
  const news = noNews()
  for (const field of Object.keys(factFields[subject.kind])) {
    const value = found[field]
    if (value === null || value === undefined) continue
    const { own, stands, proposed, turnedDown } = await aboutField(db, orgId, subject, field)
    if (stands && isSame(stands.value, value)) {
      if (await replace(db, orgId, proposed)) news.isAny = true
      continue
    }
    if (stands?.state !== 'pinned') {
      await replace(db, orgId, own)
      await add(db, orgId, subject, { field, value, state: 'current', ...from, personId: null })
      news.before[field] = stands?.value ?? null
      news.after[field] = value
    } else {
      if ((proposed && isSame(proposed.value, value)) || turnedDown.some((before) => isSame(before, value))) continue
      await replace(db, orgId, proposed)
      await add(db, orgId, subject, { field, value, state: 'proposed', ...from, personId: null })
      news.proposed[field] = value
    }
    news.isAny = true
  }
  if (news.isAny) await recordNews(db, orgId, subject, news)
}

/** What a person says stands until a person says otherwise. Null takes the value away, and a model may fill the blank. */
export const pinFact = async (
  db: Db,
  orgId: string,
  subject: Subject,
  said: { readonly field: string; readonly value: string | null; readonly personId: string },
): Promise<void> => {
  const { own, stands, beneath, proposed } = await aboutField(db, orgId, subject, said.field)
  for (const row of said.value === null ? [own, ...beneath] : [own]) await replace(db, orgId, row)
  if (proposed && (said.value === null || isSame(proposed.value, said.value))) await replace(db, orgId, proposed)
  if (said.value !== null)
    await add(db, orgId, subject, { ...said, value: said.value, state: 'pinned', source: 'person', model: null })
  await recordNews(db, orgId, subject, standsNow(said.field, stands?.value ?? null, said.value))
}

/** Takes away what no person said, and what is proposed beside it. */
export const clearFact = async (db: Db, orgId: string, subject: Subject, field: string): Promise<void> => {
  const { own, stands, beneath, proposed } = await aboutField(db, orgId, subject, field)
  if (stands?.state === 'pinned') return
  await replace(db, orgId, proposed)
  for (const row of [own, ...beneath]) await replace(db, orgId, row)
  if (stands) await recordNews(db, orgId, subject, standsNow(field, stands?.value ?? null, null))
}

/** A proposal that a member decides on, locked with its subject. Throws `fact_not_found` and `fact_not_proposed`. */
export const lockProposal = async (db: Db, orgId: string, factId: string): Promise<FactRow> => {
  const seen = await findFact(db, orgId, factId)
  if (!seen) throw new Failure(companyErrors.fact_not_found)
  await lockSubject(db, orgId, subjectOf(seen))
  const fact = await findFact(db, orgId, factId)
  if (fact?.state !== 'proposed') throw new Failure(companyErrors.fact_not_proposed)
  return fact
}

/** A proposal takes the place of what stood, and is what a person said from now on; where it came from stays. */
export const acceptProposal = async (db: Db, orgId: string, row: FactRow, personId: string): Promise<void> => {
  const subject = subjectOf(row)
  const { own, stands } = await aboutField(db, orgId, subject, row.field)
  await replace(db, orgId, own)
  await move(db, orgId, row.id, { state: 'pinned', person_id: personId })
  await recordNews(db, orgId, subject, standsNow(row.field, stands?.value ?? null, row.value))
}

/** The same value is not proposed again. */
export const turnDownProposal = async (db: Db, orgId: string, row: FactRow, personId: string): Promise<void> => {
  await move(db, orgId, row.id, { state: 'dismissed', person_id: personId })
  await recordNews(db, orgId, subjectOf(row), { ...noNews(), dismissed: [row.field] })
}

/** `own`: of the record itself; `beneath`: of those merged into it, the nearest first; `stands`: what is shown of these. */
const aboutField = async (db: Db, orgId: string, { kind, id }: Subject, field: string) => {
  const rows = await db
    .selectFrom('facts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('subject_kind', '=', kind)
    .where('subject_id', 'in', recordsOf(orgId, { kind, id }))
    .where('field', '=', field)
    .where('state', 'in', [...shown, 'dismissed'])
    .orderBy('subject_id')
    .execute()
  const stand = rows.filter(({ state }) => state === 'current' || state === 'pinned')
  const own = stand.find(({ subject_id }) => subject_id === id)
  const beneath = stand.filter(({ subject_id }) => subject_id !== id)
  return {
    ...{ own, beneath, stands: own ?? beneath[0] },
    proposed: rows.find(({ state, subject_id }) => state === 'proposed' && subject_id === id),
    turnedDown: rows.filter(({ state }) => state === 'dismissed').map(({ value }) => value),
  }
}

const isSame = (one: string, other: string): boolean =>
  one.trim().toLowerCase().replace(/\/$/, '') === other.trim().toLowerCase().replace(/\/$/, '')

const move = async (
  db: Db,
  orgId: string,
  id: string,
  to: { readonly state: string; readonly person_id?: string },
): Promise<void> => {
  await db.updateTable('facts').set(to).where('org_id', '=', orgId).where('id', '=', id).execute()
}

const replace = async (db: Db, orgId: string, row: FactRow | undefined): Promise<boolean> => {
  if (row) await move(db, orgId, row.id, { state: 'replaced' })
  return row !== undefined
}

const add = async (
  db: Db,
  orgId: string,
  { kind, id }: Subject,
  fact: {
    readonly field: string
    readonly value: string
    readonly state: 'current' | 'pinned' | 'proposed'
    readonly source: string
    readonly model: string | null
    readonly personId: string | null
  },
): Promise<void> => {
  const { personId, ...rest } = fact
  await db
    .insertInto('facts')
    .values({ org_id: orgId, id: newId(), subject_kind: kind, subject_id: id, ...rest, person_id: personId, at: sql`now()` })
    .execute()
}

interface News {
  /** Also where only a proposal is gone. */
  isAny: boolean
  readonly before: Record<string, string | null>
  readonly after: Record<string, string | null>
  readonly proposed: Record<string, string>
  readonly dismissed: string[]
}

const noNews = (): News => ({ isAny: false, before: {}, after: {}, proposed: {}, dismissed: [] })

const standsNow = (field: string, before: string | null, after: string | null): News => ({
  ...noNews(),
  ...(before !== after && { before: { [field]: before }, after: { [field]: after } }),
})

const recordNews = (db: Db, orgId: string, { kind, id }: Subject, { isAny: _, ...news }: News): Promise<void> =>
  recordEvent(db, orgId, factEvents.changed, id, { kind, ...news })
