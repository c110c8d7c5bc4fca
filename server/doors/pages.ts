import type { AnyAction } from '#core/action.ts'
import { errors } from '#core/errors.ts'
import { type Described, describe, type Field } from './described.ts'

/** The reference as Markdown: committed under docs/api, served as it is to those who read with a program. */

const table = (fields: readonly Field[], withRequired: boolean): string => {
  if (fields.length === 0) return '_Nothing._\n'
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const head = withRequired ? '| Field | Type | Required | |\n|---|---|---|---|\n' : '| Field | Type | |\n|---|---|---|\n'
  return (
    head +
    fields
      .map(
        (field) =>
          `| \`${field.name}\` | ${cell(field.type)} | ${withRequired ? `${field.required ? 'yes' : ''} | ` : ''}${cell(field.about)} |\n`,
      )
      .join('')
  )
}

export const actionPage = (action: Described): string => `# ${action.name}

${action.summary}.
${action.description ? `\n${action.description}\n` : ''}
| | |
|---|---|
| Who | ${action.whoInWords} |
| Doors | ${action.doors.map((door) => `\`${door}\``).join(', ')} |
| Effect | ${action.effect === 'read' ? 'reads' : 'writes'} |
| Limit | ${action.limit.times.toLocaleString('en')} per ${action.limit.seconds} s |

## Takes

${table(action.inputFields, true)}
## Answers

${action.doors.includes('download') ? 'A file.\n' : table(action.outputFields, false)}
## Errors

| Status | Code | |
|---|---|---|
${action.errors.map((error) => `| ${error.status} | [\`${error.code}\`](../errors.md#${error.code}) | ${error.message} |`).join('\n')}
${action.examples.map((example) => `\n## Example: ${example.title}\n\n\`\`\`sh\n${example.curl}\n\`\`\`\n`).join('')}`

export const indexPage = (actions: readonly Described[]): string => `# The API of Foyer

Two surfaces: \`POST /v1/leads\` takes leads with an API key and is versioned; \`POST /gateway\` takes every other action with \`type\` in the body
and a token. \`GET /openapi.json\` describes both. This page and all below it are written from the catalogue (\`npm run docs\`).

| Action | | Who |
|---|---|---|
${actions.map((action) => `| [\`${action.name}\`](${action.name}.md) | ${action.summary} | ${action.whoInWords} |`).join('\n')}

## Good to know

- **Errors** are \`{"error", "code", "request_id", "field"?}\`; with \`Accept: application/problem+json\` the same facts come as RFC 9457. [All codes](../errors.md).
- **Order of checks:** 401 and 403, then 429, then 413, then 400, then the rest. The first three are answered without waiting for the body.
- **Limits** come with every answer past the key check as \`RateLimit-Policy\` and \`RateLimit\`; a 429 says in \`Retry-After\` how long to wait.
- **Unknown fields** are ignored, so that a caller may be ahead of the server. Of two members with one name the last counts.
- **Identifiers** are UUIDv7; **times** are RFC 3339 in UTC. Lists are read on with \`cursor\` = the \`next_cursor\` of the page before.
- **Text limits** count Unicode characters (code points). \`null\` and blank strings count as absent.
- **Idempotency-Key** on \`POST /v1/leads\`: the same key and payload give the first answer again with \`Idempotent-Replayed: true\`, another payload 422,
  and 409 while the first is under way (in another server process the answer is then simply the replay). Keys live 24 hours and belong to one API key.
`

export const errorsPage = (): string => `# Errors

Every code that Foyer answers with: what it means, and what to do. Written from \`server/core/errors.ts\` (\`npm run docs\`); a test keeps the two equal.
${Object.entries(errors)
  .map(([code, error]) => `\n## ${code}\n\n**${error.status}** · ${error.message}\n\n${error.mend}\n`)
  .join('')}`

/** llms.txt: the whole reference for a reader that is a program, short first. */
export const llmsText = (actions: readonly Described[], address: string): string => `# Foyer

> Leads come in through POST ${address}/v1/leads; everything else is an action of POST ${address}/gateway.

- [OpenAPI 3.1](${address}/openapi.json)
- [Errors](${address}/docs/errors.md)

## Actions

${actions.map((action) => `- [${action.name}](${address}/docs/${action.name}.md): ${action.summary}`).join('\n')}
`

export const describeAll = (actions: readonly AnyAction[], address: string): Described[] =>
  actions.map((action) => describe(action, address))
