import type { z } from 'zod'

/** Where an issue is: the step by its id (by its place where it has none), the field in it, and the path in the body. */
export const placeOfIssue = (
  { path }: Pick<z.core.$ZodIssue, 'path'>,
  definition: unknown,
): { readonly node: string | null; readonly field: string; readonly path: readonly string[] } => {
  const names = path.map(String)
  if (names[0] !== 'nodes' || names[1] === undefined) return { node: null, field: names.join('.'), path: names }
  const nodes = (definition as { nodes?: readonly { id?: unknown }[] }).nodes
  const id = nodes?.[Number(names[1])]?.id
  const isName = typeof id === 'string' && /^[a-z][a-z0-9_]{0,39}$/.test(id)
  return { node: isName ? id : String(Number(names[1]) + 1), field: names.slice(2).join('.'), path: names }
}

/** What is wrong, so that it reads on from the name of the field. */
export const wordsOfIssue = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kindWords[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.origin === 'string' ? 'is empty' : `must be at least ${issue.minimum}${ofLength(issue.origin)}`
    case 'too_big':
      return `may be at most ${issue.maximum}${ofLength(issue.origin)}`
    case 'unrecognized_keys':
      return `has members that are not known here: ${issue.keys
        .slice(0, 5)
        .map((name) => name.slice(0, 40))
        .join(', ')}`
    case 'invalid_value':
      return issue.values.length <= 12
        ? `must be one of: ${issue.values.map(String).join(', ')}`
        : 'is not one of the known values'
    case 'invalid_union':
      return 'discriminator' in issue && issue.discriminator !== undefined
        ? 'is of no known kind'
        : 'is none of what may stand here'
    case 'invalid_key':
      return 'has a name that cannot be used: letters, digits and underscores, beginning with a letter'
    case 'invalid_format':
      return issue.format === 'regex'
        ? 'may have a-z, 0-9 and _, and begins with a letter'
        : 'is not of the form that is asked for'
    default:
      return 'is not valid'
  }
}

const kindWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

const ofLength = (origin: string): string => (origin === 'string' ? ' characters' : origin === 'array' ? ' long' : '')
