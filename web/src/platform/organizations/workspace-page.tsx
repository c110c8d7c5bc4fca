import { Button, NativeSelect, NumberInput, Progress, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { isRoomPattern } from '#shapes/room-patterns.ts'
import { call } from '#web/gateway.ts'
import { onDay, wholeNumberField } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Fields, FormPage, Part, SaveBar } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { takeSaved } from '#web/ui/saved-values.ts'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import { zoneChoices } from '#web/ui/zones.ts'
import type { Workspace } from '#web/wire.ts'
import { listCountries } from '../sign-in/countries.ts'
import { useUpdateWorkspace, useWorkspace } from './api.ts'
import { strings } from './strings.ts'
import classes from './workspace.module.css'

/** Settings → Workspace. Members see the settings, and cannot save. */
export const WorkspacePage = () => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const { data, error, isPending, refetch } = useWorkspace()
  return (
    <>
      <PageHeader title={strings.workspace} about={strings.about} width="form" />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={4} />}
      {data && (
        <FormPage>
          <SettingsForm workspace={data.workspace} mayChange={mayChange}>
            <Quota of={data.workspace} />
            {mayChange && <DemoData has={data.workspace.has_demo} />}
          </SettingsForm>
        </FormPage>
      )}
    </>
  )
}

const SettingsForm = ({
  workspace,
  mayChange,
  children,
}: {
  workspace: Workspace
  mayChange: boolean
  children: ReactNode
}) => {
  const updateWorkspace = useUpdateWorkspace()
  const form = useSettingsForm(workspace)
  const countries = useMemo(() => listCountries(), [])
  const zones = useMemo(() => zoneChoices(workspace.timezone), [workspace.timezone])
  const submit = form.onSubmit((values) =>
    updateWorkspace.mutate(
      {
        name: values.name.trim(),
        defaultCountry: values.defaultCountry,
        timezone: values.timezone,
        roomPattern: values.roomPattern.trim() || null,
        ...(typeof values.keyRatePerMinute === 'number' ? { keyRatePerMinute: values.keyRatePerMinute } : {}),
        leadQuotaPerMonth: values.hasQuota && typeof values.leadQuotaPerMonth === 'number' ? values.leadQuotaPerMonth : null,
      },
      {
        onSuccess: (answer) => {
          takeSaved(form, values, valuesOf(answer.workspace))
          say(strings.saved)
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!mayChange} className={classes.fieldset}>
        <legend className="hidden-visually">{strings.workspace}</legend>
        <ErrorNote error={updateWorkspace.error} />
        <Part title={strings.general} text={!mayChange && strings.onlyAdmins}>
          <Fields>
            <TextInput label={strings.name} maxLength={255} {...form.getInputProps('name')} />
            <Select
              label={strings.country}
              description={strings.countryHint}
              placeholder={strings.countryNone}
              data={countries}
              searchable
              clearable
              disabled={!mayChange}
              clearButtonProps={{ 'aria-label': strings.noCountry }}
              nothingFoundMessage={strings.noSuchCountry}
              {...form.getInputProps('defaultCountry')}
            />
            <NativeSelect
              label={strings.zone}
              description={strings.zoneHint}
              data={zones}
              {...form.getInputProps('timezone')}
            />
            <TextInput
              label={strings.room}
              description={strings.roomHint}
              placeholder={strings.roomExample}
              maxLength={500}
              dir="ltr"
              inputMode="url"
              {...form.getInputProps('roomPattern')}
              error={form.errors.roomPattern ?? (fieldError(updateWorkspace.error, 'roomPattern') && strings.roomWrong)}
            />
          </Fields>
        </Part>
        <Limits form={form} />
      </fieldset>
      {children}
      {mayChange && <SaveBar isDirty={form.isDirty()} isPending={updateWorkspace.isPending} onDiscard={form.reset} />}
    </form>
  )
}

const useSettingsForm = (workspace: Workspace) =>
  useForm({
    initialValues: valuesOf(workspace),
    validate: {
      name: (name) => (name.trim() === '' ? strings.nameMissing : null),
      roomPattern: (pattern) => (pattern.trim() === '' || isRoomPattern(pattern.trim()) ? null : strings.roomWrong),
    },
  })

/** How much integrations may send. */
const Limits = ({ form }: { form: ReturnType<typeof useSettingsForm> }) => (
  <Part title={strings.limits}>
    <Fields>
      <NumberInput
        label={strings.keyLimit}
        description={strings.keyLimitHint}
        min={1}
        max={100_000_000}
        {...wholeNumberField}
        {...form.getInputProps('keyRatePerMinute')}
      />
      <div className={classes.quota}>
        <Switch
          label={strings.quota}
          description={strings.quotaHint}
          {...form.getInputProps('hasQuota', { type: 'checkbox' })}
        />
        {form.values.hasQuota && (
          <NumberInput
            label={strings.quotaField}
            min={0}
            max={2_000_000_000}
            {...wholeNumberField}
            {...form.getInputProps('leadQuotaPerMonth')}
          />
        )}
      </div>
    </Fields>
  </Part>
)

/** Demo data can come and go at any time, whatever real data stands beside it. */
const DemoData = ({ has }: { has: boolean }) => {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: () => call(has ? 'clear-demo' : 'seed-demo', {}),
    onSuccess: (counts) => {
      say(has ? strings.demoRemoved(counts) : strings.demoAdded(counts))
      return queries.resetQueries()
    },
  })
  return (
    <Part
      title={strings.demoTitle}
      text={has ? strings.demoHas : strings.demoNone}
      actions={
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
          {has ? strings.demoClear : strings.demoLoad}
        </Button>
      }
    >
      <ErrorNote error={change.error} />
    </Part>
  )
}

const valuesOf = (workspace: Workspace) => ({
  name: workspace.name,
  defaultCountry: workspace.default_country,
  timezone: workspace.timezone,
  roomPattern: workspace.room_pattern ?? '',
  keyRatePerMinute: workspace.key_rate_per_minute as number | string,
  hasQuota: workspace.lead_quota_per_month !== null,
  leadQuotaPerMonth: (workspace.lead_quota_per_month ?? 10_000) as number | string,
})

const Quota = ({ of: { leads_this_month: used, lead_quota_per_month: quota, month_ends_at } }: { of: Workspace }) => {
  const percent = quota === null ? 0 : quota === 0 ? 100 : Math.min(100, (used / quota) * 100)
  return (
    <Part title={strings.thisMonth}>
      <Text size="sm" className="numbers">
        {quota === null ? strings.withoutQuota(used) : strings.ofQuota(used, quota, onDay(month_ends_at))}
      </Text>
      {quota !== null && (
        <Progress
          mt="xs"
          value={percent}
          color={percent >= 100 ? 'var(--red)' : percent >= 80 ? 'var(--amber)' : 'var(--green)'}
          aria-label={strings.quotaUsed}
        />
      )}
      {quota !== null && percent >= 100 && <Text size="sm">{strings.quotaFull}</Text>}
    </Part>
  )
}
