import type { AnyAction } from '#core/actions/action.ts'

/** A call as programs write it: for the shell, with `@foyer/client`, and in Python. */

type CodedAction = Pick<AnyAction, 'name' | 'who' | 'transports' | 'streams'>
type Input = Readonly<Record<string, unknown>>

/** A line that works as it is, once the token or key is put in. */
export const curlCode = (action: CodedAction, input: Input, address: string): string => {
  const open = publicPath(action)
  const secret =
    action.who === 'public'
      ? ''
      : action.who === 'session'
        ? ` \\\n  -H "Cookie: foyer_session=$FOYER_SESSION"`
        : ` \\\n  -H "Authorization: Bearer ${open ? '$FOYER_KEY' : '$FOYER_TOKEN'}"`
  if (action.transports.includes('download')) {
    const query = new URLSearchParams(
      Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])),
    ).toString()
    return `curl -OJ "${address}/download/${action.name}${query ? `?${query}` : ''}"${secret}`
  }
  const body = JSON.stringify(open ? input : { type: action.name, ...input }).replaceAll("'", "'\\''")
  // Else it keeps what comes until there is enough of it.
  const at = `${isStreamed(action, input) ? '-N ' : ''}${address}${open ?? '/gateway'}`
  return `curl ${at}${secret} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`
}

/** The same with `@foyer/client`; a test has the compiler read every one. */
export const clientCode = (action: CodedAction, input: Input): string => {
  const given = literalOf(input)
  if (publicPath(action) !== null) return `const taken = await foyer.leads.create(${given})`
  if (action.transports.includes('download')) return `const file = await foyer.download('${action.name}', ${given})`
  if (isStreamed(action, input)) {
    const { stream: _, ...asked } = input
    return `for await (const { text } of foyer.stream('${action.name}', ${literalOf(asked)})) console.log(text)`
  }
  return `const answer = await foyer.call('${action.name}'${given === '{}' ? '' : `, ${given}`})`
}

/** The same in Python, with `requests`, the library that its users have. */
export const pythonCode = (action: CodedAction, input: Input, address: string): string => {
  const open = publicPath(action)
  const isFile = action.transports.includes('download')
  const given = isFile ? input : open === null ? { type: action.name, ...input } : input
  const name = isFile ? 'params' : 'json'
  const secret =
    action.who === 'public'
      ? null
      : action.who === 'session'
        ? `cookies={'foyer_session': os.environ['FOYER_SESSION']}`
        : `headers={'Authorization': f"Bearer {os.environ['${open === null ? 'FOYER_TOKEN' : 'FOYER_KEY'}']}"}`
  const lines = [
    `'${address}${isFile ? `/download/${action.name}` : (open ?? '/gateway')}'`,
    ...(secret === null ? [] : [secret]),
    ...(Object.keys(given).length === 0 ? [] : [`${name}=${literalOf(given, '    ', python)}`]),
    ...(isStreamed(action, input) ? ['stream=True'] : []),
    // A model takes longer than anything else.
    `timeout=${action.streams ? 130 : 30}`,
  ]
  const call = `requests.${isFile ? 'get' : 'post'}(\n${lines.map((line) => `    ${line},\n`).join('')})`
  if (isStreamed(action, input)) return pythonStream(call)
  const imports = secret === null ? 'import requests' : 'import os\n\nimport requests'
  return `${imports}\n\nanswer = ${call}\nanswer.raise_for_status()\n${isFile ? 'file = answer.content' : 'print(answer.json())'}`
}

const isStreamed = ({ streams }: CodedAction, input: Input): boolean => streams?.isWanted(input) === true

const pythonStream = (call: string): string => `import json
import os

import requests

with ${call} as answer:
    answer.raise_for_status()
    for line in answer.iter_lines():
        if line.startswith(b'data: {'):
            event = json.loads(line[6:])
            if 'error' in event:
                raise RuntimeError(event['error'])
            print(event['text'], end='', flush=True)`

/** Where programs send to, of an action that has a path of its own. */
const publicPath = (action: CodedAction): string | null =>
  action.transports.find((each) => each.startsWith('POST /v1/'))?.slice('POST '.length) ?? null

interface Language {
  readonly indent: string
  /** In front of the value of a member. */
  member(name: string): string
  /** `null`, a number, a truth value. */
  plain(value: unknown): string
}
const script: Language = {
  indent: '  ',
  member: (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`),
  plain: (value) => JSON.stringify(value),
}
const python: Language = {
  indent: '    ',
  member: (name) => `'${name}'`,
  plain: (value) => (value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value)),
}

/** As a person would write it: on one line while it fits. */
const literalOf = (value: unknown, indent = '', language = script): string => {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return language.plain(value)
  const further = indent + language.indent
  const isList = Array.isArray(value)
  const parts = (inner: string): string[] =>
    isList
      ? value.map((item) => literalOf(item, inner, language))
      : Object.entries(value).map(([name, member]) => `${language.member(name)}: ${literalOf(member, inner, language)}`)
  if (parts('').length === 0) return isList ? '[]' : '{}'
  const [open, close] = isList ? '[]' : language === python ? '{}' : ['{ ', ' }']
  const line = `${open}${parts('').join(', ')}${close}`
  if (line.length <= 68 && !line.includes('\n')) return line
  const [first, last] = isList ? '[]' : '{}'
  return `${first}\n${parts(further)
    .map((part) => `${further}${part},\n`)
    .join('')}${indent}${last}`
}
