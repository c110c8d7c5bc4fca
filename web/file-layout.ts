import type { Plugin } from 'vite'

interface Layout {
  readonly plugin: Plugin
  /** Whether a module comes with the frame of the pages inside, and no page outside needs it. */
  isInside(module: string): boolean
  /** Of the files that an import from `host` asks for ahead, those that are not there already. Names of the build's files. */
  missingTo(host: string, files: readonly string[]): string[]
}

/**
 * Which module goes into which file of the build. The pages outside (sign-in) load what they share with all; `inside.ts` is one file
 * with all that is its own, however many pages import parts of it, because it is there before any of them.
 */
export const fileLayout = (): Layout => {
  const inside = new Set<string>()
  const withAll = new Map<string, ReadonlySet<string>>()
  return {
    plugin: {
      name: 'file-layout',
      apply: 'build',
      enforce: 'pre',
      buildEnd() {
        const graph = (id: string) => this.getModuleInfo(id)
        const ids = [...this.getModuleIds()]
        const icons = new Map(ids.filter(isIcon).map((id) => [/\bIcon[A-Z]\w*/.exec(graph(id)?.code ?? '')?.[0], id]))
        const staticallyFrom = (starts: readonly string[]): ReadonlySet<string> =>
          reached(starts, (id) => [
            ...(graph(id)?.importedIds ?? []).filter(isOurs),
            // The file that exports all icons would count each of them as imported.
            ...[...(graph(id)?.code ?? '').matchAll(/\bIcon[A-Z]\w*/g)].flatMap(([name]) => icons.get(name) ?? []),
          ])
        const main = staticallyFrom(ids.filter((id) => id.endsWith('/src/main.tsx')))
        const later = [...main].flatMap((id) => graph(id)?.dynamicallyImportedIds ?? [])
        const outside = staticallyFrom([...main, ...later.filter((id) => !isInsideEntry(id))])
        for (const id of staticallyFrom(later.filter(isInsideEntry))) if (!outside.has(id) && !isInsideEntry(id)) inside.add(id)
      },
      generateBundle(_options, bundle) {
        for (const name of Object.keys(bundle)) {
          const files = reached([name], (each) => {
            const file = bundle[each]
            return file?.type === 'chunk' ? file.imports : []
          })
          const styles = [...files].flatMap((each) => {
            const file = bundle[each]
            return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : []
          })
          withAll.set(name, new Set([...files, ...styles]))
        }
      },
    },
    isInside: (module) => inside.has(module),
    // Else every page of the list would name what all pages share: 2 KB of the first view.
    missingTo: (host, files) => files.filter((file) => !withAll.get(host)?.has(file)),
  }
}

const isInsideEntry = (module: string): boolean => module.endsWith('/src/inside.ts')

const isIcon = (module: string): boolean => /\/web\/src\/icons\/(?!index\.)[\w-]+\.ts$/.test(module)
const isOurs = (module: string): boolean => /\/web\/src\/(?!icons\/)/.test(module)

const reached = (starts: readonly string[], next: (from: string) => readonly string[]): ReadonlySet<string> => {
  const found = new Set(starts)
  for (const each of found) for (const other of next(each)) found.add(other)
  return found
}
