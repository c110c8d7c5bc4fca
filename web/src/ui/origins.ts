import { CallError } from '#web/gateway.ts'

/** The lines of the field, as the server takes them: a bare name stands for its https address. */
export const originsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((line) => line !== '')
    .map((line) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(line) ? line : `https://${line}`))

/** The first line (from 1) that is no address of a website; null when all are. */
export const wrongLine = (text: string): number | null => {
  const at = originsOf(text).findIndex((line) => !/^https?:\/\//i.test(line) || !URL.canParse(line))
  return at === -1 ? null : at + 1
}

/** The line (from 1) that the server refused, of the list in this field of its input; null where it refused none. */
export const refusedLine = (error: unknown, field: string): number | null => {
  if (!(error instanceof CallError)) return null
  const [name, at] = error.field?.split('.') ?? []
  return name === field && at !== undefined ? Number(at) + 1 : null
}
