import { roles } from '#core/actions/caller.ts'
import { declared } from '#core/declared.ts'
import type { Described } from './api-model.ts'

/** What holds for every action, told once: the page that a developer reads first. Markdown, by heading. */
export const guide = (actions: readonly Described[], address: string): { title: string; text: string }[] => [
  {
    title: 'Two surfaces',
    text: `\`POST /v1/leads\` takes leads with an API key. It is public and versioned: \`/v1\` is kept for at least 12 months after a successor.

\`POST /gateway\` takes every other action: its name in \`type\`, its fields beside it. It is what the app itself uses, and may change with it. \`GET /gateway\` answers a sentence when Foyer is well.

Bodies are JSON. Unknown fields are ignored, so that a caller may be ahead of the server; of two members with one name the last counts. Identifiers are UUIDv7, times are RFC 3339 in UTC. Text limits count Unicode characters.`,
  },
  {
    title: 'With the client',
    text: `\`@foyer/client\` has no dependencies and runs in Node, browsers and workers. It knows the name, input, answer and error codes of every action, and repeats by itself what may be repeated.

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
    text: `**A token** is a person's: a JWT of 15 minutes (ES256; keys at \`/.well-known/jwks.json\`), sent as \`Authorization: Bearer …\`. The app gets it from \`get-token\` by its session cookie; a script gets one from \`npx foyer token --org SLUG --email E\`. Removing a member or ending a session makes its tokens useless at once.

**A key** is a program's: \`fo_live_…\`, from Settings → API keys, sent the same way. It can do what its scopes say and nothing else.

The organization comes from the credential alone. An \`orgId\`, \`userId\`, \`userEmail\` or \`identity\` in a body that is not the credential's own is refused with 403 in every action. A record of another organization answers as one that does not exist: 404.`,
  },
  { title: 'Roles', text: rolesTable(actions) },
  { title: 'Scopes', text: scopesTable(actions) },
  {
    title: 'Limits',
    text: `Each action has a limit of its own, counted per person or key, and per client address where anybody may call. It holds across all processes and through restarts. \`RateLimit-Policy\` and \`RateLimit\` (IETF draft) come with every answer past the key check; a 429 says in \`Retry-After\` how many whole seconds to wait, the same number as in its text.

The order of checks: 401 and 403, then 429, then 413, then 400, then the rest. The first three are answered without waiting for the body.`,
  },
  {
    title: 'Repeating safely',
    text: `Send an \`Idempotency-Key\` (1 to 255 visible characters; a UUID is good) with anything that writes. The same key and payload give the first answer again with \`Idempotent-Replayed: true\`; another payload is refused with 422, and 409 says that the first is still under way. Keys live 24 hours and belong to one credential.

The client does this for every write, and so may repeat it after a lost answer, 429, 502, 503 or 504, with growing, scattered waits. What anybody may call without a credential is sent once: nobody keeps a key for a caller who is nobody.

For leads an \`external_id\` is the better way: it holds for ever.`,
  },
  {
    title: 'Errors',
    text: `Every refusal is \`{"error", "code", "request_id", "field"?}\`: a sentence for a person, a code that stays, the number to look for in the log, and the member of the body that is to blame. With \`Accept: application/problem+json\` the same facts come as RFC 9457. [Every code, and what to do about it](/docs/errors).`,
  },
  {
    title: 'Lists',
    text: `Lists are newest first and answer \`next_cursor\`: send it as \`cursor\` for the page after, until it is \`null\`. A page stays where it is however many records come in meanwhile.

\`\`\`ts
for await (const { leads } of foyer.pages('list-leads', { source: 'apollo' })) console.log(leads.length)
\`\`\``,
  },
  {
    title: 'As it happens',
    text: `\`GET /live\` with a person's token is a stream of server-sent events, each naming the kind of thing that changed in the workspace; read again what you show of it. After a gap the client says \`everything\`. For programs elsewhere there are webhooks: [what they tell](/docs/events).

\`\`\`ts
const line = foyer.live(({ type }) => console.log(type))
\`\`\``,
  },
  {
    title: 'Assistants',
    text: `\`POST /mcp\` speaks the Model Context Protocol over streamable HTTP, with a token or a key as above. Its tools are the actions with the transport \`mcp\`, bounded by the role of the token or the scopes of the key: ${actions
      .filter(({ transports }) => transports.includes('mcp'))
      .map(({ name }) => `[\`${name}\`](/docs/${name})`)
      .join(', ')}.`,
  },
  {
    title: 'Files',
    text: `\`GET /download/<action>\` streams a file, by the session cookie or a token. A CSV comes in with \`create-upload\`, then \`PUT /uploads/<id>/content?from=<byte>\` in parts of any size; what breaks off goes on from \`received_bytes\`.

\`\`\`ts
const { upload } = await foyer.call('create-upload', { name: 'leads.csv', size: file.size })
await foyer.upload(upload.id, file, { onProgress: (sent) => console.log(sent) })
\`\`\``,
  },
]

const rolesTable = (actions: readonly Described[]): string => {
  const people = actions.filter(({ who }) => (roles as readonly string[]).includes(who))
  const names = (who: string): string =>
    people
      .filter((action) => action.who === who)
      .map(({ name }) => `[\`${name}\`](/docs/${name})`)
      .join(', ') || 'nothing more'
  return `A person has one role in each workspace; a higher role may do what a lower one may. A token says the role of then: whoever lost it since has the lesser one.

| Role | May, beside what those above may |
|---|---|
| member | ${names('member')} |
| admin | ${names('admin')} |
| owner | ${names('owner')} |`
}

const scopesTable = (actions: readonly Described[]): string => {
  const scopes = [...new Set(actions.flatMap(({ scope }) => scope ?? []))].sort()
  const about: Readonly<Record<string, string>> = Object.fromEntries(declared.scopes)
  return `| Scope of a key | | Opens |
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
