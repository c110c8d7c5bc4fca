import type { FastifyRequest } from 'fastify'
import { isGoodToken } from '../crm/consent-grants.ts'
import { openCrmAccounts } from '../crm/control.ts'
import type { AnyRecord, Entity } from '../crm/seed.ts'
import type { SimulatorContext } from '../simulators.ts'
import { accountOf } from './accounts.ts'
import { fromId } from './names.ts'
import { Refused } from './refusals.ts'
import type { Shown } from './shown.ts'

interface Added {
  readonly id: string
  readonly count: number
}

/** Everything that the double keeps. */
export const openStore = (context: SimulatorContext) => {
  const accounts = openCrmAccounts(context)
  const added = context.table<Added>('added-fields')
  /** Of whom the request is; refused where its token is not accepted. */
  const account = (request: FastifyRequest): string => {
    const [, token] = /^Zoho-oauthtoken (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    if (token === undefined) throw new Refused('AUTHENTICATION_FAILURE', 'authentication failed', {}, 401)
    const found = accountOf(token)
    const isGood = isGoodToken(context, token) ?? !token.includes('expired')
    if (found === null || !isGood) throw new Refused('INVALID_TOKEN', 'invalid oauth token', {}, 401)
    return found
  }
  const key = (of: string, entity: Entity): string => `${of}-${entity}`
  const extra = (of: string, entity: Entity): number => added.find(key(of, entity))?.count ?? 0
  const shown = (request: FastifyRequest, entity: Entity): Omit<Shown, 'isBare'> => {
    const of = account(request)
    return { records: accounts.use(of), entity, extra: extra(of, entity) }
  }

  return {
    accounts,
    account,
    shown,
    extra,
    /** So many text fields of their own. */
    addFields: (of: string, entity: Entity, count: number): void => void added.put({ id: key(of, entity), count }),
    /** The record of an id in the vendor's form, if it is there and not deleted. */
    live(request: FastifyRequest, entity: Entity, id: string): AnyRecord | undefined {
      const number = fromId(entity, id)
      const record = number === undefined ? undefined : shown(request, entity).records.find(entity, number)
      return record?.deletedAt === null ? record : undefined
    },
    now: (): number => context.now().getTime(),
  }
}
export type Store = ReturnType<typeof openStore>
