import type { Table } from '../folder.ts'
import type { Form } from '../form.ts'
import { readWhole } from './parameters.ts'
import { missing, Refused } from './refusals.ts'
import type { Account, Cause, Owned } from './rows.ts'

/** What is known of a call when its work begins. */
export interface Call {
  readonly account: Account
  readonly params: Form
  readonly id: string
  readonly cause: Cause
}

/** Where a resource registers what it answers; the paths are those below `/v1`. */
export interface Api {
  get(path: string, work: Work): void
  /** Once for each Idempotency-Key. */
  post(path: string, work: Work): void
  delete(path: string, work: Work): void
}
export type Work = (call: Call) => object

/** The row of this id, if it is this account's. */
export const owned = <Row extends Owned>(table: Table<Row>, { account, id }: Call, object: string, param = 'id'): Row => {
  const found = table.find(id)
  if (found?.account !== account.id) throw missing(object, id, param)
  return found
}

/** The account's rows whose fields have the values that the call gives; a field that it does not give may have any. */
export const matching = <Row extends Owned, Field extends keyof Row & string>(
  table: Table<Row>,
  { account, params }: Call,
  ...fields: readonly Field[]
): readonly Row[] =>
  table
    .list()
    .filter(
      (row) => row.account === account.id && fields.every((name) => params[name] === undefined || row[name] === params[name]),
    )

/** A page of a list, newest first: https://docs.stripe.com/api/pagination */
export const list = <Row extends Owned>(
  all: readonly Row[],
  { params }: Call,
  url: string,
  show: (row: Row) => object,
  object: string,
): object => {
  const limit = params.limit === undefined ? 10 : readWhole(params.limit, 'limit', 1, 100)
  const found = all.filter(createdWithin(params.created))
  const { starting_after, ending_before } = params
  const placeOf = (id: string, param: string): number => {
    const at = found.findIndex((row) => row.id === id)
    // Here, unlike in a path, it is a bad request.
    if (at < 0) throw new Refused(`No such ${object}: '${id}'`, { code: 'resource_missing', param })
    return at
  }
  if (typeof ending_before === 'string') {
    const end = placeOf(ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: found.slice(start, end).map(show), has_more: start > 0, url }
  }
  const start = typeof starting_after === 'string' ? placeOf(starting_after, 'starting_after') + 1 : 0
  return { object: 'list', data: found.slice(start, start + limit).map(show), has_more: found.length > start + limit, url }
}

const createdWithin = (created: Form[string] | undefined) => {
  if (created === undefined) return () => true
  if (typeof created === 'string') return (row: Owned) => row.created === Number(created)
  const { gt, gte, lt, lte } = created as Record<string, string>
  return ({ created: at }: Owned): boolean =>
    (gt === undefined || at > Number(gt)) &&
    (gte === undefined || at >= Number(gte)) &&
    (lt === undefined || at < Number(lt)) &&
    (lte === undefined || at <= Number(lte))
}
