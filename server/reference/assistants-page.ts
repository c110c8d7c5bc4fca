import { readFileSync } from 'node:fs'
import path from 'node:path'
import { declared } from '#core/declared.ts'
import type { Described } from './api-model.ts'
import { replaceBetween } from './derived-tables.ts'

const page = path.join(import.meta.dirname, '../../docs/mcp.md')

/** docs/mcp.md as it must read: its prose as it is, and the tools of each scope. */
export const assistantsPage = (actions: readonly Described[]): string =>
  replaceBetween(readFileSync(page, 'utf8'), 'tools', toolsTable(actions))

const toolsTable = (actions: readonly Described[]): string => {
  const tools = actions.filter(({ transports }) => transports.includes('mcp'))
  const rows = [...declared.scopes.keys()].flatMap((scope) => {
    const named = tools.filter((tool) => tool.scope === scope).map(({ name }) => `[\`${name}\`](api/${name}.md)`)
    return named.length === 0 ? [] : `| \`${scope}\` | ${named.join(', ')} |`
  })
  return ['| Scope | Tools |', '| --- | --- |', ...rows, ''].join('\n')
}
