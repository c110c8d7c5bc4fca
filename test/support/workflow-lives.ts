import fc from 'fast-check'

/*
 * Random graphs that wait, with what happens to their runs, for the model of the engine (`workflow-life-model.ts`). A tree of parts is drawn, and
 * flattened into nodes as the editor would write them.
 */

export type Token = 'a' | 'b'
type Parts = readonly LifePart[]

export type LifePart =
  | { readonly kind: 'set' | 'task' }
  /** An action that is refused: it goes on by its branch for errors. */
  | { readonly kind: 'refused'; readonly otherwise: Parts }
  | { readonly kind: 'wait'; readonly length: number }
  /** Until a note with a token; `by` says how the wait says which. */
  | {
      readonly kind: 'hear'
      readonly token: Token
      readonly by: 'field' | 'about' | 'text'
      readonly length: number
      readonly heard: Parts
      readonly late: Parts
    }
  | { readonly kind: 'ask'; readonly length: number; readonly yes: Parts; readonly no: Parts; readonly late: Parts }
  | { readonly kind: 'if'; readonly least: number; readonly yes: Parts; readonly no: Parts }
  | { readonly kind: 'loop'; readonly times: number; readonly body: Parts }
  | { readonly kind: 'ways'; readonly needed: 'all' | 'any' | number; readonly ways: readonly Parts[] }
  | { readonly kind: 'stop'; readonly outcome: 'completed' | 'failed' }

/** What happens to a run that rests. `at` chooses among what is open. */
export type Happening =
  | { readonly kind: 'note'; readonly token: Token }
  /** Both before the run rests, where it begins nothing outside after the first. */
  | { readonly kind: 'notes'; readonly tokens: readonly [Token, Token] }
  | { readonly kind: 'answer'; readonly at: number; readonly choice: 'yes' | 'no' }
  /** Two at once, who say different things. */
  | { readonly kind: 'quarrel'; readonly at: number }
  /** A wait that a person ends. */
  | { readonly kind: 'end'; readonly at: number }
  /** Until the next time that it waits for. */
  | { readonly kind: 'time' }
  /** A note, and the time at which the one who waits for it goes on without, at once. */
  | { readonly kind: 'race'; readonly token: Token }
  | { readonly kind: 'cancel' }
  /** A note, and the end of all, at once. */
  | { readonly kind: 'late_note'; readonly token: Token }

const token = fc.constantFrom<Token>('a', 'b')
const length = fc.integer({ min: 1, max: 8 })

const hearing = {
  kind: fc.constant('hear' as const),
  token,
  by: fc.constantFrom('field' as const, 'about' as const, 'text' as const),
}

const { part: anyPart } = fc.letrec<{ part: LifePart; parts: Parts }>((again) => ({
  parts: fc.array(again('part'), { maxLength: 3, depthIdentifier: 'life' }),
  part: fc.oneof(
    { depthSize: 'medium', depthIdentifier: 'life', maxDepth: 3 },
    { weight: 2, arbitrary: fc.constantFrom<LifePart>({ kind: 'set' }, { kind: 'task' }, { kind: 'task' }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), length }) },
    { weight: 2, arbitrary: fc.record({ ...hearing, length, heard: fc.constant([]), late: fc.constant([]) }) },
    { weight: 2, arbitrary: fc.record({ ...hearing, length, heard: again('parts'), late: again('parts') }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('ask' as const),
        length,
        yes: again('parts'),
        no: again('parts'),
        late: again('parts'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('refused' as const), otherwise: again('parts') }) },
    {
      weight: 1,
      arbitrary: fc.record({
        ...{ kind: fc.constant('if' as const), least: fc.integer({ min: 0, max: 3 }) },
        ...{ yes: again('parts'), no: again('parts') },
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('loop' as const), times: fc.integer({ min: 0, max: 3 }), body: again('parts') }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        ...{ kind: fc.constant('ways' as const), needed: fc.constantFrom('all' as const, 'all' as const, 'any' as const, 2) },
        ways: fc.array(again('parts'), { minLength: 2, maxLength: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('stop' as const),
        outcome: fc.constantFrom('completed' as const, 'failed' as const),
      }),
    },
  ),
}))

/**
 * As the model can say what comes of it: branches of which not all are waited for begin with a wait, so that it does not depend on which of them is computed
 * first, and in branches no step ends the run.
 */
const tellable = (all: Parts, isAmongWays = false): LifePart[] =>
  all.map((part): LifePart => {
    const inner = (list: Parts): LifePart[] => tellable(list, isAmongWays)
    switch (part.kind) {
      case 'stop':
        return isAmongWays ? { kind: 'set' } : { ...part }
      case 'refused':
        // Without a branch for errors the run would end.
        return { ...part, otherwise: part.otherwise.length > 0 ? inner(part.otherwise) : [{ kind: 'set' }] }
      case 'hear':
        return { ...part, heard: inner(part.heard), late: inner(part.late) }
      case 'ask':
        return { ...part, yes: inner(part.yes), no: inner(part.no), late: inner(part.late) }
      case 'if':
        return { ...part, yes: inner(part.yes), no: inner(part.no) }
      case 'loop':
        return { ...part, body: inner(part.body) }
      case 'ways':
        return {
          ...part,
          ways: part.ways.map((way, at) => [
            ...(part.needed === 'all' ? [] : [{ kind: 'wait', length: at + 1 } as const]),
            ...tellable(way, true),
          ]),
        }
      default:
        // Each part is itself: two that are alike are two steps.
        return { ...part }
    }
  })

const at = fc.nat({ max: 5 })
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('note' as const), token }), weight: 12 },
  { arbitrary: fc.record({ kind: fc.constant('notes' as const), tokens: fc.tuple(token, token) }), weight: 6 },
  {
    arbitrary: fc.record({ kind: fc.constant('answer' as const), at, choice: fc.constantFrom('yes' as const, 'no' as const) }),
    weight: 12,
  },
  { arbitrary: fc.record({ kind: fc.constant('quarrel' as const), at }), weight: 6 },
  { arbitrary: fc.record({ kind: fc.constant('end' as const), at }), weight: 3 },
  { arbitrary: fc.constant({ kind: 'time' as const }), weight: 12 },
  { arbitrary: fc.record({ kind: fc.constant('race' as const), token }), weight: 6 },
  { arbitrary: fc.constant({ kind: 'cancel' as const }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('late_note' as const), token }), weight: 1 },
)

/** A graph, what starts its run, and what happens to it one after the other. */
export interface LifeCase {
  readonly parts: Parts
  readonly n: number
  readonly happenings: readonly Happening[]
}

export const lives: fc.Arbitrary<LifeCase> = fc.record({
  parts: fc.array(anyPart, { minLength: 2, maxLength: 4 }).map((all) => tellable(all)),
  n: fc.integer({ min: 0, max: 3 }),
  happenings: fc.array(happening, { minLength: 2, maxLength: 8 }),
})

/** Of a wait, by its step and what was drawn: no two of a graph end within half an hour of each other, whatever the test takes meanwhile. */
export const minutesOf = (id: string, drawn: number): number => 30 * (Number(id.slice(1)) + 60 * drawn)

/** The name of each part, in the order in which they are met. */
export const namesOf = (all: Parts): ReadonlyMap<LifePart, string> => {
  const names = new Map<LifePart, string>()
  const name = (list: Parts): void => {
    for (const part of list) {
      names.set(part, `n${names.size + 1}`)
      for (const inner of innerOf(part)) name(inner)
    }
  }
  name(all)
  return names
}

const innerOf = (part: LifePart): readonly Parts[] => {
  switch (part.kind) {
    case 'refused':
      return [part.otherwise]
    case 'hear':
      return [part.heard, part.late]
    case 'ask':
      return [part.yes, part.no, part.late]
    case 'if':
      return [part.yes, part.no]
    case 'loop':
      return [part.body]
    case 'ways':
      return part.ways
    default:
      return []
  }
}

/** The nodes of a graph, with the first that is reached. */
export const nodesOf = (all: Parts): { readonly nodes: object[]; readonly first: string | null } => {
  const names = namesOf(all)
  const nodes: object[] = []
  /** Where a list begins; what follows it where it is empty. */
  const lay = (list: Parts, follows: string | undefined): string | undefined => {
    let next = follows
    for (const part of list.toReversed()) {
      const id = names.get(part) as string
      const outlets = Object.entries(outletsOf(part, next)).flatMap(([outlet, [inner, after]]) => {
        const to = lay(inner, after)
        return to === undefined ? [] : [[outlet, to] as const]
      })
      nodes.push({ id, ...fieldsOf(part, id), next: Object.fromEntries(outlets) })
      next = id
    }
    return next
  }
  return { first: lay(all, undefined) ?? null, nodes }
}

type Outlets = Readonly<Record<string, readonly [Parts, string | undefined]>>

/** What each outlet leads through, and what follows then. */
const outletsOf = (part: LifePart, next: string | undefined): Outlets => {
  switch (part.kind) {
    case 'refused':
      return { done: [[], next], error: [part.otherwise, next] }
    case 'hear':
      return { done: [part.heard, next], timeout: [part.late, next] }
    case 'ask':
      return { yes: [part.yes, next], no: [part.no, next], timeout: [part.late, next] }
    case 'if':
      return { yes: [part.yes, next], no: [part.no, next] }
    case 'loop':
      return { each: [part.body, undefined], done: [[], next] }
    case 'ways':
      return {
        ...Object.fromEntries(part.ways.map((way, n) => [`w${n}`, [way, undefined] as const])),
        done: [[], next],
      }
    case 'stop':
      return {}
    default:
      return { done: [[], next] }
  }
}

const contactId = '{{ trigger.input.contact }}'

const whereOf = (spoken: Token): Record<'field' | 'about' | 'text', object> => ({
  field: { where: `event.data.body == trigger.input.life + ' ${spoken}'` },
  about: { about: 'trigger.input.contact', where: `event.data.body == trigger.input.life + ' ${spoken}'` },
  text: { where: `event.data.body.starts_with(trigger.input.life + ' ${spoken}')` },
})

const fieldsOf = (part: LifePart, id: string): object => {
  const after = (drawn: number) => ({ amount: minutesOf(id, drawn), unit: 'minutes' })
  switch (part.kind) {
    case 'set':
      return { kind: 'set', values: { [id]: id } }
    case 'task':
      return { kind: 'action', action: 'add-task', input: { contactId, title: `{{ trigger.input.life }} ${id}` } }
    case 'refused':
      return { kind: 'action', action: 'add-task', input: { contactId, title: '' } }
    case 'wait':
      return { kind: 'wait', for: { kind: 'duration', duration: after(part.length) } }
    case 'hear':
      return {
        kind: 'wait',
        for: { kind: 'event', event: 'note.added', at_most: after(part.length), ...whereOf(part.token)[part.by] },
      }
    case 'ask':
      return {
        ...{ kind: 'person', to: { kind: 'role', role: 'member' }, heading: 'Go on?', at_most: after(part.length) },
        choices: [
          { id: 'yes', label: 'Yes' },
          { id: 'no', label: 'No' },
        ],
      }
    case 'if':
      return { kind: 'condition', when: `trigger.input.n >= ${part.least}` }
    case 'loop':
      return { kind: 'loop', items: JSON.stringify(Array.from({ length: part.times }, (_, n) => n)) }
    case 'ways':
      return {
        ...{ kind: 'parallel', branches: part.ways.map((_, n) => ({ id: `w${n}` })) },
        wait_for: part.needed,
      }
    case 'stop':
      return { kind: 'stop', outcome: part.outcome, reason: 'Stopped' }
  }
}
