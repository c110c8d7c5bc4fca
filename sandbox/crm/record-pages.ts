import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { button, type Html, html, moment, page } from '../html.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import { type ControlledCrm, mergeRecords } from './control.ts'
import type { CrmRecords } from './records.ts'
import { type AnyRecord, customFields, type Entity, entities, type Seed, valueNames } from './seed.ts'

const asPage = 'text/html; charset=utf-8'
const shownRecords = 50

const Place = z.object({
  account: z.string().optional(),
  entity: z.enum(entities).catch('contacts'),
  after: z.string().optional(),
  id: z.string().default(''),
  of: z.enum(['live', 'deleted']).catch('live'),
})
const FormOf = Place.extend({
  values: z.record(z.string(), z.string()).default({}),
  other: z.string().default(''),
  seed: z.record(z.string(), z.coerce.number().int().min(0).max(100_000_000)).default({}),
})
type FormOf = z.output<typeof FormOf>

class Refused extends Error {
  readonly statusCode = 400
}

/** What the pages are about. */
interface Shown {
  /** Of the pages, as a path: `/sandbox/hubspot/records`. */
  readonly home: string
  readonly base: string
  readonly title: string
  readonly crm: ControlledCrm
  readonly account: string
  readonly records: CrmRecords
}

/** The records of each account of a simulated CRM, for people: a list of each kind, a form for each record, and one for the seed. */
export const serveRecordPages = (
  app: FastifyInstance,
  context: SimulatorContext,
  crm: ControlledCrm,
  { slug, title }: { readonly slug: string; readonly title: string },
): void => {
  const home = `${context.base}/${slug}/records`
  const shownOf = (account: string | undefined): Shown | null => {
    const all = crm.accounts.list()
    const named = all.find((each) => each === account || crm.accountId?.(each) === account)
    const found = account === undefined || named !== undefined ? crm.accounts.find(named) : undefined
    return found ? { home, base: context.base, title, crm, ...found } : null
  }
  app.get('/records', forPeople, async (request, reply) => {
    const { account, ...place } = Place.parse(request.query)
    const shown = shownOf(account)
    return reply.type(asPage).send(shown ? listPage(shown, place) : emptyPage(context.base, title))
  })
  app.get('/records/one', forPeople, async (request, reply) => {
    const { account, entity, id } = Place.parse(request.query)
    const shown = shownOf(account)
    const record = shown?.records.find(entity, crm.fromId(entity, id) ?? 0)
    if (!shown || !record) throw new Refused('There is no such record.')
    return reply.type(asPage).send(recordPage(shown, entity, record))
  })
  for (const [name, work] of Object.entries(deeds))
    app.post(`/records/${name}`, forPeople, async (request, reply) => {
      const form = FormOf.parse({ ...(request.query as object), ...((request.body ?? {}) as object) })
      const shown = shownOf(form.account)
      if (!shown) throw new Refused('There is no such account.')
      const id = work(shown, form)
      const query = new URLSearchParams({ account: shown.account, entity: form.entity })
      return reply.redirect(id === null ? `${home}?${query}` : `${home}/one?${query}&id=${id}`, 303)
    })
}

/** What people do; each answers the id of the record to be shown, or null for the list. */
const deeds: Readonly<Record<'create' | 'edit' | 'delete' | 'merge' | 'seed', (shown: Shown, form: FormOf) => string | null>> =
  {
    create: ({ records, crm }, { entity, values }) => crm.toId(entity, records.create(entity, { values: kept(values) }).id),
    edit({ records, crm }, { entity, id, values }) {
      if (!records.edit(entity, crm.fromId(entity, id) ?? 0, { values: kept(values) }))
        throw new Refused('There is no such record.')
      return id
    },
    delete({ records, crm }, { entity, id }) {
      records.remove(entity, crm.fromId(entity, id) ?? 0)
      return null
    },
    merge({ records, crm }, { entity, id, other }) {
      const [winner, loser] = [crm.fromId(entity, id) ?? 0, crm.fromId(entity, other.trim()) ?? 0]
      const merged = mergeRecords(crm, records, entity, winner, loser)
      if (!merged) throw new Refused('Two different records that are not deleted can be merged.')
      return crm.toId(entity, merged.id)
    },
    seed({ records }, { seed }) {
      const { ties = 1, ...rest } = seed
      records.reseed({ ...rest, ties: Math.max(1, ties) } as Partial<Seed>)
      return null
    },
  }

const kept = (values: Readonly<Record<string, string>>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]))

const emptyPage = (base: string, title: string): string =>
  page(
    base,
    `${title} · Sandbox`,
    html`<main class="prose"><h1>${title}</h1><p class="quiet">No account yet: each appears after its first request.</p></main>`,
  )

const namesOf = (entity: Entity): readonly string[] => [
  ...valueNames[entity],
  ...customFields.filter((field) => field.entity === entity).map(({ name }) => name),
]

const titleOf = ({ values }: AnyRecord): string =>
  values.name ?? ([values.firstName, values.lastName].filter(Boolean).join(' ') || values.email || 'No name')

const listPage = (shown: Shown, { entity, after, of }: Omit<z.output<typeof Place>, 'account'>): string => {
  const { home, base, title, crm, account, records } = shown
  const deleted = of === 'deleted'
  const afterId = after === undefined ? 0 : (crm.fromId(entity, after) ?? 0)
  const found = records.list(entity, 'id', { afterId, limit: shownRecords + 1, deleted })
  const rows = found.slice(0, shownRecords)
  const link = (label: Part, more: Readonly<Record<string, string>>): Html =>
    html`<a href="${home}?${new URLSearchParams({ account, entity, ...more }).toString()}">${label}</a> `
  const last = rows.at(-1)
  return page(
    base,
    `${title} · Sandbox`,
    html`<main class="prose">
<h1>${title}</h1>
<p class="links">${crm.accounts.list().map((each) => (each === account ? html`<strong>${each}</strong> ` : link(each, { account: each })))}</p>
<p class="links">${entities.map((each) => link(`${each} (${records.count(each)})`, { entity: each }))}${link(`deleted ${entity} (${records.count(entity, { deleted: true })})`, { of: 'deleted' })}</p>
<h2>${deleted ? `Deleted ${entity}` : entity}</h2>
${
  rows.length === 0
    ? html`<p class="quiet">None.</p>`
    : html`<table><thead><tr><th>ID</th><th>Name</th><th>Changed</th></tr></thead><tbody>${rows.map(
        (record) =>
          html`<tr><td><code>${crm.toId(entity, record.id)}</code></td><td><a href="${home}/one?${new URLSearchParams({ account, entity, id: crm.toId(entity, record.id) }).toString()}">${titleOf(record)}</a></td><td>${moment(new Date(record.modifiedAt))}</td></tr>`,
      )}</tbody></table>`
}
${last && found.length > shownRecords && html`<p>${link('Next', { of, after: crm.toId(entity, last.id) })}</p>`}
<details><summary>New record</summary>${valuesForm(shown, 'create', entity, {})}</details>
<details><summary>Begin anew</summary>${seedForm(shown, entity)}</details>
</main>`,
  )
}
type Part = Parameters<typeof html>[1]

const hidden = (fields: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`

const valuesForm = (
  { home, account }: Shown,
  deed: 'create' | 'edit',
  entity: Entity,
  { id = '', values = {} }: { readonly id?: string; readonly values?: AnyRecord['values'] },
): Html => html`<form method="post" action="${home}/${deed}" class="fields">${hidden({ account, entity, id })}
${namesOf(entity).map(
  (name) =>
    html`<p><label for="${deed}-${name}">${name}</label><input id="${deed}-${name}" name="values[${name}]" value="${values[name]}"></p>`,
)}
<p class="wide"><button class="main">${deed === 'create' ? 'Create' : 'Save'}</button></p></form>`

const seedForm = ({ home, account, records: { seed } }: Shown, entity: Entity): Html =>
  html`<form method="post" action="${home}/seed" class="fields">${hidden({ account, entity })}
<p class="wide quiet">All edits are lost. Records with equal times: so many neighbors changed at the same moment.</p>
${(
  [
    ['companies', 'Companies'],
    ['contacts', 'Contacts'],
    ['deals', 'Deals'],
    ['seed', 'Seed'],
    ['stepMs', 'Milliseconds between changes'],
    ['ties', 'Records with equal times'],
  ] as const
).map(
  ([name, label]) =>
    html`<p><label for="seed-${name}">${label}</label><input id="seed-${name}" name="seed[${name}]" type="number" min="0" max="100000000" value="${seed[name]}"></p>`,
)}
<p class="wide"><button>Begin anew</button></p></form>`

const recordPage = (shown: Shown, entity: Entity, record: AnyRecord): string => {
  const { home, base, title, crm, account } = shown
  const id = crm.toId(entity, record.id)
  const links = [
    ...record.companyIds.map((each) => ['companies', crm.toId('companies', each)] as const),
    ...record.contactIds.map((each) => ['contacts', crm.toId('contacts', each)] as const),
  ]
  const to = (kind: Entity, other: string): Html =>
    html`<a href="${home}/one?${new URLSearchParams({ account, entity: kind, id: other }).toString()}">${kind} ${other}</a> `
  return page(
    base,
    `${titleOf(record)} · Sandbox`,
    html`<main class="prose">
<p><a href="${home}?${new URLSearchParams({ account, entity }).toString()}">${title}: ${entity}</a></p>
<h1>${titleOf(record)}</h1>
<p class="quiet"><code>${id}</code> · changed ${moment(new Date(record.modifiedAt))}</p>
${links.length > 0 && html`<p>Linked with ${links.map(([kind, other]) => to(kind, other))}</p>`}
${record.mergedIds.length > 0 && html`<p>Merged from ${record.mergedIds.map((each) => to(entity, crm.toId(entity, each)))}</p>`}
${
  record.deletedAt !== null
    ? html`<p class="notice">Deleted ${moment(new Date(record.deletedAt))}${record.mergedInto !== null && html`, merged into ${to(entity, crm.toId(entity, record.mergedInto))}`}</p>`
    : html`${valuesForm(shown, 'edit', entity, { id, values: record.values })}
<h2>Merge</h2>
<form method="post" action="${home}/merge" class="fields">${hidden({ account, entity, id })}<p><label for="other">ID of the record that is merged into this one</label><input id="other" name="other" required></p><p class="wide"><button>Merge</button></p></form>
<h2>Delete</h2>
${button(`${home}/delete`, 'Delete', { account, entity, id })}`
}
</main>`,
  )
}
