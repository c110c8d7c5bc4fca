import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../gateway.ts'
import { words } from './messages.ts'
import classes from './shell.module.css'

/** A ribbon for as long as mail goes nowhere: nobody should wait for a letter that only this machine has seen. */
export const SimulatedNotice = () => {
  const { data } = useQuery({ ...read('show-mail-setup', {}), staleTime: Number.POSITIVE_INFINITY })
  if (!data || (data.provider !== 'sandbox' && data.provider !== null)) return null
  return (
    <div className={classes.notice}>
      <IconFlask size={16} aria-hidden style={{ flex: 'none' }} />
      <span>
        {data.provider === null ? words.mailMissing : words.mailSimulated}{' '}
        {data.sandbox_address ? (
          <a href={data.sandbox_address} target="_blank" rel="noreferrer" className={classes.noticeLink}>
            {words.seeMailbox}
          </a>
        ) : (
          <Link to="/settings/outbox" className={classes.noticeLink}>
            {words.seeOutbox}
          </Link>
        )}
      </span>
    </div>
  )
}
