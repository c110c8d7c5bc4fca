import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { operatingPage } from '#cli/operating-page.ts'
import type { AnyAction } from '#core/actions/action.ts'
import { catalogue } from '#domains/catalogue.ts'
import { clientTypes } from './client-types.ts'
import { openapi } from './openapi.ts'
import { actionPage, describeAll, errorsPage, eventsPage, guidePage, indexPage } from './pages.ts'

const root = path.join(import.meta.dirname, '../..')
/** The address in committed pages; a running server shows its own. */
const address = 'http://localhost:3000'

/** Every file that is derived, by its path. A test compares them with what is committed. */
export const derivedPages = (): Map<string, string> => {
  const actions = catalogue as readonly AnyAction[]
  const described = describeAll(actions, address)
  return new Map([
    ['docs/errors.md', errorsPage()],
    ['docs/operating.md', operatingPage()],
    ['docs/api/index.md', indexPage(described)],
    ['docs/api/guide.md', guidePage(described, address)],
    ['docs/api/events.md', eventsPage()],
    ['docs/api/openapi.json', `${JSON.stringify(openapi(actions, { address: '/', version: '1' }), null, 2)}\n`],
    ['client/src/wire.ts', clientTypes(actions)],
    ...described.map((action) => [`docs/api/${action.name}.md`, actionPage(action)] as const),
  ])
}

if (import.meta.main) {
  const pages = derivedPages()
  const api = path.join(root, 'docs/api')
  mkdirSync(api, { recursive: true })
  for (const file of readdirSync(api)) if (!pages.has(`docs/api/${file}`)) rmSync(path.join(api, file))
  let changed = 0
  for (const [file, text] of pages) {
    const whole = path.join(root, file)
    try {
      if (readFileSync(whole, 'utf8') === text) continue
    } catch {
      // new
    }
    writeFileSync(whole, text)
    changed++
  }
  console.log(`${pages.size} files, ${changed} written`)
}
