import type { Db, JobContext } from '#core/context.ts'
import { highestCaps } from '#shapes/workflow-caps.ts'
import { Definition } from '../workflows/definition.ts'
import { makeProgram } from '../workflows/program.ts'
import { type PublishedVersion, readVersion } from '../workflows/published-versions.ts'
import type { RehearsalPerson, RehearsalReport, RehearsalRow } from '../workflows/rehearsals.ts'
import { findPublished } from '../workflows/starts.ts'
import { type Surroundings, surroundingsOf } from '../workflows/surroundings.ts'
import { contactOf } from './acting-runs.ts'
import { findLastAnswers, type Known } from './last-answers.ts'
import { findNames, subjectKey } from './names.ts'
import { play } from './play.ts'
import { inReadOnly, makeReadNow } from './read-now.ts'
import { type Recorded, readRecorded } from './recorded-starts.ts'
import { comparePeople, countPeopleMore, numbersOf } from './reports.ts'
import type { PlayOutcome, RecordedStart, Stage } from './stage.ts'
import { makeStandIns, needsContactZones, needsHours } from './stand-ins.ts'

/** Of the version, and of the published one behind it. */
const [mostMs, mostWithPublishedMs] = [40_000, 58_000]
/** No operator lets them start each other deeper. */
const mostLevels = highestCaps.depth + 1

export type Asked = Pick<
  RehearsalRow,
  'workflow_id' | 'draft_id' | 'version' | 'definition' | 'from_at' | 'to_at' | 'choices' | 'asked_by'
>

export interface Rehearsed {
  readonly report: RehearsalReport
  readonly people: readonly RehearsalPerson[]
  /** All of the version's own runs: what a test holds beside what then really happens. */
  readonly played: PlayOutcome
}

/**
 * Rehearses a version on what was recorded, beside the published one. All that it reads is read in transactions that may not write; nothing is
 * sent. `onProgress` is told at each event, so it should be cheap.
 */
export const rehearse = async (
  context: JobContext,
  orgId: string,
  asked: Asked,
  onProgress: (played: number, toPlay: number) => Promise<void> = async () => {},
): Promise<Rehearsed> => {
  const beganMs = performance.now()
  const read = <T>(work: (db: Db) => Promise<T>): Promise<T> => inReadOnly(context, orgId, work)
  const version = versionOf(asked)
  const published = await read((db) => publishedBeside(db, orgId, asked))
  const others = await readOthers(read, orgId, published ? [version, published] : [version])
  const programs = [version, ...(published ? [published] : []), ...[...others.values()].flatMap((each) => each ?? [])]
  const known = await read((db) => findLastAnswers(db, orgId, [...new Set(programs.map(({ workflowId }) => workflowId))]))
  const now = context.now()
  const standIns = makeStandIns({ readNow: makeReadNow(context, orgId), answers: known.answers, now })
  const recordedFor = (each: PublishedVersion): Promise<Recorded> =>
    readRecorded(read, orgId, {
      ...{ workflowId: each.workflowId, from: asked.from_at, to: asked.to_at, now },
      versions: [each, ...[...others.values()].flatMap((other) => other ?? [])].map(({ program }) => program),
    })
  const recorded = await recordedFor(version)
  const recordedToo = published ? await recordedFor(published) : null
  const toPlay = [recorded, recordedToo].reduce((sum, each) => sum + (each ? each.starts.length + each.heard.length : 0), 0)
  const surroundings = await read((db) =>
    readSurroundings(db, orgId, programs, {
      ...{ starts: [...recorded.starts, ...(recordedToo?.starts ?? [])], caps: context.settings.workflows },
    }),
  )
  let before = 0
  const stage = { orgId, others, surroundings, choices: asked.choices as Record<string, string>, now }
  const playOne = (each: Pick<Stage, 'version' | 'starts' | 'heard' | 'merged'>, untilMs: number): Promise<PlayOutcome> =>
    play(
      { ...stage, ...each },
      { standIns, deadlineMs: beganMs + untilMs, onPlayed: (played) => onProgress(before + played, toPlay) },
    )
  const { starts, heard, merged } = recorded
  const played = await playOne({ version, starts, heard, merged }, mostMs)
  before = starts.length + heard.length
  const playedToo =
    published && recordedToo
      ? await playOne(
          { version: published, starts: recordedToo.starts, heard: recordedToo.heard, merged: recordedToo.merged },
          mostWithPublishedMs,
        )
      : null
  const people = await compared(read, orgId, played, playedToo)
  return { report: reportOf({ asked, recorded, played, playedToo, people, known }), people, played }
}

/** What is rehearsed, as if it were published. */
const versionOf = ({ workflow_id, version, definition, asked_by }: Asked): PublishedVersion => {
  const program = makeProgram(Definition.parse(definition))
  const { name, settings } = program.definition
  return { workflowId: workflow_id, version: version ?? 0, program, name, role: settings.role, publisherId: asked_by }
}

const readSurroundings = (
  db: Db,
  orgId: string,
  versions: readonly PublishedVersion[],
  { starts, caps }: { readonly starts: readonly RecordedStart[]; readonly caps: Surroundings['caps'] },
): Promise<Surroundings> => {
  const programs = versions.map(({ program }) => program)
  const contactIds = needsContactZones(programs) ? starts.flatMap((start) => contactOf(start) ?? []) : []
  return surroundingsOf(db, orgId, { needsHours: needsHours(programs), contactIds, caps })
}

/** Nothing where that one is rehearsed itself. */
const publishedBeside = async (db: Db, orgId: string, asked: Asked): Promise<PublishedVersion | null> => {
  const found = (await findPublished(db, orgId, [asked.workflow_id])).get(asked.workflow_id)
  if (!found || (asked.draft_id === null && found.version === asked.version)) return null
  return readVersion(db, orgId, asked.workflow_id, found.version)
}

/** What steps start, and what steps of these start. */
const readOthers = async (
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  orgId: string,
  first: readonly PublishedVersion[],
): Promise<Map<string, PublishedVersion | null>> => {
  const others = new Map<string, PublishedVersion | null>()
  let versions = first
  for (let level = 0; level < mostLevels; level++) {
    const wanted = versions.flatMap(({ program }) =>
      program.definition.nodes.flatMap((node) => (node.kind === 'workflow' && !others.has(node.workflow) ? node.workflow : [])),
    )
    if (wanted.length === 0) break
    versions = await read(async (db) => {
      const found = await findPublished(db, orgId, [...new Set(wanted)])
      const next: PublishedVersion[] = []
      for (const id of new Set(wanted)) {
        const published = found.get(id)
        const isOpen = published?.triggerKind === 'request'
        const version = isOpen ? await readVersion(db, orgId, id, published.version) : null
        others.set(id, version)
        if (version) next.push(version)
      }
      return next
    })
  }
  return others
}

const compared = async (
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  orgId: string,
  played: PlayOutcome,
  playedToo: PlayOutcome | null,
): Promise<RehearsalPerson[]> => {
  const subjects = new Map(
    [...played.runs, ...(playedToo?.runs ?? [])].flatMap(({ person }) =>
      person ? [[subjectKey(person), person] as const] : [],
    ),
  )
  const names = await read((db) => findNames(db, orgId, [...subjects.values()]))
  return comparePeople(played.runs, playedToo?.runs ?? [], names)
}

const reportOf = (given: {
  readonly asked: Asked
  readonly recorded: Recorded
  readonly played: PlayOutcome
  readonly playedToo: PlayOutcome | null
  readonly people: readonly RehearsalPerson[]
  readonly known: Known
}): RehearsalReport => {
  const { asked, recorded, played, playedToo, people, known } = given
  const about = { workflowId: asked.workflow_id, costMicros: known.costMicros }
  const ofChange = (change: RehearsalPerson['change']): number => people.filter((person) => person.change === change).length
  return {
    ...{ since: recorded.since.toISOString(), gone: recorded.gone, numbers: numbersOf(played, about) },
    published: playedToo && numbersOf(playedToo, about),
    difference: {
      ...{ more: ofChange('more'), less: ofChange('less'), other: ofChange('other'), same: ofChange('same') },
      people_more: countPeopleMore(played.runs, playedToo?.runs ?? []),
    },
  }
}
