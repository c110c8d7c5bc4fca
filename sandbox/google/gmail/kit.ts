import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../../simulators.ts'
import type { Grants } from '../grants.ts'
import type { Account } from '../rows.ts'
import { MailRefusal, type MailRow, refusals } from './rows.ts'
import { openMails } from './store.ts'

const scope = 'https://www.googleapis.com/auth/gmail'
const everything = 'https://mail.google.com/'
const scopes = {
  read: [everything, `${scope}.modify`, `${scope}.readonly`],
  change: [everything, `${scope}.modify`],
  send: [everything, `${scope}.modify`, `${scope}.compose`, `${scope}.send`],
  settings: [everything, `${scope}.modify`, `${scope}.readonly`, `${scope}.settings.basic`],
  delete: [everything],
} as const

export const root = '/gmail/v1/users/:userId'

export type Params = { userId: string; id: string; messageId: string }
type Work = (request: FastifyRequest, account: Account, reply: FastifyReply, clientId: string) => unknown

/** Who asks, for what, and how refusals are worded. */
export const kitOf = (context: SimulatorContext, grants: Grants) => {
  const store = openMails(context)
  const checked = (request: FastifyRequest, allowed: readonly string[]) => {
    const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const about = grants.about(token)
    if (!about) throw new MailRefusal('authError')
    const { refusal } = store.behaviour()
    const later = new Date(context.now().getTime() + 60_000).toISOString()
    if (refusal === 'tooManyRequests') throw new MailRefusal(refusal, `${refusals[refusal][3]}  Retry after ${later}`)
    if (refusal !== 'none') throw new MailRefusal(refusal)
    if (!allowed.some((each) => about.grant.scopes.includes(each))) throw new MailRefusal('insufficientPermissions')
    const { userId } = request.params as Params
    if (userId !== 'me' && userId !== about.account.email) throw new MailRefusal('delegationDenied')
    return about
  }
  const answer = (work: Work, right: keyof typeof scopes) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { account, grant } = checked(request, scopes[right])
      const told = work(request, account, reply, grant.clientId)
      if (reply.sent) return reply
      return told === undefined ? reply.code(204).send() : reply.send(told)
    } catch (error) {
      if (!(error instanceof MailRefusal)) throw error
      return reply.code(error.status).send(error.body)
    }
  }
  const rowOf = (request: FastifyRequest, { email }: Account): MailRow => store.find(email, (request.params as Params).id)
  const queryOf = (request: FastifyRequest) => request.query as Record<string, string | string[]>
  return { context, store, answer, rowOf, queryOf }
}
export type Kit = ReturnType<typeof kitOf>
