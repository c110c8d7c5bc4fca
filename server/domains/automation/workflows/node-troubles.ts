import { isAllowedByOperator, mayBeReached, readUrl } from '#core/outbound/http.ts'
import { usualCaps } from '#shapes/workflow-caps.ts'
import { troublesOfCaps } from './caps-troubles.ts'
import type { FieldDefinition, Node, NodeOf, Recipient } from './definition.ts'
import type { DraftDefinition } from './draft-definitions.ts'
import type { PlacedNode } from './graphs.ts'
import { isHeaderName, isOwnHeader, isSecretHeader } from './http-credentials.ts'
import { misfitsOf } from './input-troubles.ts'
import type { KnownAction, KnownParts } from './known-parts.ts'
import { misfitsOfAnswer } from './model-answers.ts'
import { placeholderIn, textsIn } from './placeholders.ts'
import { troublesOfStart } from './start-troubles.ts'
import { error, type Trouble, warning } from './trouble-lists.ts'

/** What is wrong inside a step, by what there is in the workspace and the catalogue. */
export const troublesOfNode = (
  { draft, node }: Pick<PlacedNode, 'draft' | 'node'>,
  role: unknown,
  known: KnownParts,
): Trouble[] => [
  ...placeholdersLeft(draft.id, draft),
  ...troublesOfCaps({ draft, node }, known.caps ?? usualCaps),
  ...(node ? troublesOfKind(node, role, known) : []),
]

/** An import leaves the names of what has to be chosen here. */
export const placeholdersLeft = (id: string | null, part: unknown): Trouble[] =>
  [...textsIn(part)].flatMap(({ text, path }) => {
    const placeholder = placeholderIn(text)
    if (!placeholder) return []
    const kind = placeholder.kind.replaceAll('_', ' ')
    return [error(id, path.join('.'), `Choose the ${kind} that “${placeholder.name}” stands for here.`)]
  })

const troublesOfKind = (node: Node, role: unknown, known: KnownParts): Trouble[] => {
  switch (node.kind) {
    case 'action':
      return troublesOfAction(node, role, known)
    case 'switch':
      return namesOf(node.id, 'cases', node.cases, ['otherwise', 'error'])
    case 'parallel':
      return [
        ...namesOf(node.id, 'branches', node.branches, ['done', 'error']),
        ...(typeof node.wait_for === 'number' && node.wait_for > node.branches.length
          ? [error(node.id, 'wait_for', `It waits for ${node.wait_for} branches, and has ${node.branches.length}.`)]
          : []),
      ]
    case 'person':
      return [
        ...namesOf(node.id, 'choices', node.choices, ['timeout', 'error']),
        ...troublesOfForm(node.id, 'form', node.form),
        ...troublesOfRecipient(node.id, 'to', node.to, known),
        ...(node.escalate ? troublesOfRecipient(node.id, 'escalate.to', node.escalate.to, known) : []),
      ]
    case 'http': {
      const ofRequest = troublesOfRequest(node, known)
      // One trouble of an address at a time.
      const ofAddress = ofRequest.some(({ field }) => field === 'url') ? [] : troublesOfAddress(node, known)
      return [...ofAddress, ...ofRequest, ...troublesOfCredential(node, known)]
    }
    case 'ai':
      return troublesOfAnswer(node)
    case 'workflow':
      return troublesOfStart(node, known)
    case 'wait':
      return node.for.kind === 'event' ? troublesOfEvent(node.id, 'for.event', node.for.event, known) : []
    default:
      return []
  }
}

const troublesOfAction = ({ id, action, input }: NodeOf<'action'>, role: unknown, known: KnownParts): Trouble[] => {
  if (action === '') return [error(id, 'action', 'Choose what the step does.')]
  const found = known.actions.get(action)
  if (!found) return [error(id, 'action', `“${action}” cannot be done by a workflow: choose another action.`)]
  return [
    ...(found.least !== 'member' && role !== 'admin'
      ? [error(id, 'action', 'This takes the rights of an admin: choose them in the settings of the workflow.')]
      : []),
    ...misfitsOf(input, found.input).map(({ path, words }) => {
      const field = ['input', ...path].join('.')
      return words === 'is not known here'
        ? warning(id, field, 'This is not a field of the action: it is left out.')
        : error(id, field, `This ${words}.`)
    }),
    ...troublesOfNeeds(id, input, found.needs_one_of),
    ...troublesOfSender(id, input.userEmail, known),
  ]
}

/** Of each of these lists of fields one is given: the first is asked for. */
const troublesOfNeeds = (id: string, input: Readonly<Record<string, unknown>>, needs: KnownAction['needs_one_of']): Trouble[] =>
  needs.flatMap(([first = '', ...others]) =>
    [first, ...others].some((name) => input[name] !== undefined && input[name] !== '')
      ? []
      : [error(id, `input.${first}`, `This is missing, or in its place ${others.map((name) => `\`${name}\``).join(', ')}.`)],
  )

const troublesOfSender = (id: string, sender: unknown, { mailboxes }: KnownParts): Trouble[] =>
  typeof sender !== 'string' || sender === '' || sender.includes('{{') || placeholderIn(sender)
    ? []
    : mailboxes && !mailboxes.has(sender.toLowerCase())
      ? [
          warning(
            id,
            'input.userEmail',
            'Workflows send from mailboxes of the team: share this one in Settings, or choose another.',
          ),
        ]
      : []

/** Names of outlets are there once, and none is one that the step has of itself. */
const namesOf = (id: string, field: string, list: readonly { readonly id: string }[], taken: readonly string[]): Trouble[] =>
  list.flatMap((each, at) => {
    const place = `${field}.${at}.id`
    if (taken.includes(each.id))
      return [error(id, place, `“${each.id}” is the name of another outlet of this step: choose one of its own.`)]
    return list.findIndex((other) => other.id === each.id) < at
      ? [error(id, place, `“${each.id}” is there twice: give each a name of its own.`)]
      : []
  })

export const troublesOfForm = (id: string | null, field: string, form: readonly FieldDefinition[]): Trouble[] =>
  form.flatMap((each, at) => {
    const place = `${field}.${at}`
    const asks = each.type === 'choice' || each.type === 'several'
    const values = (each.choices ?? []).map(({ value }) => value)
    return [
      ...(form.findIndex(({ name }) => name === each.name) < at
        ? [error(id, `${place}.name`, `Two fields are called “${each.name}”.`)]
        : []),
      ...(asks && values.length === 0 ? [error(id, `${place}.choices`, 'There is nothing to choose from: add choices.')] : []),
      ...(new Set(values).size < values.length ? [error(id, `${place}.choices`, 'Two choices have the same value.')] : []),
    ]
  })

const troublesOfRecipient = (id: string, field: string, to: Recipient, { people }: KnownParts): Trouble[] => {
  if (to.kind !== 'person' || placeholderIn(to.person)) return []
  if (to.person === '') return [error(id, `${field}.person`, 'Choose who is asked.')]
  return people && !people.has(to.person)
    ? [error(id, `${field}.person`, 'This person is no longer a member: choose another one.')]
    : []
}

/** The host of an address that does not depend on anything. */
const constantOrigin = /^https?:\/\/[^/?#{}]+(?=[/?#]|$)/i

const troublesOfAddress = ({ id, url }: NodeOf<'http'>, { allowed }: KnownParts): Trouble[] => {
  const origin = constantOrigin.exec(url)?.[0]
  const parsed = origin === undefined ? null : readUrl(origin)
  if (origin === undefined || allowed === null) return []
  if (!parsed) return [error(id, 'url', 'This is no address that a request can be sent to.')]
  return mayBeReached(parsed, allowed)
    ? []
    : [error(id, 'url', 'Requests go to public addresses on port 80 or 443: the operator can allow others.')]
}

const troublesOfAnswer = ({ id, answer }: NodeOf<'ai'>): Trouble[] =>
  misfitsOfAnswer(answer).map(({ field, message }) => error(id, field, message))

/** Credentials are sent to their own origin: elsewhere the step would fail. */
const troublesOfCredential = ({ id, url, connection }: NodeOf<'http'>, { credentials }: KnownParts): Trouble[] => {
  const credential = connection === undefined ? undefined : credentials?.get(connection)
  const origin = constantOrigin.exec(url)?.[0]
  const parsed = origin === undefined ? null : readUrl(origin)
  return credential && parsed && parsed.origin !== credential.origin
    ? [error(id, 'url', `“${credential.name}” is only sent to ${credential.origin}: change the URL or the credentials.`)]
    : []
}

/** Without TLS only inside the operator's own network. Of an address that begins with a value the step itself says it (`sendRequest`). */
const isSecure = (url: string, allowed: KnownParts['allowed']): boolean => {
  if (/^https:\/\/|^\s*\{\{/i.test(url)) return true
  const origin = constantOrigin.exec(url)?.[0]
  const parsed = origin === undefined ? null : readUrl(origin)
  return parsed !== null && (allowed === null || isAllowedByOperator(parsed, allowed))
}

const troublesOfRequest = (
  { id, url, headers, connection }: NodeOf<'http'>,
  { allowed, connections }: KnownParts,
): Trouble[] => [
  ...(isSecure(url, allowed)
    ? []
    : [error(id, 'url', 'The address begins with https://: without TLS the operator must allow the host.')]),
  ...(/^https?:\/\/[^/?#]*@/.test(url)
    ? [error(id, 'url', 'A password in the address would be seen in each run: choose a connection.')]
    : []),
  ...Object.keys(headers).flatMap((name) => [
    ...(isSecretHeader(name) ? [error(id, `headers.${name}`, 'Credentials are not typed here: choose a connection.')] : []),
    ...(isOwnHeader(name) ? [error(id, `headers.${name}`, 'This header is not set by a step: leave it out.')] : []),
    ...(isHeaderName(name) ? [] : [error(id, `headers.${name}`, 'This is not the name of a header.')]),
  ]),
  ...(connection && connections && !placeholderIn(connection) && !connections.has(connection)
    ? [error(id, 'connection', 'The connection does not exist: choose another one.')]
    : []),
]

const troublesOfEvent = (id: string | null, field: string, event: string, { events }: KnownParts): Trouble[] => {
  if (event === '') return [error(id, field, 'Choose an event.')]
  return events.has(event) ? [] : [error(id, field, `There is no event “${event}”: choose one from the list.`)]
}

const troublesOfSignature = ({ header }: { readonly header?: unknown }): Trouble[] =>
  typeof header === 'string' && isHeaderName(header)
    ? []
    : [error(null, 'trigger.check.header', 'Name the header in which the signature comes, such as X-Signature-256.')]

export const troublesOfTrigger = ({ trigger, ...whole }: DraftDefinition, known: KnownParts): Trouble[] => {
  const { kind, event, check, input } = trigger as Record<string, unknown>
  return [
    ...placeholdersLeft(null, { trigger, settings: whole.settings }),
    ...(whole.name.trim() === '' ? [error(null, 'name', 'Give the workflow a name.')] : []),
    ...(kind === 'event' ? troublesOfEvent(null, 'trigger.event', typeof event === 'string' ? event : '', known) : []),
    ...(kind === 'webhook' && (check as { by?: unknown } | undefined)?.by === 'hmac'
      ? troublesOfSignature(check as { header?: unknown })
      : []),
    ...(kind === 'webhook' && (check as { by?: unknown } | undefined)?.by === 'nothing'
      ? [warning(null, 'trigger.check', 'Who knows the address can start it: choose how a sender proves itself.')]
      : []),
    ...(kind === 'request' && Array.isArray(input) ? troublesOfForm(null, 'trigger.input', input as FieldDefinition[]) : []),
  ]
}
