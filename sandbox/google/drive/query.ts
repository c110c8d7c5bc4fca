import { DocsRefusal, type FileRow } from '../docs/rows.ts'

type Test = (row: FileRow, clientId: string) => boolean

const literal = String.raw`'((?:[^'\\]|\\.)*)'`
const plain = (text: string): string => text.replaceAll(/\\(.)/g, '$1')
const term = (pattern: string): RegExp => new RegExp(`^${pattern}$`)

/** The terms of `q` that this double knows (https://developers.google.com/workspace/drive/api/guides/ref-search-terms). */
const terms: readonly (readonly [RegExp, (...parts: string[]) => Test])[] = [
  [term(String.raw`trashed\s*=\s*(true|false)`), (wanted) => (row) => String(row.isTrashed) === wanted],
  [
    term(String.raw`mimeType\s*=\s*${literal}`),
    (wanted = '') =>
      (row) =>
        row.mimeType === plain(wanted),
  ],
  [
    term(String.raw`name\s*=\s*${literal}`),
    (wanted = '') =>
      (row) =>
        row.name === plain(wanted),
  ],
  [
    term(String.raw`name\s+contains\s+${literal}`),
    (wanted = '') =>
      (row) =>
        row.name
          .toLowerCase()
          .split(/\s+/)
          .some((word) => word.startsWith(plain(wanted).toLowerCase())),
  ],
  [
    term(String.raw`${literal}\s+in\s+parents`),
    (wanted = '') =>
      (row) =>
        row.parents.includes(plain(wanted)),
  ],
  [
    term(String.raw`appProperties\s+has\s*\{\s*key\s*=\s*${literal}\s+and\s+value\s*=\s*${literal}\s*\}`),
    (key = '', value = '') =>
      (row, clientId) =>
        row.madeBy === clientId && row.appProperties[plain(key)] === plain(value),
  ],
]

/** What a query asks for. Terms that are joined by anything but `and` are none that this double knows. */
export const readQuery = (q: string): Test => {
  // The `and` within braces joins no terms.
  const parts = q.split(/\s+and\s+(?![^{]*\})/).map((part) => part.trim())
  const tests = parts.map((part) => {
    for (const [pattern, make] of terms) {
      const [whole, ...found] = pattern.exec(part) ?? []
      if (whole !== undefined) return make(...found)
    }
    throw new DocsRefusal('invalid')
  })
  return (row, clientId) => tests.every((test) => test(row, clientId))
}
