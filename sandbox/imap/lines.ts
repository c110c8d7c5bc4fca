import type { Socket } from 'node:net'

const longestLine = 64 * 1024
const largestLiteral = 40 * 1024 * 1024

/** A word of a command: an atom, a string or a literal, as bytes in latin1; or several in parentheses. */
export type Token = string | readonly Token[]

export interface Command {
  readonly tag: string
  readonly verb: string
  readonly tokens: readonly Token[]
}

/** A piece of a command: what was typed in a line, or the bytes of a literal. */
type Piece = string | Buffer

/** Commands out of a stream of bytes, with their literals (RFC 7888 too). Null at its end, and when a client sends too much. */
export const readCommands = (socket: Socket) => {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next()
    if (!done) rest = Buffer.concat([rest, value])
    return !done
  }
  const line = async (): Promise<string | null> => {
    for (;;) {
      const end = rest.indexOf('\r\n')
      if (end >= 0) {
        const text = rest.subarray(0, end).toString('latin1')
        rest = rest.subarray(end + 2)
        return text
      }
      if (rest.length > longestLine || !(await more())) return null
    }
  }
  const literal = async (length: number): Promise<Buffer | null> => {
    const parts = [rest]
    let bytes = rest.length
    while (bytes < length) {
      const { value, done } = await chunks.next()
      if (done) return null
      parts.push(value)
      bytes += value.length
    }
    const whole = Buffer.concat(parts)
    rest = whole.subarray(length)
    return whole.subarray(0, length)
  }
  return {
    line,
    async command(): Promise<Command | null> {
      const pieces: Piece[] = []
      for (;;) {
        const text = await line()
        if (text === null) return null
        const [announced, digits, isAtOnce] = /\{(\d{1,9})(\+?)\}$/.exec(text) ?? []
        if (announced === undefined) {
          pieces.push(text)
          return commandOf(pieces)
        }
        const length = Number(digits)
        if (length > largestLiteral) return null
        if (isAtOnce === '') socket.write('+ Go ahead\r\n')
        const bytes = await literal(length)
        if (bytes === null) return null
        pieces.push(text.slice(0, -announced.length), bytes)
      }
    },
  }
}

const commandOf = (pieces: readonly Piece[]): Command => {
  const [tag = '*', verb = '', ...tokens] = tokensOf(pieces)
  const isByUid = /^uid$/i.test(String(verb))
  const [own, ...others] = tokens
  return {
    tag: typeof tag === 'string' ? tag : '*',
    verb: isByUid ? `UID ${String(own).toUpperCase()}` : String(verb).toUpperCase(),
    tokens: isByUid ? others : tokens,
  }
}

/** An atom may hold a section in brackets with blanks in it: `BODY[HEADER.FIELDS (To Cc)]<0.100>`. */
const nextWord = /\s*(?:"((?:[^"\\]|\\.)*)"|([()])|((?:[^\s()"[\]]|\[[^\]]*\])+))/y

const tokensOf = (pieces: readonly Piece[]): Token[] => {
  const lists: Token[][] = [[]]
  const add = (token: Token): void => void lists.at(-1)?.push(token)
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      add(piece.toString('latin1'))
      continue
    }
    nextWord.lastIndex = 0
    for (let found = nextWord.exec(piece); found; found = nextWord.exec(piece)) {
      const [, quoted, bracket, atom] = found
      if (bracket === '(') lists.push([])
      else if (bracket === ')' && lists.length > 1) add(lists.pop() ?? [])
      else if (bracket === undefined) add(quoted?.replace(/\\(.)/g, '$1') ?? atom ?? '')
    }
  }
  return lists[0] ?? []
}

export const quoted = (text: string): string => `"${text.replace(/[\r\n]/g, ' ').replace(/["\\]/g, '\\$&')}"`
export const wordOf = (token: Token | undefined): string => (typeof token === 'string' ? token : '')
export const listOf = (token: Token | undefined): readonly Token[] =>
  token === undefined ? [] : typeof token === 'string' ? [token] : token

/** Whether a number is in a set such as `1:3,7,9:*`; `*` is the highest, and `9:*` names it also where it is lower. */
export const inSet = (set: string, highest: number): ((number: number) => boolean) => {
  const ranges = set.split(',').map((range) => {
    const [first = '', last = first] = range.split(':')
    const [a, b] = [first, last].map((end) => (end === '*' ? highest : Number(end))) as [number, number]
    return [Math.min(a, b), Math.max(a, b)] as const
  })
  return (number) => ranges.some(([from, to]) => number >= from && number <= to)
}
