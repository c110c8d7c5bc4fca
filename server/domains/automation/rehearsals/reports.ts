import { workflowActions } from '#core/actions/workflow-actions.ts'
import type { RehearsalNumbers, RehearsalPerson, RehearsalRun } from '../workflows/rehearsals.ts'
import { subjectKey } from './names.ts'
import type { Entry, PlayedRun, PlayOutcome, Subject } from './stage.ts'
import { answerKey } from './stand-ins.ts'

/** Of one person, as they are kept; more are counted and not shown. */
const mostRuns = 20
const mostEntries = 60
const mostText = 4_000

/** What had left the house or written something: what a person would notice. */
const isEffect = ({ kind }: Entry): boolean => kind === 'action' || kind === 'http' || kind === 'person'

export const numbersOf = (
  { runs, judged, declined, skipped, stopped, isCutAt }: PlayOutcome,
  { workflowId, costMicros }: { readonly workflowId: string; readonly costMicros: ReadonlyMap<string, number> },
): RehearsalNumbers => {
  const entries = runs.flatMap((run) => run.entries)
  const ofState = (state: PlayedRun['state']): number => runs.filter((run) => run.state === state).length
  const ofSource = (source: Entry['source']): number => entries.filter((entry) => entry.source === source).length
  const asks = entries.filter(({ kind }) => kind === 'ai')
  const costs = asks.map(({ node }) => costMicros.get(answerKey(workflowId, node)))
  return {
    ...{ judged, declined_by_filter: declined.filter, left_out_imports: declined.imports, skipped },
    ...{ runs: runs.length, people: new Set(runs.map(personKey)).size },
    ...{
      completed: ofState('completed'),
      failed: ofState('failed'),
      cancelled: ofState('cancelled'),
      open: ofState('stopped'),
    },
    effects: effectsOf(entries),
    ...{ waits: entries.filter(({ kind }) => kind === 'wait').length, asks: asks.length },
    cost_micros: costs.includes(undefined) ? null : Math.round(costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)),
    guesses: {
      ...{ real: ofSource('real'), example: ofSource('example'), today: ofSource('today'), chosen: ofSource('chosen') },
      ...{ unknown_future: ofSource('unknown_future'), starts_of_today: runs.filter((run) => run.is_of_today).length },
    },
    ...{ stopped: stopped && { ...stopped }, cut_at: isCutAt },
  }
}

const effectsOf = (entries: readonly Entry[]): RehearsalNumbers['effects'] => {
  const done = entries.filter((entry) => isEffect(entry) && entry.state === 'done')
  const byKind = Map.groupBy(done, ({ kind, what }) => (kind === 'person' ? 'person' : what))
  return [...byKind].map(([what, { length: count }]) => ({ what, count, leaves: workflowActions().get(what)?.leaves ?? null }))
}

/** Whom a run is for; one that is for none stands for itself. */
export const personKey = ({ person, key }: Pick<PlayedRun, 'person' | 'key'>): string => (person ? subjectKey(person) : key)

/** Person by person: what a version had done, beside the published one; what differs first. */
export const comparePeople = (
  played: readonly PlayedRun[],
  published: readonly PlayedRun[],
  names: ReadonlyMap<string, string>,
): RehearsalPerson[] => {
  const [ours, theirs] = [Map.groupBy(played, personKey), Map.groupBy(published, personKey)]
  const people = [...new Set([...ours.keys(), ...theirs.keys()])].map((key) => {
    const [runs, publishedRuns] = [ours.get(key) ?? [], theirs.get(key) ?? []]
    const person = (runs[0] ?? publishedRuns[0])?.person ?? null
    const change = changeOf(runs, publishedRuns)
    return {
      ...whoIs(person),
      name: person ? (names.get(subjectKey(person)) ?? null) : null,
      ...{ change, has_failed: runs.some(({ state }) => state === 'failed') },
      runs: runs.slice(0, mostRuns).map(shownRun),
      published_runs: change === 'same' ? [] : publishedRuns.slice(0, mostRuns).map(shownRun),
    }
  })
  const order = ['more', 'other', 'less', 'same']
  return people
    .toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change))
    .map((person, index) => ({ place: index + 1, ...person }))
}

const whoIs = (person: Subject | null) => ({ subject_kind: person?.kind ?? 'other', subject_id: person?.id ?? null })

/** What had left for them, when, and with which texts. */
const signaturesOf = (runs: readonly PlayedRun[]): string[] =>
  runs.flatMap(({ entries }) =>
    entries
      .filter((entry) => isEffect(entry) && entry.state === 'done')
      .map(({ at, what, input }) => `${at} ${what} ${JSON.stringify(input)}`),
  )

const changeOf = (runs: readonly PlayedRun[], published: readonly PlayedRun[]): RehearsalPerson['change'] => {
  const left = new Map<string, number>()
  for (const each of signaturesOf(published)) left.set(each, (left.get(each) ?? 0) + 1)
  let more = 0
  for (const each of signaturesOf(runs)) {
    const count = left.get(each) ?? 0
    if (count === 0) more++
    else left.set(each, count - 1)
  }
  const less = [...left.values()].reduce((sum, count) => sum + count, 0)
  if (more > 0 && less > 0) return 'other'
  if (more > 0) return 'more'
  if (less > 0) return 'less'
  return runs.length > 0 && published.length === 0 ? 'more' : runs.length === 0 ? 'less' : 'same'
}

const shownRun = ({ at, state, reason, ended_at, is_of_today, entries }: PlayedRun): RehearsalRun => ({
  ...{ at, state, reason, ended_at, is_of_today },
  entries: entries.slice(0, mostEntries).map((entry) => ({
    ...entry,
    ...{ input: shortened(entry.input), rests_on: [...entry.rests_on], error: entry.error && { ...entry.error } },
  })),
})

export const shortened = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > mostText ? `${value.slice(0, mostText)}…` : value
  if (Array.isArray(value)) return value.slice(0, 100).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]))
}

/** People for whom it runs, and the published version does not. */
export const countPeopleMore = (played: readonly PlayedRun[], published: readonly PlayedRun[]): number => {
  const known = new Set(published.map(personKey))
  return new Set(played.map(personKey).filter((key) => !known.has(key))).size
}
