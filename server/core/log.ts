import pino from 'pino'
import { terminalLine } from './terminal-log.ts'

export type Log = pino.Logger

/**
 * Structured lines on stdout. What may never stand in a log is kept out at the source: verbs log ids and codes, never
 * bodies. The redaction below is the second line of defence, for headers and for errors that carry parameters.
 */
export const makeLog = (options: {
  level: string
  /** `text` for people at a terminal, `json` for programs; unless given, by whether stdout is a terminal. */
  format?: 'text' | 'json' | undefined
  destination?: pino.DestinationStream
}): Log =>
  pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'authorization',
          'cookie',
          'password',
          'token',
          'secret',
          'email',
          'phone',
          'body',
          'headers',
          '*.authorization',
          '*.cookie',
          '*.password',
          '*.token',
          '*.secret',
          '*.email',
          '*.phone',
          '*.body',
          '*.headers',
        ],
        censor: '[removed]',
      },
      serializers: { err: plainError, error: plainError },
    },
    options.destination ?? stdoutAs(options.format ?? (process.stdout.isTTY ? 'text' : 'json')),
  )

const stdoutAs = (format: 'text' | 'json'): pino.DestinationStream =>
  format === 'json'
    ? pino.destination({ dest: 1, sync: false })
    : { write: (line: string) => void process.stdout.write(terminalLine(line)) }

/** An error without what a driver hangs on it: PostgreSQL's `detail` and `where` quote the row's own values. */
export const plainError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table, schema, column, routine } = error as Error & Record<string, unknown>
  const message = isBadData(code) ? error.message.replace(/".*"/s, '"[removed]"') : error.message
  const words = {
    type: error.name,
    message: withoutSecrets(message),
    stack: withoutSecrets((error.stack ?? '').replace(error.message, () => message)),
  }
  const facts = Object.fromEntries(
    Object.entries({ code, constraint, table, schema, column, routine }).filter(([, v]) => typeof v === 'string'),
  )
  const cause = error.cause === undefined ? {} : { cause: plainError(error.cause) }
  return { ...words, ...facts, ...cause }
}

/** PostgreSQL's class 22: a value of the wrong form, which the message quotes to the letter. */
const isBadData = (code: unknown): boolean => typeof code === 'string' && /^22...$/.test(code)

/** Masks email addresses, keys, tokens and phone numbers in text from outside. */
export const withoutSecrets = (text: string): string =>
  text
    .replaceAll(/fo_live_[A-Za-z0-9]+/g, 'fo_live_[removed]')
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '[token removed]')
    .replaceAll(/[^\s"'(),:;<>@[\]]+@[^\s"'(),:;<>@[\]]+\.[^\s"'(),:;<>@[\]]+/g, '[address removed]')
    .replaceAll(/\+\d[\d\s().-]{6,}\d/g, '[number removed]')
    .replaceAll(/(postgres(?:ql)?:\/\/[^:@/\s]+):[^@/\s]+@/g, '$1:[removed]@')
