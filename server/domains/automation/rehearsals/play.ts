import { setImmediate } from 'node:timers/promises'
import { seenBy } from '../workflows/advance.ts'
import { concurrencyKeyOf } from '../workflows/concurrency-keys.ts'
import { type EventTrigger, isNamed, isOfImport } from '../workflows/event-triggers.ts'
import { countAgain, depthOf, guardedBy } from '../workflows/guards.ts'
import { outputsOf, type Progress } from '../workflows/progress.ts'
import type { PublishedVersion } from '../workflows/published-versions.ts'
import type { NewWait } from '../workflows/run-writes.ts'
import { keptForDepth } from '../workflows/runs.ts'
import { notAwaited } from '../workflows/runs-to-cancel.ts'
import { refusals } from '../workflows/start-children.ts'
import { type ActingRun, type Around, actingRun, childKey, goOnWith, personOf } from './acting-runs.ts'
import { makeDueOrder } from './due-order.ts'
import { restsOn } from './reliance.ts'
import type { Entry, PlayedRun, PlayOutcome, RecordedStart, Stage } from './stage.ts'
import type { StandIns } from './stand-ins.ts'

/** The event loop is the server's: so long at most, then others have a turn. */
const sliceMs = 12
/** A run begins behind the event that starts it: what was written with that event is none that it may wait for. */
const latencyMs = 1

interface Playing {
  readonly standIns: StandIns
  /** When to stop, by `performance.now()`. */
  readonly deadlineMs: number
  onPlayed?(played: number): Promise<void>
}

/**
 * Plays a version on what was recorded, in virtual time: the interpreter, filters, waits, keys and guards are those of the engine; nothing is read
 * from or written to a database but by the stand-ins.
 */
export const play = async (stage: Stage, { standIns, deadlineMs, onPlayed }: Playing): Promise<PlayOutcome> => {
  const acting = new Acting(stage, standIns)
  let [start, heard, played] = [0, 0, 0]
  for (;;) {
    const nextStart = stage.starts[start]
    const nextHeard = stage.heard[heard]
    const [startMs, heardMs] = [nextStart?.at.getTime() ?? Infinity, nextHeard ? Date.parse(nextHeard.at) : Infinity]
    const dueMs = acting.due.nextMs()
    const nowMs = Math.min(startMs, heardMs, dueMs)
    if (nowMs === Infinity) break
    if (performance.now() > deadlineMs) {
      acting.isCutAt = new Date(nowMs).toISOString()
      break
    }
    await acting.breathe()
    if (dueMs === nowMs) await acting.goOnWithNext(nowMs)
    else if (nextStart && startMs === nowMs) {
      start++
      acting.judge(nextStart)
    } else if (nextHeard) {
      heard++
      await acting.hear(nextHeard, heard)
    }
    if (dueMs !== nowMs) await onPlayed?.(++played)
  }
  return acting.outcome()
}

class Acting implements Around {
  readonly due = makeDueOrder<ActingRun>()
  isCutAt: string | null = null
  readonly standIns: StandIns
  readonly surroundings: Stage['surroundings']
  readonly choices: Stage['choices']
  readonly recordedUntil: Date
  private readonly stage: Stage
  private readonly runs: ActingRun[] = []
  private readonly rests = new Map<PublishedVersion, ReturnType<typeof restsOn>>()
  /** Open waits for events, by what they wait for. */
  private readonly listening = new Map<string, Set<ActingRun>>()
  private readonly keys = new Map<string, ActingRun[]>()
  /** When starts came of what a workflow must not be started again and again for. */
  private readonly guarded = new Map<string, number[]>()
  private readonly startTimes: number[] = []
  private readonly heardOfType: ReadonlyMap<string, readonly EventTrigger[]>
  /** How many of what is heard have happened. */
  private happened = 0
  private readonly placeOfEvent: ReadonlyMap<EventTrigger, number>
  private counts = { judged: 0, filter: 0, imports: 0, skipped: 0 }
  private stopped: { at: string; guard: 'loop' | 'same_subject'; times: number; kept: number } | null = null
  private sliceEndsMs = performance.now() + sliceMs

  constructor(stage: Stage, standIns: StandIns) {
    this.stage = stage
    this.standIns = standIns
    this.surroundings = stage.surroundings
    this.choices = stage.choices
    this.recordedUntil = stage.now
    this.heardOfType = Map.groupBy(stage.heard, ({ type }) => type)
    this.placeOfEvent = new Map(stage.heard.map((event, place) => [event, place]))
  }

  async breathe(): Promise<void> {
    if (performance.now() < this.sliceEndsMs) return
    await setImmediate()
    this.sliceEndsMs = performance.now() + sliceMs
  }

  restsOn(version: PublishedVersion, node: string): ReadonlySet<string> {
    const known = this.rests.get(version) ?? restsOn(version.program.definition)
    this.rests.set(version, known)
    return known(node)
  }

  /** As `start-workflows.ts` judges an event, and `guards.ts` what it starts. */
  judge(start: RecordedStart): void {
    const { version, surroundings } = this.stage
    const { program } = version
    const wanted = program.definition.trigger
    this.counts.judged++
    if (start.event && isOfImport(start.event) && !(wanted.kind === 'event' && wanted.imports)) {
      this.counts.imports++
      return
    }
    if (!passes(() => program.isWanted(start.trigger, surroundings.place, start.at))) {
      this.counts.filter++
      return
    }
    if (this.stopped) {
      this.stopped.kept++
      return
    }
    const key = keyIn(version, start.trigger, surroundings.place, start.at)
    const delayMs = this.guard(start)
    if (!this.hasTurn(version, key, start.at)) {
      this.counts.skipped++
      return
    }
    this.count(start)
    const run = actingRun(start, version, {
      ...{ createdAt: new Date(start.at.getTime() + latencyMs), parent: null, depth: start.depth, concurrencyKey: key },
    })
    this.runs.push(run)
    if (this.depthOf(start) === 'chain') Object.assign(run, keptBehindOthers)
    else this.beginInTurn(run, run.createdAt.getTime() + delayMs)
  }

  /** At once, or when those of its key before it have ended. */
  private beginInTurn(run: ActingRun, atMs: number): void {
    const key = run.concurrencyKey
    const ofKey = key === null ? [] : (this.keys.get(key) ?? [])
    if (key !== null) this.keys.set(key, [...ofKey, run])
    if (ofKey.length === 0) this.schedule(run, atMs)
  }

  private schedule(run: ActingRun, atMs: number): void {
    run.dueMs = atMs
    this.due.add(atMs, run)
  }

  /** What is due first; what was put off or brought forward meanwhile has another entry. */
  async goOnWithNext(nowMs: number): Promise<void> {
    const run = this.due.take()
    if (run?.dueMs === nowMs) await this.goOn(run, new Date(nowMs))
  }

  /** Of a key that has a run already: it is left out, waits, or ends the other. */
  private hasTurn({ program }: PublishedVersion, key: string | null, at: Date): boolean {
    const others = key === null ? [] : (this.keys.get(key) ?? [])
    if (others.length === 0) return true
    const rule = program.definition.settings.concurrency?.others ?? 'queue'
    if (rule === 'skip') return false
    if (rule === 'cancel_older') {
      for (const run of others) this.cancel(run, at, newerRun)
      this.keys.delete(key ?? '')
    }
    return true
  }

  /** With the runs that its steps wait for. */
  private cancel(run: ActingRun, at: Date, why: { readonly code: string; readonly reason: string }): void {
    const awaited = run.children.filter(
      ({ state, parent }) => state === 'open' && parent !== null && run.waits.has(parent.wait),
    )
    for (const child of awaited) this.cancelChild(child, at, why)
    Object.assign(run, { state: 'cancelled', ...why, endedAt: at, waits: new Map() })
  }

  /** The next of its key begins. */
  private cancelChild(child: ActingRun, at: Date, why: { readonly code: string; readonly reason: string }): void {
    this.cancel(child, at, why)
    this.beginNext(child, at)
  }

  /** Sub-workflows that nothing waits for any more: their parent has ended, or its branch was not needed. */
  private cancelUnneeded(run: ActingRun, now: Date): void {
    for (const child of run.children)
      if (child.state === 'open' && child.parent && !run.waits.has(child.parent.wait)) this.cancelChild(child, now, notAwaited)
  }

  /** Answers for how long it has to wait among too many in a minute. */
  private guard(start: RecordedStart): number {
    const { subject, at, event, depth } = start
    const atMs = at.getTime()
    if (this.depthOf(start) === 'ring') this.strike(at, 'loop', depth)
    const recent = (key: string): number => this.recentOf(key, atMs).length + 1
    const again = event ? countAgain({ trigger: { ...event }, subject }, recent) : null
    if (again !== null) this.strike(at, 'same_subject', again)
    while ((this.startTimes[0] ?? atMs) < atMs - 60_000) this.startTimes.shift()
    return Math.floor(this.startTimes.length / this.surroundings.caps.startsAMinute) * 60_000
  }

  private depthOf({ event, causes = [] }: RecordedStart): ReturnType<typeof depthOf> {
    return event ? depthOf(this.stage.version.workflowId, causes) : null
  }

  private count({ subject, at, event }: RecordedStart): void {
    const atMs = at.getTime()
    this.startTimes.push(atMs)
    if (!event) return
    for (const { key } of guardedBy({ trigger: { ...event }, subject }))
      this.guarded.set(key, [...this.recentOf(key, atMs), atMs])
  }

  /** Within the hour before. */
  private recentOf(key: string, atMs: number): number[] {
    return (this.guarded.get(key) ?? []).filter((each) => each > atMs - 3_600_000)
  }

  private strike(at: Date, guard: 'loop' | 'same_subject', times: number): void {
    this.stopped ??= { at: at.toISOString(), guard, times, kept: 0 }
  }

  /** Of a workflow that has stopped itself, nothing goes on. */
  private async goOn(run: ActingRun, now: Date): Promise<void> {
    run.dueMs = null
    while (run.state === 'open' && !this.stopped) {
      const due = await goOnWith(run, now, this)
      this.cancelUnneeded(run, now)
      if (run.state !== 'open') {
        this.ended(run, now)
        return
      }
      for (const wait of run.waits.values()) if (wait.eventType) this.listen(run, wait, now)
      const isAnswered = run.answers.some(([id]) => run.waits.has(id))
      if (!isAnswered && (due === null || due > now)) {
        if (due) this.schedule(run, due.getTime())
        return
      }
      await this.breathe()
    }
  }

  /** From now on; and what happened since the step before it is not missed. */
  private listen(run: ActingRun, wait: NewWait, now: Date): void {
    const type = wait.eventType ?? ''
    const ofType = this.listening.get(type) ?? new Set()
    this.listening.set(type, ofType.add(run))
    if (run.listensTo.has(wait.id)) return
    run.listensTo.add(wait.id)
    const since = (wait.since ?? now).getTime()
    const past = (this.heardOfType.get(type) ?? []).slice(firstSince(this.heardOfType.get(type) ?? [], since))
    const match = past.find(
      (event) => (this.placeOfEvent.get(event) ?? 0) < this.happened && this.isHeard(run, wait, event, now),
    )
    if (match) this.answer(run, wait.id, match)
  }

  /** Waits of all runs that an event answers go on. */
  async hear(event: EventTrigger, happened: number): Promise<void> {
    this.happened = happened
    const now = new Date(event.at)
    for (const run of [...(this.listening.get(event.type) ?? [])]) {
      const waits = [...run.waits.values()].filter(({ eventType }) => eventType === event.type)
      if (run.state !== 'open' || waits.length === 0) {
        this.listening.get(event.type)?.delete(run)
        continue
      }
      const answered = waits.filter((wait) => this.isHeard(run, wait, event, now))
      for (const { id } of answered) this.answer(run, id, event)
      if (answered.length > 0) await this.goOn(run, now)
      await this.breathe()
    }
  }

  private answer(run: ActingRun, waitId: string, event: EventTrigger): void {
    run.answers.push([waitId, { outlet: 'done', output: { event } }])
    run.used.push(event.id)
  }

  /** As `event-waits.ts` judges it. */
  private isHeard(run: ActingRun, wait: NewWait, event: EventTrigger, now: Date): boolean {
    if (wait.since && Date.parse(event.at) < wait.since.getTime()) return false
    if (run.parent === null && run.start.key === `event:${event.id}`) return false
    if (run.used.slice(0, run.usedBefore.get(wait.id) ?? 0).includes(event.id)) return false
    if (wait.about != null && !isNamed(wait.about, event, this.stage.merged)) return false
    const { program } = run.version
    const node = program.node(wait.node)
    if (node.kind !== 'wait' || node.for.kind !== 'event' || node.for.where === undefined) return true
    const course = {
      ...{ program, progress: run.progress as Progress, trigger: run.start.trigger, stepCount: 0, now },
      ...{ place: this.surroundings.place, outputs: outputsOf([...run.outputs.values()]) },
      run: { id: run.id, createdAt: run.createdAt },
    }
    const seen = seenBy(course, wait.path)
    return passes(() => program.isTrue(wait.node, 'where', { ...seen, values: { ...seen.values, event } }))
  }

  startChild(parent: ActingRun, child: Parameters<Around['startChild']>[1], now: Date): void {
    const version = this.stage.others.get(child.workflowId)
    const wait = [...parent.waits.values()].find(({ childId }) => childId === child.id)
    const trigger = JSON.parse(JSON.stringify({ kind: 'request', at: now.toISOString(), input: child.input }))
    const key = version ? keyIn(version, trigger, this.surroundings.place, now) : null
    const error = this.refusalOf(parent, version, { key, isAwaited: wait !== undefined, now })
    if (error || !version) {
      if (wait) parent.answers.push([wait.id, { outlet: 'error', output: { error } }])
      return
    }
    const start = { ...parent.start, key: childKey(parent, child), trigger }
    const run = actingRun(start, version, {
      ...{
        createdAt: now,
        parent: wait ? { run: parent, wait: wait.id } : null,
        depth: parent.depth + 1,
        concurrencyKey: key,
      },
    })
    parent.children.push(run)
    this.beginInTurn(run, now.getTime())
  }

  /** As `start-children.ts` refuses it. */
  private refusalOf(
    parent: ActingRun,
    version: PublishedVersion | null | undefined,
    { key, isAwaited, now }: { readonly key: string | null; readonly isAwaited: boolean; readonly now: Date },
  ): { readonly code: string; readonly message: string } | null {
    if (!version) return refusals.workflow_not_published
    const { depth } = this.surroundings.caps
    if (parent.depth >= depth) return refusals.too_deep(depth)
    if (isAwaited && key !== null && waitersOf(parent).some(({ concurrencyKey }) => concurrencyKey === key))
      return refusals.waits_for_itself
    return this.hasTurn(version, key, now) ? null : refusals.run_under_way
  }

  /** Who waits for it goes on, and the next of its key begins. */
  private ended(run: ActingRun, now: Date): void {
    const { parent } = run
    const wait = parent?.run.waits.get(parent.wait)
    if (parent && wait) {
      const output = { state: run.state, vars: run.vars, ...(run.reason !== null && { reason: run.reason }) }
      parent.run.answers.push([wait.id, { outlet: run.state === 'completed' ? 'done' : 'error', output }])
      if (run.sources.size > 0) parent.run.sources.set(wait.node, 'example')
      this.schedule(parent.run, now.getTime())
    }
    this.beginNext(run, now)
  }

  private beginNext(run: ActingRun, now: Date): void {
    const key = run.concurrencyKey
    if (key === null || !this.keys.has(key)) return
    const [next, ...rest] = (this.keys.get(key) ?? []).filter((each) => each !== run)
    if (!next) this.keys.delete(key)
    else {
      this.keys.set(key, [next, ...rest])
      this.schedule(next, now.getTime())
    }
  }

  outcome(): PlayOutcome {
    const { judged, filter, imports, skipped } = this.counts
    const runs = this.runs.map((run) => this.shown(run))
    return { runs, judged, declined: { filter, imports }, skipped, stopped: this.stopped, isCutAt: this.isCutAt }
  }

  private shown(run: ActingRun): PlayedRun {
    return {
      ...{ key: run.start.key, subject: run.start.subject, person: personOf(run.start), at: run.createdAt.toISOString() },
      // Open at the end: the workflow stopped itself, or the time for the rehearsal was over.
      state: run.state === 'open' ? 'stopped' : run.state,
      ...{ code: run.code, reason: run.reason, ended_at: run.endedAt?.toISOString() ?? null },
      ...{ is_of_today: run.start.isOfToday, entries: entriesOf(run), steps: run.stepCount },
    }
  }
}

/** With what its sub-workflows did, in their order. */
const entriesOf = ({ entries, children }: ActingRun): readonly Entry[] =>
  children.length === 0
    ? entries
    : [...entries, ...children.flatMap(entriesOf)].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))

const passes = (isTrue: () => boolean): boolean => {
  try {
    return isTrue()
  } catch {
    return false
  }
}

const newerRun = { code: 'newer_run', reason: 'A newer run of the same key has begun.' }

/** It waits for a person, who may let it go on. */
const keptBehindOthers = {
  code: keptForDepth,
  reason: 'Workflows started one another before it, and it would have waited for a person.',
}

/** Of one workflow. */
const keyIn = (
  { workflowId, program }: PublishedVersion,
  trigger: unknown,
  place: Stage['surroundings']['place'],
  at: Date,
): string | null => {
  const key = concurrencyKeyOf(program, trigger, place, at)
  return key === null ? null : `${workflowId} ${key}`
}

/** A run, and those that wait for it. */
const waitersOf = (run: ActingRun): ActingRun[] => [run, ...(run.parent ? waitersOf(run.parent.run) : [])]

/** The place of the first that is no older; events stand in their order. */
const firstSince = (events: readonly EventTrigger[], sinceMs: number): number => {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Date.parse(events[middle]?.at ?? '') < sinceMs) low = middle + 1
    else high = middle
  }
  return low
}
