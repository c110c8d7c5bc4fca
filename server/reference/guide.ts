import type { Transport } from '#core/actions/action.ts'
import { roles } from '#core/actions/caller.ts'
import { declared } from '#core/declared.ts'
import type { Described } from './api-model.ts'

/** What applies to every action: the first page for a developer. Markdown, by heading. */
export const guide = (actions: readonly Described[], address: string): { title: string; text: string }[] => [
  {
    title: 'Two APIs',
    text: `\`POST /v1/leads\` accepts leads with an API key. It is public and versioned: \`/v1\` is supported for at least 12 months after a successor.

\`POST /gateway\` calls every other action: its name in \`type\`, its fields next to it. The app itself uses it, and it may change with the app. \`GET /gateway\` is a health check.

Bodies are JSON. Unknown fields are ignored, so a client may be newer than the server; if a member appears twice, the last one counts. Identifiers are UUIDv7, times are RFC 3339 in UTC. Text limits count Unicode characters.`,
  },
  {
    title: 'With the client',
    text: `\`@foyer/client\` has no dependencies and runs in Node, browsers and workers. It has types for the name, input, output and error codes of every action, and retries automatically where that is safe.

\`\`\`ts
import { makeFoyer } from '@foyer/client'

const foyer = makeFoyer({ address: '${address}', key: 'fo_live_…', token: () => freshToken() })

const { lead_id } = await foyer.leads.create({ email: 'maya@example.com', source: 'Apollo', external_id: 'apollo-8812' })
const { leads } = await foyer.call('list-leads', { limit: 10 })

const result = await foyer.try.call('show-lead', { leadId: lead_id })
if (!result.ok && result.error.code === 'lead_not_found') console.log('gone')
\`\`\``,
  },
  {
    title: 'Credentials',
    text: `**A token** belongs to a user: a JWT valid for 15 minutes (ES256; keys at \`/.well-known/jwks.json\`), sent as \`Authorization: Bearer …\`. The app gets it from \`get-token\` with its session cookie; a script gets one from \`npx foyer token --org SLUG --email E\`. Removing a member or ending a session invalidates its tokens at once.

**A key** belongs to a program: \`fo_live_…\`, from Settings → API keys, sent the same way. Its scopes determine what it can do.

The credential alone determines the organization. An \`orgId\`, \`userId\`, \`userEmail\` or \`identity\` in a body that does not match the credential is rejected with 403 in every action. A record of another organization is treated as missing: 404.`,
  },
  { title: 'Roles', text: rolesTable(actions) },
  { title: 'Scopes', text: scopesTable(actions) },
  {
    title: 'Limits',
    text: `Each action has its own limit, counted per user or key, and per client address for calls without a credential. It applies across all processes and restarts. \`RateLimit-Policy\` and \`RateLimit\` (IETF draft) are part of every response after authentication; a 429 contains the whole seconds to wait in \`Retry-After\`, the same number as in its text.

The order of checks: 401 and 403, then 429, then 413, then 400, then the rest. The first three are returned without waiting for the body.`,
  },
  {
    title: 'Safe retries',
    text: `Send an \`Idempotency-Key\` (1 to 255 visible characters; a UUID is good) with every write. The same key and payload return the first response again with \`Idempotent-Replayed: true\`; a different payload is rejected with 422, and 409 means that the first call is still in progress. Keys are valid for 24 hours and belong to one credential.

The client does this for every write, so it can retry after a lost response, 429, 502, 503 or 504, with exponential backoff and jitter. Calls without a credential are sent once: idempotency keys are stored per credential.

For leads, prefer \`external_id\`: it never expires.`,
  },
  {
    title: 'Errors',
    text: `Every error is \`{"error", "code", "request_id", "field"?}\`: a message, a stable code, the id to search for in the log, and the invalid member of the body. With \`Accept: application/problem+json\` the same data is returned as RFC 9457. [All error codes, and how to fix them](/docs/errors).`,
  },
  {
    title: 'Lists',
    text: `Lists are newest first and return \`next_cursor\`: send it as \`cursor\` for the next page, until it is \`null\`. New records do not shift the pages.

\`\`\`ts
for await (const { leads } of foyer.pages('list-leads', { source: 'apollo' })) console.log(leads.length)
\`\`\``,
  },
  {
    title: 'Live updates',
    text: `\`GET /live\` with a user's token is a stream of server-sent events, each named after the kind of record that changed in the workspace; reload the affected data. After a gap the client emits \`everything\`. For other programs there are webhooks: [webhook events](/docs/events).

\`\`\`ts
const line = foyer.live(({ type }) => console.log(type))
\`\`\``,
  },
  {
    title: 'Assistants',
    text: `\`POST /mcp\` serves the Model Context Protocol over streamable HTTP, with a token or a key as above. Its tools are the actions with the transport \`mcp\`, limited by the role of the token or the scopes of the key: ${namesOf(actions, 'mcp')}.`,
  },
  { title: 'Workflows', text: `${workflowsText} ${namesOf(actions, 'workflow')}.` },
  {
    title: 'Files',
    text: `\`GET /download/<action>\` streams a file, with the session cookie or a token; parameters that an address has no room for are sent as a form by \`POST\`. To upload a CSV, call \`create-upload\`, then \`PUT /uploads/<id>/content?from=<byte>\` in parts of any size; resume an interrupted upload from \`received_bytes\`.

\`\`\`ts
const { upload } = await foyer.call('create-upload', { name: 'leads.csv', size: file.size })
await foyer.upload(upload.id, file, { onProgress: (sent) => console.log(sent) })
\`\`\`

A PDF for a template is sent in one request, \`PUT /template-files?name=<file name>\`; the \`id\` of its answer is the \`file\` of \`create-template\`.

\`\`\`ts
const { id } = await foyer.uploadTemplateFile(file, { name: 'order-form.pdf' })
await foyer.call('create-template', { name: 'Order form', kind: 'pdf', file: id })
\`\`\`

A file that answers are taken from goes to \`PUT /knowledge-files?name=<file name>\` (\`foyer.uploadKnowledgeFile\`); the \`id\` of its answer is the \`file\` of \`save-knowledge\`.

A file for a contact, company, lead or deal goes to \`PUT /record-files?name=<file name>\` (\`foyer.uploadRecordFile\`); the \`id\` of its answer is the \`fileId\` of \`add-record-file\`. The PDF of a paper that a client signed with a pen goes there, too; \`upload-signed-file\` adds it to its document and answers the \`url\` for \`sign-document\`.`,
  },
]

const workflowsText =
  'How workflows are built, run and corrected stands in `docs/workflows.md` of the repository. A step of a workflow may call the actions with the transport `workflow`, limited by the role with which the workflow was published. It acts as the workflow: without a user, and what it writes has the workflow as its author. Each step has an `Idempotency-Key` of its own, so its action is done once. [`list-workflow-steps`](/docs/list-workflow-steps) has their schemas. The actions:'

const namesOf = (actions: readonly Described[], transport: Transport): string =>
  actions
    .filter(({ transports }) => transports.includes(transport))
    .map(({ name }) => `[\`${name}\`](/docs/${name})`)
    .join(', ')

const rolesTable = (actions: readonly Described[]): string => {
  const people = actions.filter(({ who }) => (roles as readonly string[]).includes(who))
  const names = (who: string): string =>
    people
      .filter((action) => action.who === who)
      .map(({ name }) => `[\`${name}\`](/docs/${name})`)
      .join(', ') || 'nothing else'
  return `A user has one role in each workspace; a higher role includes the lower ones. A token carries the role at issue time; if the role has since been lowered, the lower one applies.

| Role | Actions, in addition to the roles above |
|---|---|
| member | ${names('member')} |
| admin | ${names('admin')} |
| owner | ${names('owner')} |`
}

const scopesTable = (actions: readonly Described[]): string => {
  const scopes = [...new Set(actions.flatMap(({ scope }) => scope ?? []))].sort()
  const about: Readonly<Record<string, string>> = Object.fromEntries(declared.scopes)
  return `| Scope of a key | | Actions |
|---|---|---|
${scopes
  .map(
    (scope) =>
      `| \`${scope}\` | ${about[scope] ?? ''} | ${actions
        .filter((action) => action.scope === scope)
        .map(({ name }) => `[\`${name}\`](/docs/${name})`)
        .join(', ')} |`,
  )
  .join('\n')}`
}
