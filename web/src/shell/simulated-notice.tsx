import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../gateway.ts'
import { listed } from '../i18n/format.ts'
import { isAtLeast, useSession } from '../session.ts'
import { Popover } from '../ui/popover.tsx'
import classes from './simulated-notice.module.css'
import { strings } from './strings.ts'

/** A chip for as long as anything is simulated, which says what: no one should wait for an email or money that is not real. */
export const SimulatedNotice = () => {
  const isAdmin = isAtLeast(useSession().role, 'admin')
  const { data: mail } = useQuery({ ...read('show-mail-setup', {}), staleTime: Number.POSITIVE_INFINITY, enabled: isAdmin })
  const { data: accounts } = useQuery({ ...read('list-connections', {}), staleTime: 60_000 })
  const simulated = accounts?.connections.filter(({ mode }) => mode === 'sandbox').map(({ title }) => title) ?? []
  const isMailSimulated = mail?.provider === 'sandbox'
  const isMailMissing = mail?.provider === null
  if (simulated.length === 0 && !isMailSimulated && !isMailMissing) return null
  return (
    <Popover
      position="top-start"
      width={288}
      dropdown={{ 'aria-label': strings.simulated }}
      target={
        <button type="button" className={classes.sandbox}>
          <span data-words>{strings.sandbox}</span>
        </button>
      }
    >
      {() => (
        <div className={classes.sandboxNote}>
          {simulated.length > 0 && (
            <p>{strings.simulatedNow(listed([...(isMailSimulated ? [strings.simulatedMail] : []), ...new Set(simulated)]))}</p>
          )}
          {isMailMissing && <p>{strings.mailMissing}</p>}
          {simulated.length === 0 && isMailSimulated && <p>{strings.mailSimulated}</p>}
          {/* With its mailbox goes all of it: a member’s own Google account too may be simulated. */}
          {(simulated.length > 0 || mail?.sandbox_address) && (
            <a href="/sandbox/" target="_blank" rel="noreferrer">
              {strings.openSandbox}
            </a>
          )}
          {simulated.length > 0 && <Link to="/settings/connections">{strings.openConnections}</Link>}
          {mail?.sandbox_address ? (
            <a href={mail.sandbox_address} target="_blank" rel="noreferrer">
              {strings.openMailbox}
            </a>
          ) : (
            isAdmin && <Link to="/settings/outbox">{strings.openOutbox}</Link>
          )}
        </div>
      )}
    </Popover>
  )
}
