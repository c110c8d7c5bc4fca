import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isAtLeast, useSession } from '#web/session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { say } from '#web/ui/say.tsx'
import { useTemplateChange } from './api.ts'
import { GoogleForm } from './google-form.tsx'
import { strings as googleStrings } from './google-strings.ts'
import { strings as pdfStrings } from './pdf-strings.ts'
import { PdfUploadForm } from './pdf-upload-form.tsx'
import { rulesOf } from './rule-parts.tsx'
import { noRule } from './signed-rule.tsx'
import { starterOf } from './starter.ts'
import { strings } from './strings.ts'
import { TemplateForm } from './template-form.tsx'
import { placeholdersOf, type TemplateDraft } from './template-text.ts'

const route = getRouteApi('/staff/settings/templates/new')
const back = { label: strings.title, to: '/settings/templates' } as const
const empty: TemplateDraft = { name: '', body: '', placeholders: {}, reminders: null, whenSigned: noRule }

/** A template that is not there yet: a text, empty or to be changed, a PDF, or a Google Doc. */
export const NewTemplatePage = () => {
  const { from, connected } = route.useSearch()
  if (from === 'google')
    return (
      <>
        <PageHeader title={googleStrings.newTitle} back={back} width="form" />
        <GoogleForm isConnected={connected !== undefined} />
      </>
    )
  return from === 'pdf' ? (
    <>
      <PageHeader title={pdfStrings.uploadTitle} back={back} width="form" />
      <PdfUploadForm />
    </>
  ) : (
    <NewText from={from} />
  )
}

const NewText = ({ from }: { from: string | undefined }) => {
  const { role, organization } = useSession()
  const navigate = useNavigate()
  const create = useTemplateChange('create-template')
  const [draft, setDraft] = useState<TemplateDraft>(() => (from === 'starter' ? starterOf(organization.name) : empty))
  return (
    <>
      <PageHeader title={strings.newTitle} back={back} width="form" />
      <TemplateForm
        draft={draft}
        mayChange={isAtLeast(role, 'admin')}
        error={create.error}
        isPending={create.isPending}
        submit={strings.create}
        onChange={setDraft}
        onSubmit={(saved) =>
          create.mutate(
            {
              name: draft.name.trim(),
              kind: 'text',
              body: draft.body,
              placeholders: placeholdersOf(draft),
              ...rulesOf(draft),
            },
            {
              onSuccess: ({ template }) => {
                saved()
                say(strings.saved(template.name))
                void navigate({ to: '/settings/templates/$templateId', params: { templateId: template.id }, replace: true })
              },
            },
          )
        }
      />
    </>
  )
}
