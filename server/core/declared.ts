import { z } from 'zod'
import { choice } from '#shapes'
import type { Role } from './actions/caller.ts'
import type { ErrorDefinition } from './errors.ts'
import type { HeldWork } from './held.ts'
import type { NoticeTopic } from './notice-topics.ts'

/** What people are told of without having asked. The words are the app's. */
export interface NoticeDefinition<Kind extends string = string> {
  readonly kind: Kind
  readonly about: string
  /** Who needs to know: this role and those above. */
  readonly least: Role
  /** By which each person chooses how to be notified of it. */
  readonly topic: NoticeTopic
  /** A line for emails and push messages: names and numbers, never what was written. Without it, `about` stands there. */
  readonly line?: (facts: NoticeFacts) => string
  /** The path of the page that it leads to; the list of notices without it. */
  readonly page?: (subjectId: string, facts: NoticeFacts) => string
  /** Of all who see it in the app, the one member who is mailed and pushed to; all of them where it answers null. */
  readonly responsible?: (facts: NoticeFacts) => string | null
  /** No email leaves about it at once: it is about one, or its module writes one of its own to those who want that. */
  readonly isMailed?: true
}

export type NoticeFacts = Readonly<Record<string, string | number | null>>

/** The notices of a module; each carries its own kind. */
export const notices = <const Given extends Record<string, Omit<NoticeDefinition, 'kind'>>>(given: Given) =>
  Object.fromEntries(Object.entries(given).map(([kind, one]) => [kind, { ...one, kind }])) as {
    readonly [Kind in keyof Given & string]: NoticeDefinition<Kind>
  }

/**
 * What all modules declare, for shapes of the modules at the bottom: an API key is made by a module that stands below every other,
 * and offers the scopes of all. `assemble` fills it, once, before anything is asked.
 */
export const declared = {
  /** Scope → what it allows, in words. */
  scopes: new Map<string, string>(),
  notices: new Map<string, NoticeDefinition>(),
  /** By code. */
  errors: new Map<string, ErrorDefinition>(),
  /** By name. */
  held: new Map<string, HeldWork>(),
}

/** One of the names of a list that is complete when it is first asked for. */
export const oneOf = (id: string, names: () => Iterable<string>) => {
  let made: z.ZodEnum<Record<string, string>> | undefined
  return z.lazy(() => {
    // A schema that describes this one asks again: a name belongs to one shape.
    made ??= choice(id, [...names()])
    return made
  })
}
