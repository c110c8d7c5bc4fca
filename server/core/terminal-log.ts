/** Facts that a person at a terminal needs no more than the sentence. */
const left = new Set(['level', 'time', 'msg', 'err', 'request_id'])

const colours: Readonly<Record<string, string>> = {
  debug: '\x1b[2m',
  trace: '\x1b[2m',
  warn: '\x1b[33m',
  error: '\x1b[31m',
  fatal: '\x1b[31m',
}

/** One line of the log as a person reads it: the time of day, the level where it matters, what happened, and with what. */
export const terminalLine = (json: string): string => {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(json) as Record<string, unknown>
  } catch {
    return json
  }
  const level = String(entry.level ?? 'info')
  const facts = Object.entries(entry)
    .filter(([name]) => !left.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const { message, stack } = (entry.err ?? {}) as { message?: unknown; stack?: unknown }
  const words = [String(entry.msg ?? ''), ...(message === undefined ? [] : [`(${String(message)})`]), ...facts].join('  ')
  const at = new Date(String(entry.time))
  const time = Number.isNaN(at.getTime()) ? '' : `${at.toTimeString().slice(0, 8)}  `
  const colour = colours[level]
  const line = `  ${time}${level === 'info' ? '' : `${level}  `}${words}`
  const trace = level === 'error' || level === 'fatal' ? `\n${String(stack ?? '')}` : ''
  return `${colour ?? ''}${line}${colour ? '\x1b[0m' : ''}${trace === '\n' ? '' : trace}\n`
}
