import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { operatingPage } from '#cli/operating-page.ts'
import type { AnyAction } from '#core/action.ts'
import { catalogue } from '#domains/catalogue.ts'
import { openapi } from './openapi.ts'
import { actionPage, describeAll, errorsPage, indexPage } from './pages.ts'

const docs = path.join(import.meta.dirname, '../../docs')
/** The address in committed pages; a running server shows its own. */
const address = 'http://localhost:3000'

/** Every page that is derived, by its path below docs/. A test compares them with what is committed. */
export const derivedPages = (): Map<string, string> => {
  const actions = catalogue as readonly AnyAction[]
  const described = describeAll(actions, address)
  return new Map([
    ['errors.md', errorsPage()],
    ['operating.md', operatingPage()],
    ['api/index.md', indexPage(described)],
    ['api/openapi.json', `${JSON.stringify(openapi(actions, { address, version: '1' }), null, 2)}\n`],
    ...described.map((action) => [`api/${action.name}.md`, actionPage(action)] as const),
  ])
}

if (import.meta.main) {
  const pages = derivedPages()
  mkdirSync(path.join(docs, 'api'), { recursive: true })
  for (const file of readdirSync(path.join(docs, 'api'))) if (!pages.has(`api/${file}`)) rmSync(path.join(docs, 'api', file))
  let changed = 0
  for (const [file, text] of pages) {
    const whole = path.join(docs, file)
    try {
      if (readFileSync(whole, 'utf8') === text) continue
    } catch {
      // new
    }
    writeFileSync(whole, text)
    changed++
  }
  console.log(`${pages.size} pages, ${changed} written`)
}
