import { type LifeCase, type LifePart, minutesOf, namesOf, type Token } from './workflow-lives.ts'

/*
 * What a run of such a graph does, written as the guide says it, and not as the engine does it: a step is followed by a function. Its clock counts what
 * happens to it, and minutes.
 */

/** A place in a run at which it goes on by itself. */
interface Thread {
  /** After which happening a wait that follows misses nothing. */
  since: number
}

interface Open {
  readonly key: string
  readonly path: string
  readonly kind: 'wait' | 'hear' | 'ask'
  readonly dueAt: number
  readonly token: Token | null
  readonly thread: Thread
  readonly goOn: (outlet: string) => void
}

/** How a run is told, by the model and from the database. */
export interface ToldRun {
  readonly state: string
  /** Steps that have ended, with their outlets. */
  readonly steps: readonly string[]
  /** Steps that were no longer needed. */
  readonly cancelled: readonly string[]
  readonly open: readonly string[]
  readonly tasks: readonly string[]
}

type Next = (thread: Thread) => void

export class LifeModel {
  readonly #names: ReadonlyMap<LifePart, string>
  readonly #n: number
  #state: 'open' | 'completed' | 'failed' | 'cancelled' = 'open'
  #steps: string[] = []
  #cancelled: string[] = []
  #tasks: string[] = []
  #open: Open[] = []
  #notes: { readonly token: Token; readonly at: number }[] = []
  /** Notes that have ended a wait. */
  #used = new Set<number>()
  /** Happenings so far; what a step does then is half a one later. */
  #at = 0
  #minute = 0
  /** Waits for a note that were opened since the last happening and could hear of the past. */
  #heardPast: { readonly token: Token; readonly path: string }[] = []
  /** The order in which steps were done, which nobody promises, would decide what follows. */
  isOpenToChance = false
  /** Since the last happening something was begun outside, or a person asked. */
  hasBegun = false

  constructor({ parts, n }: LifeCase) {
    this.#names = namesOf(parts)
    this.#n = n
    this.#go(parts, { since: 0 }, '', () => this.#end('completed'))
  }

  get hasEnded(): boolean {
    return this.#state !== 'open'
  }

  get told(): ToldRun {
    return {
      state: this.#state === 'open' ? 'waiting' : this.#state,
      steps: this.#steps.toSorted(),
      cancelled: this.#cancelled.toSorted(),
      open: this.#open.map(({ key }) => key).toSorted(),
      tasks: this.#tasks.toSorted(),
    }
  }

  /** The keys of what is open, as people choose among it. */
  openOf(kinds: readonly Open['kind'][]): string[] {
    return this.#open.flatMap(({ kind, key }) => (kinds.includes(kind) ? key : []))
  }

  /** How many waits a note would end. */
  hearing(token: Token): number {
    return this.#open.filter((each) => each.token === token).length
  }

  // ── What happens ──────────────────────────────────────────────────────────────────────────────────────────────────

  note(token: Token): void {
    this.#happens()
    if (this.hasEnded) return
    const at = this.#at
    this.#notes.push({ token, at })
    const hearing = this.#open.filter((each) => each.token === token)
    if (hearing.length === 0) return
    this.#used.add(at)
    this.#settle(hearing, 'done', ({ thread }) => {
      thread.since = at
    })
  }

  answer(key: string, outlet: string): void {
    this.#happens()
    this.#settle(
      this.#open.filter((each) => each.key === key),
      outlet,
    )
  }

  /** Minutes until the next time that is waited for. */
  get untilNext(): number {
    return Math.min(...this.#open.map(({ dueAt }) => dueAt)) - this.#minute
  }

  /** Time goes on by so much; waits that end before its end are held to end at once, so it is no more than `untilNext`. */
  pass(minutes: number): void {
    this.#happens()
    this.#minute += minutes
    const due = this.#open.filter(({ dueAt }) => dueAt <= this.#minute)
    this.#settle(
      due.filter(({ kind }) => kind === 'wait'),
      'done',
    )
    this.#settle(
      due.filter((each) => each.kind !== 'wait' && this.#open.includes(each)),
      'timeout',
    )
    if (due.length > 1) this.isOpenToChance = true
  }

  cancel(): void {
    this.#happens()
    if (!this.hasEnded) this.#end('cancelled')
  }

  #happens(): void {
    this.#at++
    this.#heardPast = []
    this.hasBegun = false
  }

  #settle(all: readonly Open[], outlet: string, before: (open: Open) => void = () => {}): void {
    this.#open = this.#open.filter((each) => !all.includes(each))
    // Of branches of which some are enough, one may end what another goes on with.
    if (all.length > 1 && this.#someAreEnough) this.isOpenToChance = true
    for (const each of all) {
      before(each)
      this.#steps.push(`${each.key} ${outlet}`)
      each.goOn(outlet)
    }
  }

  get #someAreEnough(): boolean {
    return [...this.#names.keys()].some((part) => part.kind === 'ways' && part.needed !== 'all')
  }

  #end(state: 'completed' | 'failed' | 'cancelled'): void {
    this.#state = state
    this.#cancelled.push(...this.#open.map(({ key }) => key))
    this.#open = []
  }

  // ── What steps do ─────────────────────────────────────────────────────────────────────────────────────────────────

  #go(list: readonly LifePart[], thread: Thread, path: string, next: Next): void {
    const [part, ...rest] = list
    if (!part) next(thread)
    else this.#step(part, thread, path, (on) => this.#go(rest, on, path, next))
  }

  #step(part: LifePart, thread: Thread, path: string, next: Next): void {
    const id = this.#names.get(part) as string
    const key = `${id} ${path}`
    const ended = (outlet: string): void => {
      this.#steps.push(`${key} ${outlet}`)
    }
    switch (part.kind) {
      case 'set':
        ended('done')
        return next(thread)
      case 'task':
        this.#begins(thread)
        this.#tasks.push(id)
        ended('done')
        return next(thread)
      case 'refused':
        this.#begins(thread)
        ended('error')
        return this.#go(part.otherwise, thread, path, next)
      case 'if': {
        const isYes = this.#n >= part.least
        ended(isYes ? 'yes' : 'no')
        return this.#go(isYes ? part.yes : part.no, thread, path, next)
      }
      case 'stop':
        ended('-')
        return this.#end(part.outcome)
      case 'wait':
        this.#waits({ key, path, kind: 'wait', token: null, thread }, minutesOf(id, part.length), () => next(thread))
        return
      case 'ask':
        this.#begins(thread)
        this.#waits({ key, path, kind: 'ask', token: null, thread }, minutesOf(id, part.length), (outlet) =>
          this.#go(outlet === 'yes' ? part.yes : outlet === 'no' ? part.no : part.late, thread, path, next),
        )
        return
      case 'hear':
        return this.#hear(part, id, thread, path, next)
      case 'loop':
        ended(part.times === 0 || part.body.length === 0 ? 'done' : '-')
        return part.body.length === 0 ? next(thread) : this.#repeat(part, `${path}/${id}`, 0, thread, next)
      case 'ways':
        return this.#branch(part, key, `${path}/${id}`, thread, next)
    }
  }

  #begins(thread: Thread): void {
    thread.since = this.#at + 0.5
    this.hasBegun = true
  }

  #waits(open: Omit<Open, 'dueAt' | 'goOn'>, minutes: number, goOn: Open['goOn']): void {
    this.#open.push({ ...open, dueAt: this.#minute + minutes, goOn })
  }

  #hear(part: Extract<LifePart, { kind: 'hear' }>, id: string, thread: Thread, path: string, next: Next): void {
    const key = `${id} ${path}`
    const { token } = part
    const goOn = (outlet: string): void => this.#go(outlet === 'done' ? part.heard : part.late, thread, path, next)
    const past = this.#notes.filter((note) => note.token === token && note.at >= thread.since)
    if (past.length > 0) {
      // Which of two branches begins to wait first decides whether they hear the same.
      if (this.#heardPast.some((other) => other.token === token && other.path !== path)) this.isOpenToChance = true
      this.#heardPast.push({ token, path })
    }
    const heard = past.find(({ at }) => !this.#used.has(at))
    if (!heard) {
      this.#waits({ key, path, kind: 'hear', token, thread }, minutesOf(id, part.length), goOn)
      return
    }
    this.#used.add(heard.at)
    thread.since = heard.at
    this.#steps.push(`${key} done`)
    goOn('done')
  }

  #repeat(part: Extract<LifePart, { kind: 'loop' }>, key: string, nth: number, thread: Thread, next: Next): void {
    if (nth === part.times) next(thread)
    else this.#go(part.body, thread, `${key}.${nth}`, (on) => this.#repeat(part, key, nth + 1, on, next))
  }

  #branch(part: Extract<LifePart, { kind: 'ways' }>, key: string, inner: string, thread: Thread, next: Next): void {
    const filled = part.ways.flatMap((way, n) => (way.length === 0 ? [] : [{ way, path: `${inner}.w${n}` }]))
    this.#steps.push(`${key} ${filled.length === 0 ? 'done' : '-'}`)
    if (filled.length === 0) return next(thread)
    const needed = part.needed === 'all' ? part.ways.length : part.needed === 'any' ? 1 : part.needed
    let [ended, isLeft, last] = [part.ways.length - filled.length, false, { at: -1, since: 0 }]
    for (const { way, path } of filled)
      this.#go(way, { since: thread.since }, path, ({ since }) => {
        if (isLeft || this.hasEnded) return
        // It goes on as the one that ended last; of those that end at once the one that did something outside did it after the others.
        last = { at: this.#at, since: last.at === this.#at ? Math.max(last.since, since) : since }
        if (++ended < needed) return
        isLeft = true
        const dropped = this.#open.filter((each) => each.path.startsWith(`${inner}.`))
        this.#open = this.#open.filter((each) => !dropped.includes(each))
        this.#cancelled.push(...dropped.map((each) => each.key))
        next({ since: last.since })
      })
  }
}
