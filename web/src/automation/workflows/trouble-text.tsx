import { Fragment, type ReactNode } from 'react'
import { troubleMessage } from '#web/i18n/server-messages.ts'

/** What stands between backticks is code. */
export const codeText = (text: string): ReactNode =>
  text.split('`').map((part, at) => {
    const key = `${at} ${part}`
    return at % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>
  })

/** What is said about a field, in the language of the app. */
export const troubleText = (message: string): ReactNode => codeText(troubleMessage(message))
