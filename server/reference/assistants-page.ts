import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { AnyAction } from '#core/actions/action.ts'
import { declared } from '#core/declared.ts'
import { replaceBetween } from './derived-tables.ts'

const page = path.join(import.meta.dirname, '../../docs/mcp.md')

/** docs/mcp.md as it must read: its prose as it is, and the tools of each scope. */
export const assistantsPage = (actions: readonly AnyAction[]): string =>
  replaceBetween(readFileSync(page, 'utf8'), 'tools', toolsTable(actions))

const toolsTable = (actions: readonly AnyAction[]): string => {
  const tools = actions.filter(({ transports }) => transports.includes('mcp'))
  const rows = [...declared.scopes.keys()].flatMap((scope) => {
    const named = tools.filter((action) => scopeOf(action) === scope).map(({ name }) => `[\`${name}\`](api/${name}.md)`)
    return named.length === 0 ? [] : `| \`${scope}\` | ${named.join(', ')} |`
  })
  return ['| Scope | Tools |', '| --- | --- |', ...rows, ''].join('\n')
}

const scopeOf = ({ who, scope }: AnyAction): string | undefined => (who.startsWith('key:') ? who.slice(4) : scope)
