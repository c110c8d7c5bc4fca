import { CloseButton } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../gateway.ts'
import { listed } from '../i18n/format.ts'
import { isAtLeast, useSession } from '../session.ts'
import classes from './shell.module.css'
import { words } from './strings.ts'

/** A ribbon for as long as anything is pretended: nobody should wait for a letter, or for money, that only this machine has seen. */
export const SimulatedNotice = () => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const { data: mail } = useQuery({ ...read('show-mail-setup', {}), staleTime: Number.POSITIVE_INFINITY, enabled: isAdmin })
  const { data: accounts } = useQuery({ ...read('list-connections', {}), staleTime: 60_000 })
  const [isHidden, setIsHidden] = useState(wasHidden)
  const played = accounts?.connections.filter(({ mode }) => mode === 'sandbox').map(({ title }) => title) ?? []
  const isMailPlayed = mail?.provider === 'sandbox'
  const isMailMissing = mail?.provider === null
  if (isHidden || (played.length === 0 && !isMailPlayed && !isMailMissing)) return null

  const hide = (): void => {
    sessionStorage.setItem(hiddenKey, 'yes')
    setIsHidden(true)
  }
  return (
    <section className={classes.notice} aria-label={words.simulated}>
      <IconFlask size={16} aria-hidden style={{ flex: 'none' }} />
      <span>
        {played.length > 0 ? (
          <>
            {words.simulatedNow(listed([...(isMailPlayed ? [words.simulatedMail] : []), ...new Set(played)]))}{' '}
            {isMailMissing && `${words.mailMissing} `}
            <a href="/sandbox/" target="_blank" rel="noreferrer" className={classes.noticeLink}>
              {words.openSandbox}
            </a>
            {' · '}
            <Link to="/settings/connections" className={classes.noticeLink}>
              {words.openConnections}
            </Link>
          </>
        ) : (
          <>
            {isMailMissing ? words.mailMissing : words.mailSimulated}{' '}
            {mail?.sandbox_address ? (
              <a href={mail.sandbox_address} target="_blank" rel="noreferrer" className={classes.noticeLink}>
                {words.seeMailbox}
              </a>
            ) : (
              <Link to="/settings/outbox" className={classes.noticeLink}>
                {words.seeOutbox}
              </Link>
            )}
          </>
        )}
      </span>
      <CloseButton size="sm" aria-label={words.hideSimulated} onClick={hide} />
    </section>
  )
}

const hiddenKey = 'foyer.simulated.hidden'

/** Until the tab is closed. A browser that keeps nothing shows it again. */
const wasHidden = (): boolean => {
  try {
    return sessionStorage.getItem(hiddenKey) !== null
  } catch {
    return false
  }
}
