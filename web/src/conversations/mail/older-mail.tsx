import { Button } from '@mantine/core'
import { onDay } from '#web/i18n/format.ts'
import type { EmailReading } from '#web/wire.ts'
import { useMailChange } from './api.ts'
import classes from './mail.module.css'
import { strings } from './strings.ts'

/** At the end of a list: how far back the mailbox is read, and a button for another year. */
export const OlderMail = ({ mailboxId, reading }: { mailboxId: string; reading: EmailReading }) => {
  const older = useMailChange('read-older-mail')
  const { since, is_complete: isComplete, listed, copied } = reading
  if (since === null) return null
  return (
    <div className={classes.older}>
      <p role="status">
        {isComplete
          ? strings.readSince(onDay(since))
          : listed === null
            ? strings.readingOlder(onDay(since))
            : strings.readingOlderAt(onDay(since), copied, listed)}
      </p>
      {isComplete && (
        <Button
          size="compact-sm"
          variant="default"
          loading={older.isPending}
          onClick={() => older.mutate({ mailboxId, since: yearBefore(since) })}
        >
          {strings.readOlder}
        </Button>
      )}
    </div>
  )
}

const yearBefore = (time: string): string => {
  const before = new Date(time)
  before.setUTCFullYear(before.getUTCFullYear() - 1)
  return before.toISOString()
}
