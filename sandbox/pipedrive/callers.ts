import type { FastifyRequest } from 'fastify'
import type { CrmRecords } from '../crm/records.ts'

/** Whose request it is. */
export interface Caller {
  readonly account: string
  readonly records: CrmRecords
}

const callers = new WeakMap<FastifyRequest, Caller>()
export const recordCaller = (request: FastifyRequest, caller: Caller): void => {
  callers.set(request, caller)
}
export const callerOf = (request: FastifyRequest): Caller => callers.get(request) as Caller

/** What a call takes from the budget of a day: a list of v2, one record, a write (contract: `x-token-cost`). */
export const costs = { list: 10, one: 1, write: 5 } as const
export const costing = (tokenCost: number) => ({ config: { tokenCost } })
