import { Fragment, type ReactNode } from 'react'
import { troubleMessage } from '#web/i18n/server-messages.ts'

/** What is said about a field, in the language of the app: what stands between backticks is code. */
export const troubleText = (message: string): ReactNode =>
  troubleMessage(message)
    .split('`')
    .map((part, at) => {
      const key = `${at} ${part}`
      return at % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>
    })
