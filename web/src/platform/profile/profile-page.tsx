import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useProfile } from './api.ts'
import { NamePart } from './name-part.tsx'
import { PasskeysPart } from './passkeys-part.tsx'
import { PasswordPart } from './password-part.tsx'
import { SecondFactorPart } from './second-factor-part.tsx'
import { SessionsPart } from './sessions-part.tsx'
import { strings } from './strings.ts'

/** Settings → Profile and security: the reader's own account, whatever their role. */
export const ProfilePage = () => {
  const { data, error, isPending, refetch } = useProfile()
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} width="form" />
      {!data && <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />}
      {isPending && <RowsPending rows={4} />}
      {data && (
        <FormPage>
          <NamePart of={data.person} />
          <PasswordPart of={data.person} />
          <SecondFactorPart of={data.person} />
          <PasskeysPart of={data.person} />
          <SessionsPart />
        </FormPage>
      )}
    </>
  )
}
