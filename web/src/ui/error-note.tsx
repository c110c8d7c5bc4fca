import { Button } from '@mantine/core'
import { IconAlertTriangle } from '#icons'
import { CallError, isUnreachable } from '../gateway.ts'
import { serverMessage } from '../i18n/server-messages.ts'
import classes from './parts.module.css'
import { fixes, strings } from './strings.ts'

/** What went wrong, what to do about it, and the request id to ask for. Shows nothing when nothing did. */
export const ErrorNote = ({
  error,
  title,
  onRetry,
}: {
  error: unknown
  title?: string
  onRetry?: (() => void) | undefined
}) => {
  if (!error) return null
  const known = error instanceof CallError ? error : null
  const fix = known ? fixes[known.code] : fixes.server_error
  return (
    <div className={classes.error} role="alert">
      <IconAlertTriangle size={18} className={classes.errorMark} aria-hidden />
      <div className={classes.errorText}>
        {title && <div className={classes.errorMessage}>{title}</div>}
        <div className={title ? undefined : classes.errorMessage}>{sentenceOf(error)}</div>
        {fix && <div>{asProse(fix)}</div>}
        {known?.requestId && (
          <div className={classes.errorId}>
            {strings.requestId} <code>{known.requestId}</code>
          </div>
        )}
        {onRetry && mayWork(known) && (
          <Button variant="default" size="xs" mt="xs" onClick={onRetry}>
            {strings.tryAgain}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A rejection stays one, however often it is retried; only these pass. */
const mayWork = (error: CallError | null): boolean =>
  error === null || error.status < 400 || error.status >= 500 || error.status === 408 || error.status === 429

/** A record that a list should hold and does not: nothing failed, so there is nothing to retry. */
export const notThere = (message: string): CallError => new CallError({ message, code: 'not_found', status: 404 })

/** The message as a sentence: messages of the API begin in lower case and end without a full stop. */
export const sentenceOf = (error: unknown): string => {
  const text = isUnreachable(error)
    ? strings.unreachable
    : error instanceof Error
      ? serverMessage(error.message)
      : serverMessage(String(error))
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}

/** The same with what to do about it, where there is room for no more than a text. */
export const adviceOn = (error: unknown): string =>
  [sentenceOf(error), error instanceof CallError ? fixes[error.code] : fixes.server_error].filter(Boolean).join(' ')

/** The same at the field that it is about: without the name of the field, which the server says before it. */
export const sentenceAtField = (error: unknown): string => {
  if (!(error instanceof CallError) || error.field === null) return sentenceOf(error)
  // The field itself says which one is missing.
  if (error.message.startsWith('Missing required field')) return strings.required
  const before = [error.field, error.field.slice(error.field.lastIndexOf('.') + 1)].find((name) =>
    error.message.startsWith(`${name}: `),
  )
  return before === undefined ? sentenceOf(error) : sentenceOf(new Error(error.message.slice(before.length + 2)))
}

/** What the server says about one field of a form, for the field's own `error`. */
export const fieldError = (error: unknown, field: string): string | undefined =>
  error instanceof CallError && error.field === field ? sentenceAtField(error) : undefined

/** The same about a field that has parts: what is said about one of them counts. */
export const fieldErrorIn = (error: unknown, field: string): string | undefined =>
  error instanceof CallError && (error.field === field || error.field?.startsWith(`${field}.`))
    ? sentenceAtField(error)
    : undefined

/** The server marks names in a fix as Markdown does; here it is read as a sentence. */
export const asProse = (fix: string): string => fix.replaceAll('`', '')
