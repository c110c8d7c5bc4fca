import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')

/** The server's own files, without tests, as paths from the root. */
export const serverFiles = globSync('server/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))

const texts = new Map<string, string>()
export const textOf = (file: string): string => {
  const known = texts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(path.join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

const aliases = Object.entries((JSON.parse(textOf('package.json')) as { imports: Record<string, string> }).imports)

const resolve = (file: string, from: string): string | null => {
  if (from.startsWith('.')) return path.normalize(path.join(path.dirname(file), from))
  for (const [alias, target] of aliases) {
    if (alias === from) return path.normalize(target)
    const [head = '', tail = ''] = alias.split('*')
    if (alias.includes('*') && from.startsWith(head) && from.endsWith(tail))
      return path.normalize(target.replace('*', from.slice(head.length)))
  }
  return null
}

/** What a text at a place imports from this project, as paths from the root, types too. */
export const importsIn = (file: string, text: string): string[] =>
  [...text.matchAll(/^(?:import|export)\s+[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm)]
    .map(([, from, bare, later]) => resolve(file, from ?? bare ?? later ?? ''))
    .filter((target) => target !== null)

export const importsOf = (file: string): string[] => importsIn(file, textOf(file))

/** `crm/deals` of a file below server/domains. */
export const moduleOf = (file: string): string | undefined => /^server\/domains\/([^/]+\/[^/]+)\//.exec(file)?.[1]

/** Sets of two and more that reach each other. */
export const ringsOf = (edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] => {
  const [index, low, open, rings] = [new Map<string, number>(), new Map<string, number>(), [] as string[], [] as string[][]]
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node) ?? 0)
    open.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (open.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(node) !== index.get(node)) return
    const ring = open.splice(open.indexOf(node))
    if (ring.length > 1) rings.push(ring.sort())
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return rings
}
