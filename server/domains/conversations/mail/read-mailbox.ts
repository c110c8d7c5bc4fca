import type { Db, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { type GivingWay, makeGivingWay } from '#core/jobs/giving-way.ts'
import { job } from '#core/jobs/job.ts'
import { beginInLittleMemory } from '#core/memory.ts'
import { setConnectionStatus } from '#domains/connections/connections/connection-health.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openMailbox } from './accounts.ts'
import {
  type Copying,
  copyFolders,
  copyMails,
  copyProfile,
  filedTogether,
  forgetMissing,
  moveMails,
  removeOthers,
  removePlaces,
  unknownOf,
} from './copy-mailbox.ts'
import { emailEvents } from './events.ts'
import { fileOursAgain } from './file-shared-mails.ts'
import { readMailboxJob } from './job-references.ts'
import { mailReasons } from './mail-reasons.ts'
import { orderWaitingMarks } from './marks.ts'
import {
  beatMs,
  beginTurn,
  change,
  endTurn,
  fallBehind,
  firstSince,
  keepCursor,
  keepTurn,
  type ReadingRow,
  sinceOf,
} from './readings.ts'

/** A run goes on for so long; then another begins where it ended, and other mailboxes have had their turn. */
const runMs = 240_000

/** A password that is refused each minute locks an account: it is tried again after an hour, or when another is typed. */
const refusedMs = 3_600_000

/** The newest come first and at once; the rest when all is listed, so that one sees how much there is. */
const firstMails = 50

/**
 * Reads what changed in a mailbox since the last time. The first time, and where the provider has forgotten, everything since
 * `MAIL_FIRST_DAYS` ago, or since a member wants it: then what moved and what is gone is found by comparing. Each mail is in the copy when its transaction ends, so a run that dies
 * loses nothing, and the next one goes on.
 */
export const readMailbox = job({
  ...readMailboxJob,
  summary: 'Read what changed in a mailbox',
  retry: { times: 0, delaySeconds: 60 },
  expireSeconds: 600,
  atOnce: 4,

  async run({ orgId, mailboxId, isAgain }, context) {
    const reading = await context.inOrg(orgId, async (db) => {
      const turn = await beginTurn(db, { orgId, mailboxId, isAgain })
      if (turn.askAgainAt) await context.enqueueIn(db, readMailboxJob, { orgId, mailboxId, isAgain: true }, turn.askAgainAt)
      return turn.reading && { ...turn.reading, since: await sinceOf(db, turn.reading, firstSince(context)) }
    })
    if (!reading) return
    const nextPollAt = () => new Date(context.now().getTime() + context.settings.mailPollMs)
    let box: Copying['box'] | null = null
    try {
      box = await openMailbox(context, orgId, mailboxId)
      if (!box) {
        await context.inOrg(orgId, (db) => endTurn(db, orgId, mailboxId, { next_poll_at: nextPollAt() }))
        return
      }
      const copying = { orgId, mailboxId, box, inOrg: context.inOrg, within: context.within }
      const turn = makeTurn(copying, reading.turn_at, context)
      const isDone = await keeping(context, turn, () => read(turn, reading))
      await context.inOrg(orgId, async (db) => {
        const isWanted = await endTurn(db, orgId, mailboxId, {
          next_poll_at: nextPollAt(),
          ...(isDone && { synced_at: context.now(), behind_since: null, last_error: null }),
        })
        if (!isDone || isWanted) await context.enqueueIn(db, readMailboxJob, { orgId, mailboxId })
        await recordSignIn(db, orgId, mailboxId, null)
        if (reading.behind_since)
          await orderWaitingMarks(db, orgId, mailboxId, (order, data) => context.enqueueIn(db, order, data))
        await context.emitIn(db, orgId, emailEvents.read, mailboxId, { mailbox_id: mailboxId, mails: turn.copied })
      })
    } catch (error) {
      const reason = error instanceof ProviderError ? error.reason : error instanceof Failure ? error.message : null
      const isRefused = error instanceof ProviderError && error.kind === 'credentials'
      await context.inOrg(orgId, async (db) => {
        const words = reason ?? mailReasons.unread
        const next = isRefused ? new Date(context.now().getTime() + refusedMs) : nextPollAt()
        await fallBehind(db, orgId, mailboxId, { reason: words, now: context.now(), nextPollAt: next })
        if (isRefused) await recordSignIn(db, orgId, mailboxId, words)
        await context.emitIn(db, orgId, emailEvents.read, mailboxId, { mailbox_id: mailboxId, mails: 0 })
      })
      if (reason === null) throw error
    } finally {
      await box?.close()
    }
  },
})

/**
 * Of servers that a member typed: whether they let in. Consents are kept by those who renew them, and a calendar's refusal by its own
 * calls.
 */
const recordSignIn = async (db: Db, orgId: string, mailboxId: string, refusal: string | null): Promise<void> => {
  const connection = await findConnection(db, orgId, mailboxId)
  if (connection?.kind !== 'login') return
  const isOurs = connection.last_error?.startsWith('The mail server') ?? false
  if (refusal !== null) await setConnectionStatus(db, orgId, mailboxId, 'error', refusal)
  else if (isOurs) await setConnectionStatus(db, orgId, mailboxId, 'connected', null)
}

/** A run: what it copies with, how long it may go on, and what it has done. */
interface Turn extends Copying, Pick<JobContext, 'enqueueIn'> {
  /** By the database's clock: nothing was listed before. */
  readonly begunAt: Date
  copied: number
  isOver(): boolean
  /** What reads a whole mailbox keeps a core of the database busy for minutes: callers who bring leads do not wait for it. */
  readonly pacing: GivingWay
}

const makeTurn = (copying: Copying, begunAt: Date, context: JobContext): Turn => {
  const { signal, enqueueIn } = context
  const startedMs = performance.now()
  return {
    ...copying,
    begunAt,
    enqueueIn,
    copied: 0,
    isOver: () => signal.aborted || performance.now() - startedMs > runMs,
    pacing: makeGivingWay(context, { to: leadEvents.received, ...filedTogether }),
  }
}

/** The turn is kept while work goes on, however long a single mail takes. Of a process that is gone or frozen it ends. */
const keeping = async <T>({ inOrg, log }: JobContext, { orgId, mailboxId }: Turn, work: () => Promise<T>): Promise<T> => {
  const beating = setInterval(() => {
    inOrg(orgId, (db) => keepTurn(db, orgId, mailboxId)).catch((error: unknown) =>
      log.warn({ err: error, mailbox_id: mailboxId }, 'the turn of reading a mailbox could not be kept'),
    )
  }, beatMs)
  try {
    return await work()
  } finally {
    clearInterval(beating)
  }
}

/** Answers whether all of it was read, or the run ended before. */
const read = async (
  turn: Turn,
  { cursor, since, begun_at_cursor: begun }: Pick<ReadingRow, 'cursor' | 'begun_at_cursor'> & { readonly since: Date },
): Promise<boolean> => {
  if (cursor === null) return readAll(turn, since, begun)
  const end = await readChanges(turn, cursor, since)
  if (end === 'over') return false
  // Forgotten there: everything, and what moved or went meanwhile is found by comparing.
  return end === 'expired' ? readAll(turn, since, null) : true
}

const setReading = ({ orgId, mailboxId, inOrg }: Turn, values: Parameters<typeof change>[3]): Promise<void> =>
  inOrg(orgId, (db) => change(db, orgId, mailboxId, values))

const setCursor = ({ orgId, mailboxId, inOrg }: Turn, values: Parameters<typeof keepCursor>[3]): Promise<boolean> =>
  inOrg(orgId, (db) => keepCursor(db, orgId, mailboxId, values))

const readChanges = async (turn: Turn, cursor: string, since: Date): Promise<'done' | 'over' | 'expired'> => {
  const news = turn.box.changes(cursor, { since })
  for (;;) {
    const next = await news.next()
    if (next.done) {
      if (next.value.outcome === 'expired') {
        await setReading(turn, { cursor: null, begun_at_cursor: null })
        return 'expired'
      }
      await forgetMissing(turn)
      return (await setCursor(turn, { since, cursor: next.value.cursor })) ? 'done' : 'over'
    }
    const { value } = next
    if (value.news === 'there') await copyUnknown(turn, value.refs)
    else if (value.news === 'moved') {
      await copyUnknown(
        turn,
        value.places.map(({ ref }) => ref),
      )
      await moveMails(turn, value.places)
    } else if (value.news === 'gone') await removePlaces(turn, value.refs)
    else if (value.news === 'folders') await copyFolders(turn)
    else await removeOthers(turn, value, { since, begunAt: turn.begunAt })
    // The cursor stays where it was: what was done is seen again, and costs a look.
    if (turn.isOver()) return 'over'
  }
}

const copyUnknown = async (turn: Turn, refs: readonly string[]): Promise<void> => {
  const unknown = await turn.inOrg(turn.orgId, (db) => unknownOf(db, turn.orgId, turn.mailboxId, refs))
  turn.copied += await copyMails(turn, unknown)
}

const readAll = async (turn: Turn, since: Date, begun: string | null): Promise<boolean> => {
  await copyFolders(turn)
  if (await copyProfile(turn))
    await turn.inOrg(turn.orgId, (db) => fileOursAgain(db, turn.orgId, (job, data) => turn.enqueueIn(db, job, data)))
  // Before anything is listed, so that nothing falls between.
  const begin = begun ?? (await turn.box.begin())
  if (begun === null) await setReading(turn, { begun_at_cursor: begin })
  const memory = makeMemory()
  try {
    return await copyListed(turn, since, { begin, listed: await listAll(turn, since, memory.needs) })
  } finally {
    memory.end()
  }
}

/** A page of mails that are new is worth a moment in which everything stands still: those behind it pass in little memory. */
const manyMails = 500
const youngBytesOfMails = 8 * 1024 * 1024

const makeMemory = () => {
  let end: (() => void) | undefined
  return {
    needs(mails: number): void {
      if (mails >= manyMails) end ??= beginInLittleMemory(youngBytesOfMails)
    },
    end: (): void => end?.(),
  }
}

const copyListed = async (
  turn: Turn,
  since: Date,
  { begin, listed }: { readonly begin: string; readonly listed: Awaited<ReturnType<typeof listAll>> },
): Promise<boolean> => {
  const { unknown, wholes, known } = listed
  await setReading(turn, { listed: unknown.length + known.length, copied: known.length })
  for (const whole of wholes) await removeOthers(turn, whole, { since, begunAt: turn.begunAt })
  for (let at = 0; at < known.length; at += 500) {
    await moveMails(turn, await turn.box.places(known.slice(at, at + 500)))
  }
  turn.copied += await copyMails(turn, unknown, { before: known.length, isOver: turn.isOver, pacing: turn.pacing })
  if (turn.isOver()) return false
  await forgetMissing(turn)
  return setCursor(turn, { since, cursor: begin, begun_at_cursor: null, listed: null, copied: 0 })
}

/** What is there, newest first; the first of it is copied while the rest is listed. A hundred thousand refs are some 5 MB. */
const listAll = async (turn: Turn, since: Date, needs: (mails: number) => void) => {
  const wholes: Extract<Parameters<typeof removeOthers>[1], { news: 'all' }>[] = []
  const unknown: string[] = []
  const known: string[] = []
  let isFirst = true
  for await (const news of turn.box.list({ since })) {
    if (news.news === 'all') wholes.push(news)
    if (news.news !== 'there') continue
    const fresh = await turn.inOrg(turn.orgId, (db) => unknownOf(db, turn.orgId, turn.mailboxId, news.refs))
    const isFresh = new Set(fresh)
    known.push(...news.refs.filter((ref) => !isFresh.has(ref)))
    if (isFirst && fresh.length > 0) {
      isFirst = false
      turn.copied += await copyMails(turn, fresh.splice(0, firstMails))
    }
    unknown.push(...fresh)
    needs(unknown.length)
  }
  return { unknown, wholes, known }
}
