import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { tidyLine } from '#shapes/letters.ts'
import { atLeast, type Caller } from '../actions/caller.ts'
import { Failure } from '../errors.ts'
import { transferFailure } from './incoming-files.ts'
import { sendFailure } from './replies.ts'
import type { RouteContext } from './routes.ts'

type Query = Readonly<Record<string, unknown>>
type Person = Extract<Caller, { kind: 'person' }>

/** A file that a member sends in one request. */
interface FileRoute<Said> {
  /** Taken by `PUT`. */
  readonly path: string
  /** By the role that the member has now; left out: any member may. */
  readonly least?: 'admin'
  /** What the address says of the file, before any of it is read. Throws what is wrong with it. */
  said(query: Query): Said
  /** Takes the body (`takeContent`); what it answers is the `file` of the reply. */
  take(request: IncomingMessage, said: Said, person: Person): Promise<object>
}

/** Whether an address is that of a route of files, whose bodies have bounds of their own. */
export const isAtPath =
  (path: string) =>
  (url: string): boolean =>
    url === path || url.startsWith(`${path}?`)

/** Adds a route of files. Each transfer counts against those that a member may have at once. */
export const addFileRoute = <Said>(
  app: FastifyInstance,
  { callers, log, crowd, most }: Pick<RouteContext, 'callers' | 'log' | 'crowd' | 'most'>,
  { path, least, said, take }: FileRoute<Said>,
): void => {
  const personOf = async (request: Parameters<typeof callers.ofMember>[0]): Promise<Person> => {
    const caller = await callers.ofMember(request)
    if (caller.kind === 'key') throw new Failure('scope_missing')
    if (caller.kind !== 'person') throw new Failure('not_signed_in')
    if (least === undefined) return caller
    const now = await callers.asNow(caller)
    if (now.kind !== 'person') throw new Failure('not_signed_in')
    if (!atLeast(now.role, least)) throw new Failure('forbidden')
    return caller
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))

    scope.put(path, async (request, reply) => {
      let leave: (() => void) | undefined
      try {
        const person = await personOf(request)
        const about = said(request.query as Query)
        leave = crowd.place('uploads', person.personId, most.transfersOfMember)
        return await reply.send({ file: await take(request.raw, about, person) })
      } catch (error) {
        return sendFailure(request, reply, transferFailure(error, { request: request.raw, id: request.id, log }))
      } finally {
        leave?.()
      }
    })
  })
}

const nameMost = 255

/** The name that a file has in its address: `?name=`. */
export const fileNameIn = ({ name: given }: Query): string => {
  const name = tidyLine(typeof given === 'string' ? given : '').trim()
  if (name === '' || name.length > nameMost || !name.isWellFormed() || /\p{Cc}/u.test(name))
    throw new Failure('bad_request', { field: 'name', message: `name must be a file name of 1 to ${nameMost} characters` })
  return name
}
