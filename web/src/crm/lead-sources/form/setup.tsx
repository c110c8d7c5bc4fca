import { Stack } from '@mantine/core'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import type { LeadSource } from '#web/wire.ts'
import { useLeadForm } from './api.ts'
import { FormCode } from './code.tsx'
import { FormEditor } from './form-editor.tsx'
import { strings } from './strings.ts'

/** A form of a website: what to copy, and what it asks. */
export const FormSetup = ({ source }: { source: LeadSource }) => {
  const code = useLeadForm(source.id)
  const { settings } = source
  if (settings.kind !== 'form') return null
  return (
    <Stack gap="xl">
      <ErrorNote error={code.error} title={strings.codeFailed} onRetry={() => void code.refetch()} />
      {code.isPending && <RowsPending rows={3} />}
      {code.data && <FormCode code={code.data} isAllowedNowhere={settings.origins.length === 0} />}
      <FormEditor source={source} settings={settings} texts={code.data?.consent_texts ?? []} />
    </Stack>
  )
}
