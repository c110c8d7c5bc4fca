import { getCountries } from 'libphonenumber-js/min'
import { z } from 'zod'
import { isKnownTime, yearsKnown } from './shapes/times.ts'

/** Names for shapes that many actions share. Each is documented once, here. */

const countries: ReadonlySet<string> = new Set(getCountries())

/** ISO 3166-1 alpha-2, of a country whose phone numbers are known. */
export const CountryCode = z
  .string()
  .refine((code) => countries.has(code), 'is not a country code')
  .describe('ISO 3166-1 alpha-2, such as DE')

/** The names of shapes. A registry apart from zod's own: who does not ask for names, as tools for assistants, gets every shape written out. */
export const schemaNames = z.registry<{ id: string; extends?: string }>()

/**
 * A record with a name: OpenAPI refers to it, the client has a type of it, the reference shows it once. A name is a noun of the field in
 * the singular, belongs to one shape, and a shape is either taken or answered, never both (`npm run docs` refuses anything else).
 */
export const shape = <Members extends z.core.$ZodLooseShape>(id: string, members: Members) =>
  z.object(members).register(schemaNames, { id })

/**
 * All of another shape and more, with a name of its own: `DealDetail` of `Deal`. The client's type extends the other's, the reference
 * names it.
 */
export const extension = <Members extends z.core.$ZodShape, More extends z.core.$ZodLooseShape>(
  id: string,
  base: z.ZodObject<Members>,
  more: More,
) => base.extend(more).register(schemaNames, { id, extends: nameOfShape(base) })

const nameOfShape = (of: z.ZodType): string => {
  const { id } = schemaNames.get(of) ?? {}
  if (id === undefined) throw new Error('an extension of a shape without a name')
  return id
}

/** One of a few words, with a name: a state, a kind, a role. It reads the same both ways, so it may be taken and answered. */
export const choice = <const Words extends readonly string[]>(id: string, words: Words) =>
  z.enum(words).register(schemaNames, { id })

/** A record that another one speaks of: what to open, and how it is called. */
export const Reference = shape('Reference', { id: z.uuid(), name: z.string() })
/** A contact that may have no name. */
export const ContactReference = shape('ContactReference', { id: z.uuid(), name: z.string().nullable() })
/** A member, also of long ago. */
export const MemberReference = shape('MemberReference', { id: z.uuid(), name: z.string().nullable() })
export const UserReference = shape('UserReference', { id: z.uuid(), name: z.string(), email: z.string() })
export const OrganizationReference = shape('OrganizationReference', { id: z.uuid(), name: z.string(), slug: z.string() })

/** The author of what a step of a workflow wrote. Kept as a name: workflows are renamed, and go. */
export const AuthorWorkflow = z.string().nullable().describe('The workflow whose step did it, by the name that it had then')

/** Why something came to nothing: for programs, and for people. */
export const Reason = shape('Reason', { code: z.string(), message: z.string() })

/** What is for the caller, or for all. */
export const Whose = choice('Whose', ['mine', 'all'])

/** How something that was tried has ended. */
export const DoneOrFailed = choice('DoneOrFailed', ['done', 'failed'])

/** From outside to the workspace, or from it. */
export const Direction = choice('Direction', ['in', 'out'])

/** How a list is paged: by the id of the last record of the page before. */
export const Cursor = z.uuid().describe('`next_cursor` of the previous page')
export const PageSize = z.int().min(1).max(200).default(50).describe('Records per page')

/** The orders of a list, the usual one first: a field of its records, with a minus for descending. */
export const orders = <const Names extends readonly [string, ...string[]]>(...names: Names) =>
  z
    .enum(names)
    .default(names[0] as z.core.util.NoUndefined<Names[number]>)
    .describe('Field to sort by, descending with a minus. A cursor holds for the order it was given in.')

/** An instant, RFC 3339. Sent in UTC with Z. */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => isKnownTime(Date.parse(text)), yearsKnown)
  .describe('RFC 3339, such as 2026-11-21T10:00:00Z')

/** A day of the calendar. */
export const Day = z.iso.date().refine((text) => isKnownTime(Date.parse(text)), yearsKnown)

/** Of a list that can be searched (`searchBehind`). */
export const SearchBehind = z
  .int()
  .nullable()
  .describe(
    'With a search: how many seconds it is behind, 0 where it is up to date. The newest records are not found until then',
  )

/** What was typed into a search field. */
export const SearchText = z
  .string()
  .trim()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'is not valid text')
