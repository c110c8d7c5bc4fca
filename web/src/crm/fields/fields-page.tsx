import { Button, SegmentedControl, Switch } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IconForms, IconPlus } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { OwnField } from '#web/wire.ts'
import { useFieldChange, useFields } from './api.ts'
import { ArchivedFields } from './archived-fields.tsx'
import { FieldRows } from './field-rows.tsx'
import { fieldKinds } from './kinds.ts'
import { strings } from './strings.ts'

const FieldWindow = laterWindow(() => import('./field-window.tsx').then(({ FieldWindow }) => FieldWindow))

const route = getRouteApi('/staff/settings/fields')

/** Settings → Fields: those of each kind of record, in their order. */
export const FieldsPage = () => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const { kind = 'contact' } = route.useSearch()
  const navigate = useNavigate()
  const { data, error, isPending, refetch } = useFields(kind, { archived: true })
  const [editing, setEditing] = useState<OwnField | 'new' | null>(null)
  const fields = data?.fields.filter(({ archived_at }) => archived_at === null) ?? []
  const add = mayChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {strings.add}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={strings.title}
        about={strings.about}
        width="form"
        {...(!mayChange && { lead: strings.onlyAdmins })}
        actions={fields.length > 0 && add}
      />
      <FormPage>
        <SegmentedControl
          aria-label={strings.kindLabel}
          maw="100%"
          style={{ overflowX: 'auto' }}
          value={kind}
          data={fieldKinds.map((value) => ({ value, label: strings.kinds[value] }))}
          onChange={(next) =>
            void navigate({
              to: '/settings/fields' as '/',
              search: { kind: fieldKinds.find((each) => each === next) } as never,
              replace: true,
            })
          }
        />
        <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
        {isPending && <RowsPending rows={4} />}
        {data && fields.length === 0 && (
          <Empty icon={<IconForms size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
            {add}
          </Empty>
        )}
        {fields.length > 0 && <FieldRows kind={kind} fields={fields} mayChange={mayChange} onEdit={setEditing} />}
        {kind === 'lead' && data && <LeadFields isOn={data.reads_leads} mayChange={mayChange} />}
        {data && <ArchivedFields fields={data.fields} mayChange={mayChange} />}
      </FormPage>
      <FieldWindow opened={editing !== null} kind={kind} editing={editing} onClose={() => setEditing(null)} />
    </>
  )
}

const LeadFields = ({ isOn, mayChange }: { isOn: boolean; mayChange: boolean }) => {
  const saving = useFieldChange('set-lead-fields')
  return (
    <Part title={strings.apiTitle} text={strings.apiText}>
      <ErrorNote error={saving.error} title={strings.apiNotSaved} />
      <Switch
        label={strings.apiLabel}
        checked={saving.isPending ? saving.variables.enabled : isOn}
        disabled={!mayChange}
        onChange={({ currentTarget }) => saving.mutate({ enabled: currentTarget.checked })}
      />
    </Part>
  )
}
