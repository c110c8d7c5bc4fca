import { Button } from '@mantine/core'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { ReviewAccount } from '#web/wire.ts'
import { useConnect } from './api.ts'
import classes from './reviews.module.css'
import { strings } from './strings.ts'

/** Why reviews are not read: what the last sync of an account ended with, and what to do. */
export const SyncNote = ({ accounts, isAdmin }: { accounts: readonly ReviewAccount[]; isAdmin: boolean }) => {
  const begin = useConnect()
  const isGone = accounts.length === 0
  const stopped = accounts.find(({ sync }) => sync?.status === 'failed' || sync?.status === 'waiting')
  const needsConsent =
    isGone || accounts.some(({ status, sync }) => status === 'needs_reauth' || sync?.code === 'needs_consent')
  if (!stopped && !needsConsent) return null
  const connect = isAdmin && needsConsent && (
    <Button size="xs" variant="default" mt="xs" loading={begin.isPending || begin.isSuccess} onClick={() => begin.mutate()}>
      {strings.reconnect}
    </Button>
  )
  return (
    <div className={classes.syncNote}>
      <WarningNote role="status" title={stopped?.sync?.status === 'waiting' ? strings.waits : strings.stopped}>
        {stopped?.sync?.reason ?? strings.disconnected}
        {connect && <div>{connect}</div>}
      </WarningNote>
    </div>
  )
}
