import type { FastifyInstance, FastifyRequest } from 'fastify'
import { faultOf, type OwnFaults } from '../faults.ts'
import type { CrmRecords } from './records.ts'
import type { AnyRecord, Entity } from './seed.ts'

/** What goes wrong with CRMs alone; each of them has all of these. */
export const crmFaults = {
  index_lag: 'Searches and lists of changes miss edits of the last 5 seconds.',
  same_page: 'Lists return the same page forever, with a next page each time.',
  circle: 'Lists go back to their beginning after their second page, with a next page each time.',
  withhold: 'Lists leave out the 7th, 13th and 29th record of each kind.',
  lying_total: 'Counts are 5 too high.',
  edits_during_paging: 'Each page edits one record before it and one after it.',
  daily_limit: 'The daily limit is used up.',
  burst_limit: 'Too many requests at once.',
  truncated: 'The second half of the JSON is missing.',
} as const satisfies OwnFaults
export type CrmFault = keyof typeof crmFaults

/** Whether this fault strikes the request. */
export const suffers = (request: FastifyRequest, fault: CrmFault): boolean => faultOf(request) === fault

const withheld: ReadonlySet<number> = new Set([7, 13, 29])

/** What a list that suffers `withhold` gives. */
export const withoutWithheld = (request: FastifyRequest, records: readonly AnyRecord[]): readonly AnyRecord[] =>
  suffers(request, 'withhold') ? records.filter(({ id }) => !withheld.has(id)) : records

const lagMs = 5_000

/** The newest modification time that an index knows of, exclusive: a search that suffers `index_lag` does not see later ones. */
export const indexedUntil = (request: FastifyRequest, now: Date): number =>
  suffers(request, 'index_lag') ? now.getTime() - lagMs : Number.POSITIVE_INFINITY

export const countedAs = (request: FastifyRequest, count: number): number => count + (suffers(request, 'lying_total') ? 5 : 0)

/**
 * Whether a list begins anew instead of going on: for ever with `same_page`, and with `circle` at any place but that behind the first page.
 * `isSecond`: whether the place asked for is that one.
 */
export const beginsAnew = (request: FastifyRequest, isSecond: () => boolean): boolean =>
  suffers(request, 'same_page') || (suffers(request, 'circle') && !isSecond())

/** Whether a list has a next page, come what may. */
export const isEndless = (request: FastifyRequest): boolean => suffers(request, 'same_page') || suffers(request, 'circle')

/** Rows of a page where a fault needs several pages of few records. */
export const circleRows = 100

/** After a page was made: `edits_during_paging` moves the time of a record before it and of one after it, in a value that no API shows. */
export const editAround = (request: FastifyRequest, records: CrmRecords, entity: Entity, page: readonly AnyRecord[]): void => {
  if (!suffers(request, 'edits_during_paging')) return
  const [first, last] = [page[0], page.at(-1)]
  if (first) records.edit(entity, first.id - 1, { values: { touched: 'before' } })
  if (last) records.edit(entity, last.id + 1, { values: { touched: 'after' } })
}

/** Halves what a request that suffers `truncated` would be answered. */
export const truncateAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, _reply, payload) =>
    suffers(request, 'truncated') && typeof payload === 'string' ? payload.slice(0, payload.length >> 1) : payload,
  )
}
