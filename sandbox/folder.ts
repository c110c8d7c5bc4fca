import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Whole or not at all: who reads beside us never sees half a file. */
export const writeWhole = (file: string, text: string | Buffer): void => {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${process.pid}.new`
  writeFileSync(fresh, text, { mode: 0o600 })
  renameSync(fresh, file)
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** What a double remembers of one kind. */
export interface Table<Row extends { readonly id: string }> {
  find(id: string): Row | undefined
  /** Newest first, by when a row was first put. */
  list(): readonly Row[]
  /** Adds a row or replaces the one with its id, on disk when this returns. */
  put(row: Row): Row
  remove(id: string): void
  empty(): void
  readonly count: number
}

/** The oldest go when there are more: a sandbox is no archive. */
const rowsKept = 2_000

/** Rows in a folder, a file each, and all of them in memory: they outlive a restart. One process writes. */
export const openTable = <Row extends { readonly id: string }>(folder: string): Table<Row> => {
  const rows = new Map<string, { readonly seq: number; readonly row: Row }>()
  let last = 0
  let newest: readonly Row[] | null = null
  // An id may come from outside, such as a key against doubles: a name of a file is what is safe in one.
  const fileOf = (id: string): string => path.join(folder, `${/^[\w-]{1,80}$/.test(id) ? id : digestOf(id)}.json`)

  for (const name of namesIn(folder)) {
    const kept = readRow<Row>(path.join(folder, name))
    if (!kept) continue
    rows.set(kept.row.id, kept)
    last = Math.max(last, kept.seq)
  }
  const remove = (id: string): void => {
    rows.delete(id)
    newest = null
    rmSync(fileOf(id), { force: true })
  }
  const oldest = (): string | undefined => {
    let found: { id: string; seq: number } | undefined
    for (const [id, { seq }] of rows) if (!found || seq < found.seq) found = { id, seq }
    return found?.id
  }

  return {
    find: (id) => rows.get(id)?.row,
    list: () => {
      newest ??= [...rows.values()].sort((a, b) => b.seq - a.seq).map(({ row }) => row)
      return newest
    },
    put(row) {
      const seq = rows.get(row.id)?.seq ?? ++last
      writeWhole(fileOf(row.id), JSON.stringify({ seq, row }))
      rows.set(row.id, { seq, row })
      newest = null
      if (rows.size > rowsKept) remove(oldest() as string)
      return row
    },
    remove,
    empty() {
      rows.clear()
      newest = null
      rmSync(folder, { recursive: true, force: true })
    },
    get count() {
      return rows.size
    },
  }
}

/** Null for what a machine left half written when its power went: a sandbox can do without. */
const readRow = <Row>(file: string): { seq: number; row: Row } | null => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    rmSync(file)
    return null
  }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
