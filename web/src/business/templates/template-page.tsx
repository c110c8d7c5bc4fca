import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say } from '#web/ui/say.tsx'
import type { TemplateDetail } from '#web/wire.ts'
import { useTemplate, useTemplateChange } from './api.ts'
import { GoogleTemplate } from './google-template.tsx'
import { PdfTemplate } from './pdf-template.tsx'
import { rulesOf, typedRules } from './rule-parts.tsx'
import { strings } from './strings.ts'
import { TemplateForm } from './template-form.tsx'
import { placeholdersOf, type TemplateDraft, typedOf } from './template-text.ts'

const back = { label: strings.title, to: '/settings/templates' } as const

/** One template: its text, and what its placeholders are. */
export const TemplatePage = () => {
  const { templateId } = useParams({ from: '/staff/settings/templates/$templateId' })
  const { data, error, refetch } = useTemplate(templateId)
  if (data) return <Shown key={templateId} template={data.template} />
  return (
    <>
      <PageHeader title={strings.template} back={back} width="form" />
      {error ? <ErrorNote title={strings.oneFailed} error={error} onRetry={() => void refetch()} /> : <RowsPending rows={5} />}
    </>
  )
}

const Shown = ({ template }: { template: TemplateDetail }) => (
  <>
    <PageHeader
      title={template.name}
      back={back}
      {...(template.kind !== 'pdf' && { width: 'form' as const })}
      lead={
        <>
          {template.archived_at !== null && <Pill>{strings.archived}</Pill>} {strings.versionOf(template.version)} ·{' '}
          {strings.documentsOf(template.documents)}
        </>
      }
    />
    {template.kind === 'google' ? (
      <GoogleTemplate key={template.google_file_id} template={template} />
    ) : template.file ? (
      <PdfTemplate template={template} file={template.file} />
    ) : (
      <TextTemplate template={template} />
    )}
  </>
)

const TextTemplate = ({ template }: { template: TemplateDetail }) => {
  const { role } = useSession()
  const save = useTemplateChange('update-template')
  const [draft, setDraft] = useState<TemplateDraft>({
    name: template.name,
    body: template.body ?? '',
    placeholders: typedOf(template.placeholders),
    ...typedRules(template),
  })
  const isArchived = template.archived_at !== null
  return (
    <TemplateForm
      draft={draft}
      mayChange={isAtLeast(role, 'admin') && !isArchived}
      error={save.error}
      isPending={save.isPending}
      submit={strings.save}
      onChange={setDraft}
      onSubmit={(saved) =>
        save.mutate(
          {
            ...{ templateId: template.id, name: draft.name.trim(), body: draft.body },
            placeholders: placeholdersOf(draft),
            ...rulesOf(draft),
          },
          {
            onSuccess: ({ template: { name } }) => {
              saved()
              say(strings.saved(name))
            },
          },
        )
      }
    />
  )
}
