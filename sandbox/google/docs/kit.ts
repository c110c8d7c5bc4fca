import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../../simulators.ts'
import type { Grants } from '../grants.ts'
import type { Account } from '../rows.ts'
import { DocsRefusal, documentType, type FileRow } from './rows.ts'
import { openDocs } from './store.ts'

const auth = 'https://www.googleapis.com/auth'
/** Rights to every file of the account, by what is done. Those to files that the client made itself come beside them. */
const scopes = {
  look: [`${auth}/drive`, `${auth}/drive.readonly`],
  change: [`${auth}/drive`],
  readDoc: [`${auth}/drive`, `${auth}/drive.readonly`, `${auth}/documents`, `${auth}/documents.readonly`],
  changeDoc: [`${auth}/drive`, `${auth}/documents`],
} as const
const ownFiles = `${auth}/drive.file`

export interface Asking {
  readonly account: Account
  readonly clientId: string
  /** Its rights are to files alone that it made. */
  readonly hasOwnOnly: boolean
}
type Work = (request: FastifyRequest, asking: Asking, reply: FastifyReply) => unknown

/** Who asks, for what, and how refusals are worded. */
export const docsKit = (context: SimulatorContext, grants: Grants, form: 'ofDrive' | 'ofDocs') => {
  const store = openDocs(context)
  const checked = (request: FastifyRequest, right: keyof typeof scopes): Asking => {
    const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const about = grants.about(token)
    if (!about) throw new DocsRefusal('authError')
    const { refusal, refusedCalls } = store.behaviour()
    if (refusal !== 'none' && `${request.method} ${request.url}`.includes(refusedCalls)) throw new DocsRefusal(refusal)
    const { scopes: granted, clientId } = about.grant
    const hasAll = scopes[right].some((each) => granted.includes(each))
    if (!hasAll && !granted.includes(ownFiles)) throw new DocsRefusal('insufficientPermissions')
    return { account: about.account, clientId, hasOwnOnly: !hasAll }
  }
  const answer = (right: keyof typeof scopes, work: Work) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const told = await work(request, checked(request, right), reply)
      if (reply.sent) return reply
      return told === undefined ? reply.code(204).send() : reply.send(told)
    } catch (error) {
      if (!(error instanceof DocsRefusal)) throw error
      const body = error[form] as { error: { code: number } }
      return reply.code(body.error.code).send(body)
    }
  }
  const fileOf = (id: string, { account, clientId, hasOwnOnly }: Asking): FileRow => {
    const row = store.find(id, account)
    if (hasOwnOnly && row.madeBy !== clientId) throw new DocsRefusal('notFound', `File not found: ${id}.`)
    return row
  }
  const documentOf = (id: string, asking: Asking): FileRow => {
    const row = fileOf(id, asking)
    if (row.mimeType !== documentType) throw new DocsRefusal('failedPrecondition')
    return row
  }
  return { context, store, answer, fileOf, documentOf }
}
export type DocsKit = ReturnType<typeof docsKit>
