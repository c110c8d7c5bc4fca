import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The icons that the app shows, out of the 6,000 of Tabler. `npm run icons` writes them into src/icons after an import from
 * '#icons' has come or gone: who installs Foyer gets a hundred small files instead of 90 MB. A file each, so that a page loads
 * its own alone.
 */
const source = fileURLToPath(new URL('src', import.meta.url))
const folder = path.join(source, 'icons')
const library = path.join(import.meta.dirname, '../node_modules/@tabler/icons')

type Shapes = Readonly<Record<string, readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]>>

/** What is written by hand in that folder. */
export const isOurs = (name: string): boolean => name === 'icon.tsx' || name.endsWith('.test.ts')

/** By file name, what is to be in src/icons beside icon.tsx. */
export const iconFiles = (): ReadonlyMap<string, string> => {
  const known = iconsOfTabler()
  const files = new Map<string, string>()
  const names = iconsInUse()
  for (const name of names) {
    const icon = known.get(name)
    if (!icon) throw new Error(`Tabler has no ${name}.`)
    files.set(`${icon.file}.ts`, sourceOf(name, icon))
  }
  const exports = [
    ['icon', 'tsx', 'type { Icon, IconProps }'] as const,
    ...names.map((name) => [known.get(name)?.file ?? '', 'ts', `{ ${name} }`] as const),
  ].sort(([one], [other]) => (one < other ? -1 : 1))
  files.set(
    'index.ts',
    `${written}${exports.map(([file, kind, what]) => `export ${what} from './${file}.${kind}'\n`).join('')}`,
  )
  files.set('LICENSE', `What is drawn in this folder is from Tabler Icons.\n\n${read('LICENSE')}`)
  return files
}

const written = '// Written by `npm run icons`.\n'

const sourceOf = (name: string, { style, paths }: Drawn): string => {
  const lines = paths.map((line) => `'${line}'`)
  const short = `export const ${name} = /* @__PURE__ */ ${style}([${lines.join(', ')}])`
  const long = `export const ${name} = /* @__PURE__ */ ${style}([\n${lines.map((line) => `  ${line},\n`).join('')}])`
  return `${written}import { ${style} } from './icon.tsx'\n\n${short.length > 128 ? long : short}\n`
}

interface Drawn {
  readonly file: string
  readonly style: 'outline' | 'filled'
  readonly paths: readonly string[]
}

const read = (file: string): string => readFileSync(path.join(library, file), 'utf8')

const iconsOfTabler = (): ReadonlyMap<string, Drawn> => {
  const icons = new Map<string, Drawn>()
  for (const style of ['outline', 'filled'] as const) {
    for (const [name, shapes] of Object.entries(JSON.parse(read(`tabler-nodes-${style}.json`)) as Shapes)) {
      if (shapes.some(([tag, attributes]) => tag !== 'path' || Object.keys(attributes).join() !== 'd')) continue
      const file = style === 'outline' ? name : `${name}-filled`
      const inCapitals = file.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      icons.set(`Icon${inCapitals.join('')}`, { file, style, paths: shapes.map(([, { d = '' }]) => d) })
    }
  }
  return icons
}

const iconsInUse = (): readonly string[] => {
  const texts = globSync('**/*.{ts,tsx}', { cwd: source }).map((file) => readFileSync(path.join(source, file), 'utf8'))
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/^import \{([^}]*)\} from '#icons'/gm)].map(([, names = '']) => names),
  )
  const names = imported.flatMap((list) => list.split(',')).map((name) => name.trim())
  return [...new Set(names.filter((name) => name.startsWith('Icon')))].sort()
}

if (import.meta.main) {
  const files = iconFiles()
  mkdirSync(folder, { recursive: true })
  for (const name of globSync('*', { cwd: folder })) if (!isOurs(name) && !files.has(name)) rmSync(path.join(folder, name))
  for (const [name, text] of files) writeFileSync(path.join(folder, name), text)
}
