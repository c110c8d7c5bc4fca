import type { FastifyRequest } from 'fastify'
import type { CrmRecords } from '../crm/records.ts'
import type { Entity } from '../crm/seed.ts'
import { entityOf } from './objects.ts'
import { invalid } from './refusals.ts'

/** A request whose token is known. */
export interface Asked {
  Params: Readonly<Record<string, string>>
  Querystring: Readonly<Record<string, string | readonly string[] | undefined>>
  Body: unknown
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the portal that the token is of. */
    hubspot?: { readonly account: string; readonly records: CrmRecords }
  }
}

export const portalOf = (request: {
  hubspot?: FastifyRequest['hubspot']
}): { readonly account: string; readonly records: CrmRecords } => {
  if (!request.hubspot) throw new Error('a request without its portal')
  return request.hubspot
}

/** The kind of objects that a path names. */
export const kindIn = (params: Asked['Params'], name = 'type'): Entity => {
  const found = entityOf(params[name] ?? '')
  if (!found) throw invalid(`Unable to infer object type from: ${params[name]}`)
  return found
}

/** Repeated, or separated by commas. */
export const listIn = (value: string | readonly string[] | undefined): readonly string[] =>
  [value ?? []]
    .flat()
    .flatMap((each) => each.split(','))
    .filter((each) => each !== '')

export const limitIn = (query: Asked['Querystring'], usual: number, most: number): number => {
  const { limit = String(usual) } = query
  if (typeof limit !== 'string' || !/^\d{1,6}$/.test(limit) || Number(limit) < 1 || Number(limit) > most)
    throw invalid(`Invalid limit: between 1 and ${most}.`)
  return Number(limit)
}

/** Items of a batch, each an object. */
export const inputsIn = (body: unknown, most: number): readonly Readonly<Record<string, unknown>>[] => {
  const inputs = (body as { inputs?: unknown } | null)?.inputs
  if (!Array.isArray(inputs) || inputs.length === 0) throw invalid('Invalid input JSON: inputs are missing')
  if (inputs.length > most) throw invalid(`Batches have at most ${most} inputs.`)
  if (!inputs.every((each) => each !== null && typeof each === 'object'))
    throw invalid('Invalid input JSON: an input is no object')
  return inputs
}
