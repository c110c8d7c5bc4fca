import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reply } from '#core/actions/dispatch.ts'
import type { Failure } from '#core/errors.ts'
import { acceptedLocale, Locale } from '#shapes/languages.ts'
import type { ViewLog } from '../views/view-log.ts'

/** What the pages are given: to ask for an action as a visitor, and to answer. */
export interface Pages {
  ask(request: FastifyRequest, name: string, body: object): Promise<Reply>
  send(request: FastifyRequest, reply: FastifyReply, status: number, page: string): FastifyReply
  refuse(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply
  readonly views: ViewLog
  readonly now: () => Date
  /** Whether the pages are reached by TLS: their cookie then goes no other way. */
  readonly isSecure: boolean
}

/** Chosen on the page, or else the browser's; null where we speak neither. */
export const wishedLocale = (request: FastifyRequest): string | null => {
  const accepted = acceptedLocale(request.headers['accept-language'])
  const chosen = chosenLocale(request)
  if (!chosen) return accepted
  // `pt` chosen in a browser that says pt-BR: dates and numbers as there.
  return accepted?.split('-')[0] === chosen ? accepted : chosen
}

/** The language of a page; `otherwise` where the visitor wishes for none that we speak. */
export const localeOf = (request: FastifyRequest, otherwise = 'en'): string => wishedLocale(request) ?? otherwise

export const chosenLocale = (request: FastifyRequest): string | null =>
  Locale.safeParse((request.query as { lang?: unknown }).lang).data ?? null

/** A parameter of an address, where it is one text of usual length. */
export const textOf = (request: FastifyRequest, name: string): string | null => {
  const value = (request.query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' && value.trim() !== '' && value.length <= 255 ? value.trim() : null
}
