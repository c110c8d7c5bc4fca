import { type Asker, openAsker } from './asker.ts'
import { median, type Row } from './figures.ts'
import { callGateway } from './gateway-calls.ts'
import { fillLists, holders, tags } from './lists-given.ts'
import { startCandidate } from './processes.ts'
import type { Store } from './store.ts'

const often = { calls: 40, warmUpCalls: 5 }
/** A member may make 600 in a minute, and "mine" is only theirs: what was taken of that is given back, for it is not what is measured. */
const callsUntilGivenBack = 450
const shownSlowest = 8
const mostMs = 50

interface Described {
  readonly key: string
  readonly type: string
  readonly can_sort: boolean
  readonly operators: readonly string[]
  readonly choices: readonly { readonly value: string }[] | null
  readonly belongs_to: 'contact' | 'deal' | 'company' | null
}

const kinds = [
  ...(['lead', 'contact', 'company', 'deal', 'task', 'invoice'] as const),
  ...(['upload', 'delivery', 'webhook_delivery', 'activity'] as const),
] as const

/** Every order and every filter that lists offer, of so many records: each first page, the page behind it, and the count. */
export const listRows = async (
  store: Store,
  { quick, say }: { quick: boolean; say: (step: string) => void },
): Promise<Row[]> => {
  const records = quick ? 200_000 : 1_000_000
  const given = await store.database('bench_lists', records, say)
  const { token, personId } = await store.member(given, 'owner')
  await fillLists(given, { others: records, personId, say })
  const server = await startCandidate('foyer', given)
  const asker = openAsker(server.port)
  try {
    const giveBack = async (): Promise<void> => {
      await store.query(given, 'delete from directory.buckets')
    }
    const place: Place = { port: server.port, asker, token, records, giveBack, say }
    return [...(await rowsOf(place)), await ownActionsRow(place, personId)]
  } finally {
    await asker.stop()
    await server.stop()
    await store.drop(given)
  }
}

interface Place {
  readonly port: number
  readonly asker: Asker
  readonly token: string
  readonly records: number
  giveBack(): Promise<void>
  readonly say: (step: string) => void
}

/** A row of the table for each kind of record. */
const rowsOf = async (place: Place): Promise<Row[]> => {
  const rows: Row[] = []
  for (const kind of kinds) {
    const { fields } = (await callGateway(place.port, place.token, { type: 'describe-list', kind })) as unknown as {
      fields: Described[]
    }
    const times: { name: string; p95: number; middle: number }[] = []
    for (const [name, body] of Object.entries(callsOf(kind, fields))) {
      if (times.length % Math.floor(callsUntilGivenBack / (often.calls + often.warmUpCalls)) === 0) await place.giveBack()
      times.push(await timed(place, name, body))
    }
    const worst = Math.max(...times.map(({ p95 }) => p95))
    const each = times
      .toSorted((one, other) => other.p95 - one.p95)
      .map(({ name, p95, middle }) => `${name} ${p95.toFixed(0)} (${middle.toFixed(0)})`)
    for (const line of each) place.say(`${kind}: ${line}`)
    rows.push({
      what: `list of ${place.records.toLocaleString('en')} records of the kind ${kind}: p95 (median) of each order and each filter, by the gateway, its second page and its count`,
      must: `≤ ${mostMs} ms each`,
      found: `worst **${worst.toFixed(0)} ms** of ${times.length}; the slowest ${each.slice(0, shownSlowest).join(' · ')}`,
      kept: worst <= mostMs,
    })
  }
  return rows
}

/** What pages ask for beside lists, and the searches that programs make, of as many records. */
const ownActionsRow = async (place: Place, personId: string): Promise<Row> => {
  const calls: Readonly<Record<string, Record<string, unknown>>> = {
    'list-pipelines': { type: 'list-pipelines' },
    'show-workspace': { type: 'show-workspace' },
    'show-board': { type: 'show-board' },
    'show-board, mine': { type: 'show-board', assignedTo: personId },
    'show-board, unassigned': { type: 'show-board', assignedTo: 'nobody' },
    'show-board, a search in vain': { type: 'show-board', search: 'qzxv' },
    'list-deals, a search in vain': { type: 'list-deals', search: 'qzxv' },
    'list-deals by name': { type: 'list-deals', order: 'name' },
    'list-companies, a search in vain': { type: 'list-companies', search: 'qzxv' },
    'list-companies by name': { type: 'list-companies', order: 'name' },
  }
  await place.giveBack()
  const times: Awaited<ReturnType<typeof timed>>[] = []
  for (const [name, body] of Object.entries(calls)) times.push(await timed(place, name, body))
  const worst = Math.max(...times.map(({ p95 }) => p95))
  const each = times.map(({ name, p95, middle }) => `${name} ${p95.toFixed(0)} (${middle.toFixed(0)})`)
  return {
    what: `pipelines, board, settings of the workspace and searches of deals and companies, of ${place.records.toLocaleString('en')} records each: p95 (median), by the gateway`,
    must: `≤ ${mostMs} ms each`,
    found: `worst **${worst.toFixed(0)} ms**; ${each.join(' · ')}`,
    kept: worst <= mostMs,
  }
}

const timed = async ({ asker, token }: Pick<Place, 'asker' | 'token'>, name: string, body: Record<string, unknown>) => {
  const times: number[] = []
  let cursor: unknown = null
  for (let n = -often.warmUpCalls; n < often.calls; n++) {
    // Every other call reads the page behind the first.
    const asked = n % 2 === 0 || cursor === null || cursor === undefined ? body : { ...body, cursor }
    const { ms, kept } = await asker.ask(token, asked, ['next_cursor'])
    if (n >= 0) times.push(ms)
    if (asked === body) cursor = kept.next_cursor
  }
  return { name, p95: p95Of(times), middle: median(times) }
}

const p95Of = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] as number

export const callsOf = (kind: string, fields: readonly Described[]): Record<string, Record<string, unknown>> => {
  const list = { type: 'list-records', kind, limit: 50 }
  const sortable = fields.filter(({ can_sort }) => can_sort)
  const conditions = fields.flatMap(conditionsOf)
  const other = sortable.find(({ key }) => !['received_at', 'created_at', 'at'].includes(key))
  return Object.fromEntries([
    ...sortable.flatMap(({ key }) => [key, `-${key}`]).map((sort) => [`by ${sort}`, { ...list, sort }]),
    ...conditions.flatMap((condition) => {
      const filter = { conditions: [condition] }
      const name = `${condition.field} ${condition.op} ${condition.name}`.trim()
      return [
        [name, { ...list, filter }],
        // In an order that the index of the filter does not have.
        ...(other ? [[`${name}, by ${other.key}`, { ...list, filter, sort: other.key }]] : []),
        [`${name}, counted`, { type: 'count-records', kind, filter }],
      ]
    }),
    ['all, counted', { type: 'count-records', kind }],
    // What few rows have, and what none has.
    ['search of a part', { ...list, search: '77' }],
    ['search in vain', { ...list, search: 'qzxv' }],
  ]) as Record<string, Record<string, unknown>>
}

interface Tried {
  readonly field: string
  readonly op: string
  readonly value?: unknown
  readonly currency?: string
}

/** An id by its end, `nobody` as the app says it. */
const wordOf = (value: unknown): string => (value === 'nobody' ? 'unassigned' : String(value).replace(/^[\da-f-]{28}/, ''))

/** A condition that many fulfil, and one that few do. */
const conditionsOf = ({
  key,
  type,
  operators,
  choices,
  belongs_to,
}: Described): (Tried & { toJSON(): Tried; name: string })[] => {
  if (operators.length === 0) return []
  const tried = ((): Omit<Tried, 'field'>[] => {
    switch (type) {
      case 'tags':
        return Object.values(tags).map((tag) => ({ op: 'has_any', value: [tag] }))
      case 'record':
        return belongs_to === null ? [] : Object.values(holders[belongs_to]).map((value) => ({ op: 'is', value }))
      case 'person':
        return [
          { op: 'is', value: 'me' },
          { op: 'is', value: 'nobody' },
          { op: 'is_not', value: 'me' },
        ]
      case 'time':
      case 'day':
        return [
          { op: 'in_period', value: 'today' },
          { op: 'last_days', value: 30 },
          { op: 'older_than_days', value: 20 },
        ]
      case 'money':
        return [
          { op: 'at_least', value: 1_000, currency: 'EUR' },
          { op: 'is', value: 30_000, currency: 'EUR' },
        ]
      case 'number':
        return [
          { op: 'at_least', value: 1_000 },
          { op: 'is', value: 77 },
        ]
      case 'text':
        return [
          { op: 'begins_with', value: 'c' },
          { op: 'begins_with', value: 'company a1b2' },
          { op: 'is', value: 'city 0a1' },
        ]
      default:
        return [
          ...(choices ?? []).slice(0, 4).map(({ value }) => ({ op: 'is', value })),
          ...(choices ?? []).slice(0, 1).map(({ value }) => ({ op: 'is_not', value })),
        ]
    }
  })()
  const bare = ['empty', 'not_empty'].filter((op) => operators.includes(op)).map((op) => ({ op }))
  return [...tried, ...bare].map((each) => {
    const condition = { field: key, ...each }
    return { ...condition, name: 'value' in each ? wordOf([each.value].flat()[0]) : '', toJSON: () => condition }
  })
}
