import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginsAnew, countedAs, editAround, indexedUntil, isEndless, suffers, withoutWithheld } from '../crm/crm-faults.ts'
import type { EntityRow } from './entities.ts'
import { type Locators, openLocators } from './locators.ts'
import type { Org } from './orgs.ts'
import { isCount, type Running, runQuery } from './queries.ts'
import { malformed } from './refusals.ts'
import { orgOf, type Parts, suffersHere } from './requests.ts'
import { type Condition, parseSoql, type Soql } from './soql.ts'

interface Asked {
  readonly Params: { readonly version: string; readonly locator: string }
  readonly Querystring: { readonly q?: string | string[] }
}

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm */
export const serveQueries = (api: FastifyInstance, { context }: Parts): void => {
  const locators = openLocators(context.now)
  const answer = (request: FastifyRequest<Asked>, wantsAll: boolean): object => {
    const { q } = request.query
    if (typeof q !== 'string') throw malformed('unexpected token: <EOF>')
    const running = run(orgOf(request), request, context.now(), parseSoql(q), wantsAll)
    if (isCount(running.soql)) return counted(request, running)
    return page(locators, request, { running, batch: batchOf(request), given: 0 })
  }
  api.get<Asked>('/services/data/:version/query', async (request) => answer(request, false))
  api.get<Asked>('/services/data/:version/queryAll', async (request) => answer(request, true))
  api.get<Asked>('/services/data/:version/query/:locator', async (request) => {
    const kept = locators.take(suffersHere(request, 'lost_locator') ? '' : orgOf(request).account, request.params.locator)
    if (!isEndless(request)) return page(locators, request, kept)
    const running = run(orgOf(request), request, context.now(), kept.running.soql, false)
    return page(locators, request, { ...kept, running })
  })
}

const run = (org: Org, request: FastifyRequest<Asked>, now: Date, soql: Soql, wantsAll: boolean): Running => {
  const runOf = (asked: Soql): Running =>
    runQuery(org, asked, {
      ...{ wantsAll, version: request.params.version, indexedUntil: indexedUntil(request, now) },
      mostChildren: suffersHere(request, 'short_batch') ? 5 : 2_000,
      isWithheld: (row) => 'record' in row && withoutWithheld(request, [(row as EntityRow).record]).length === 0,
    })
  const isSecond = (): boolean => {
    const last = runOf(fromTheStart(soql)).take(batchOf(request)).shown.at(-1) as { readonly Id?: string } | undefined
    return last?.Id !== undefined && JSON.stringify(soql.where).includes(last.Id)
  }
  return runOf(beginsAnew(request, isSecond) ? fromTheStart(soql) : soql)
}

/** Without what says where to go on. */
const fromTheStart = (soql: Soql): Soql => {
  const parts = soql.where === null ? [] : 'all' in soql.where ? soql.where.all : [soql.where]
  if (parts.some((part) => 'field' in part && (part.operator === '=' || part.operator === 'IN') && /Id$/.test(part.field)))
    return soql
  const kept = parts.filter((part: Condition) => 'field' in part && !/^(Id|SystemModstamp)$/i.test(part.field))
  return { ...soql, where: kept.length === 0 ? null : { all: kept } }
}

const batchOf = (request: FastifyRequest): number => {
  const wanted = /batchSize=(\d+)/.exec(String(request.headers['sforce-query-options'] ?? ''))?.[1]
  const batch = Math.min(2_000, Math.max(200, Number(wanted ?? 2_000)))
  // Edits during paging and a circle need pages.
  const isShort = suffersHere(request, 'short_batch') || suffers(request, 'edits_during_paging') || suffers(request, 'circle')
  return isShort ? Math.ceil(batch / 10) : batch
}

const counted = (request: FastifyRequest, { soql, totalSize }: Running): object => {
  const total = countedAs(request, totalSize)
  const aliases = soql.select.flatMap((each) => ('count' in each ? each.alias : []))
  if (aliases.length === 0) return { totalSize: total, done: true, records: [] }
  const record = { attributes: { type: 'AggregateResult' }, ...Object.fromEntries(aliases.map((alias) => [alias, total])) }
  return { totalSize: 1, done: true, records: [record] }
}

const page = (
  locators: Locators,
  request: FastifyRequest<Asked>,
  { running, batch, given }: { readonly running: Running; readonly batch: number; readonly given: number },
): object => {
  const { account, records } = orgOf(request)
  const { rows, shown } = running.take(batch)
  if (running.entity !== null) {
    const page = rows.map((row) => (row as EntityRow).record)
    editAround(request, records, running.entity, page)
  }
  const isDone = running.isDone && !isEndless(request)
  const next = isDone ? undefined : locators.put({ account, running, batch, given: given + rows.length })
  return {
    ...{ totalSize: running.totalSize, done: isDone },
    ...(next !== undefined && { nextRecordsUrl: `/services/data/${request.params.version}/query/${next}` }),
    records: shown,
  }
}
