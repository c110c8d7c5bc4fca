import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PushPart } from './push-part.tsx'
import { useSettings } from './settings-api.ts'
import { SettingsForm } from './settings-form.tsx'
import { strings } from './settings-strings.ts'
import { TestsPart } from './tests-part.tsx'

/** Settings → Notifications: how the reader is notified in this workspace. */
export const SettingsPage = () => {
  const { data, error, isPending, refetch } = useSettings()
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} width="form" />
      {!data && <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />}
      {isPending && <RowsPending rows={6} />}
      {data && (
        <FormPage>
          <SettingsForm of={data.settings} />
          <PushPart devices={data.settings.devices} />
          <TestsPart hasBrowsers={data.settings.devices.length > 0} />
        </FormPage>
      )}
    </>
  )
}
