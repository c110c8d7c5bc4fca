import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordEvent } from '#core/events/events.ts'
import type { RouteContext } from '#core/http/routes.ts'
import { type Behind, makeWriteBehind } from '#core/write-behind.ts'
import { programOf } from '#domains/conversations/mail/load-classes.ts'
import { findViewedLink } from './view-links.ts'
import { type Attention, type Look, readAttention, recordLooks } from './views.ts'

interface Seen {
  readonly token: string
  readonly at: Date
  readonly program: string | null
  readonly cookie: string | undefined
  readonly attention: Attention | null
}

type Parts = Pick<RouteContext, 'outside' | 'inOrg' | 'callers' | 'log' | 'now'>

/** What the pages behind links are given, to have it counted that they were looked at. */
export interface ViewLog {
  /** A page was loaded. HEAD shows nothing, and is none. */
  loaded(request: FastifyRequest, token: string): void
  /** What a page says of itself, once its viewer moved the pointer, pressed or typed. The answer is the same for any token, and does not wait. */
  attended(request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply
  settle(): Promise<void>
}

/**
 * Who looked, written many at a time: a link that is loaded a thousand times costs a few statements, and one that is none a look-up. A look
 * that is lost with the process is one: it was never more than a hint.
 */
export const openViewLog = ({ outside, inOrg, callers, log, now }: Parts): ViewLog => {
  const behind: Behind<Seen> = makeWriteBehind<Seen>({
    keep: (some) => keep(some, { outside, inOrg, callers }),
    drop: (count, error) => log.warn({ err: error, count }, 'views of pages were not counted'),
    ...{ atOnce: 1_000, most: 20_000, gatherMs: 500 },
  })
  const note = (request: FastifyRequest, token: string, attention: Attention | null): void => {
    if (token.length > 200) return
    void behind.add({
      ...{ token, at: now(), attention },
      program: programOf({ agent: (request.headers['user-agent'] ?? '').slice(0, 500), address: request.ip }),
      cookie: request.headers.cookie?.slice(0, 8_000),
    })
  }
  return {
    loaded: (request, token) => {
      if (request.method === 'GET') note(request, token, null)
    },
    attended: (request, reply, token) => {
      note(request, token, readAttention((request.body ?? {}) as object))
      return reply.code(204).header('Cache-Control', 'no-store').send()
    },
    settle: () => behind.close(),
  }
}

const keep = async (
  seen: readonly Seen[],
  { outside, inOrg, callers }: Pick<Parts, 'outside' | 'inOrg' | 'callers'>,
): Promise<void> => {
  for (const [token, same] of Map.groupBy(seen, (each) => each.token)) {
    const link = await findViewedLink(outside, token)
    if (!link) continue
    const looks: Look[] = []
    const members = new Map<string, boolean>()
    for (const { at, program, attention, cookie } of same) {
      const known = cookie === undefined ? false : members.get(cookie)
      const isMember = known ?? (await isOfOrg(callers, cookie ?? '', link.orgId))
      if (cookie !== undefined) members.set(cookie, isMember)
      looks.push({ at, program, attention, isMember, isLoad: attention === null })
    }
    await inOrg(link.orgId, (db) =>
      recordLooks({ db, emit: (event, subject, facts) => recordEvent(db, link.orgId, event, subject, facts) }, link, looks),
    )
  }
}

const isOfOrg = async (callers: Parts['callers'], cookie: string, orgId: string): Promise<boolean> => {
  const caller = await callers.ofCookie({ headers: { cookie } })
  return caller.kind === 'session' && caller.orgId === orgId
}
