import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reply } from '#core/actions/dispatch.ts'
import type { Failure } from '#core/errors.ts'
import { acceptedLocale, Locale } from '#shapes/languages.ts'
import type { Frame } from './frames.ts'

/** What the pages are given: to ask for an action as a visitor, and to answer. */
export interface Pages {
  ask(request: FastifyRequest, name: string, body: object, idempotencyKey?: string): Promise<Reply>
  send(request: FastifyRequest, reply: FastifyReply, status: number, page: string): FastifyReply
  refuse(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply
  /** The website that shows the page in a frame; null where it stands by itself. */
  frameOf(request: FastifyRequest): Frame | null
  readonly now: () => Date
}

/** The language that the visitor chose, or else the browser's; English where we speak neither. */
export const localeOf = (request: FastifyRequest): string => {
  const accepted = acceptedLocale(request.headers['accept-language'])
  const chosen = Locale.safeParse((request.query as { lang?: unknown }).lang).data
  if (!chosen) return accepted ?? 'en'
  // `pt` chosen in a browser that says pt-BR: dates and times as there.
  return accepted?.split('-')[0] === chosen ? accepted : chosen
}

/** A parameter of an address, where it is one text of a form that is known. */
export const textOf = (request: FastifyRequest, name: string, pattern: RegExp): string | null => {
  const value = (request.query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' && pattern.test(value) ? value : null
}
