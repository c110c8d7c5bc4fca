import { Fragment, type ReactNode } from 'react'

/** What is said about a field: what stands between backticks is code. */
export const troubleText = (message: string): ReactNode =>
  message.split('`').map((part, at) => {
    const key = `${at} ${part}`
    return at % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>
  })
