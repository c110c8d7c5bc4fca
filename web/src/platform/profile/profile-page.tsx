import { Stack } from '@mantine/core'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useProfile } from './api.ts'
import { NameCard } from './name-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import classes from './profile.module.css'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { strings } from './strings.ts'

/** Settings → Profile and security: the reader's own account, whatever their role. */
export const ProfilePage = () => {
  const { data, error, isPending, refetch } = useProfile()
  return (
    <>
      <PageHeader title={strings.title} about={strings.lead} />
      {!data && <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />}
      {isPending && <RowsPending rows={4} />}
      {data && (
        <Stack className={classes.narrow}>
          <NameCard of={data.person} />
          <PasswordCard of={data.person} />
          <SecondFactorCard of={data.person} />
          <PasskeysCard of={data.person} />
          <SessionsCard />
        </Stack>
      )}
    </>
  )
}
