import { Button, Group, NumberInput, Progress, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#web/gateway.ts'
import { onDay, wholeNumberField } from '#web/i18n/format.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { useUpdateWorkspace, useWorkspace } from '#web/settings/api.ts'
import classes from '#web/settings/settings.module.css'
import type { Workspace } from '#web/settings/shapes.ts'
import { strings } from '#web/settings/strings.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { listCountries } from '../sign-in/countries.ts'

/** Settings → Workspace. Members see the settings, and cannot save. */
export const WorkspacePage = () => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const { data, error, isPending, refetch } = useWorkspace()
  return (
    <>
      <PageHeader title={strings.workspace} about={strings.workspaceLead} />
      <ErrorNote error={error} title={strings.workspaceFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={4} />}
      {data && (
        <Stack className={classes.narrow}>
          <Settings workspace={data.workspace} mayChange={mayChange} />
          <Quota of={data.workspace} />
          {mayChange && <DemoData has={data.workspace.has_demo} />}
        </Stack>
      )}
    </>
  )
}

const Settings = ({ workspace, mayChange }: { workspace: Workspace; mayChange: boolean }) => {
  const updateWorkspace = useUpdateWorkspace()
  const form = useForm({
    initialValues: valuesOf(workspace),
    validate: { name: (name) => (name.trim() === '' ? strings.workspaceNeedsName : null) },
  })
  const countries = useMemo(() => listCountries(), [])
  const submit = form.onSubmit((values) =>
    updateWorkspace.mutate(
      {
        name: values.name.trim(),
        defaultCountry: values.defaultCountry,
        ...(typeof values.keyRatePerMinute === 'number' ? { keyRatePerMinute: values.keyRatePerMinute } : {}),
        leadQuotaPerMonth: values.hasQuota && typeof values.leadQuotaPerMonth === 'number' ? values.leadQuotaPerMonth : null,
      },
      {
        onSuccess: (answer) => {
          form.setValues(valuesOf(answer.workspace))
          form.resetDirty(valuesOf(answer.workspace))
          notifications.show({ message: strings.saved, color: 'teal' })
        },
      },
    ),
  )
  return (
    <Card title={strings.settings}>
      <form onSubmit={submit} noValidate>
        <fieldset disabled={!mayChange} className={classes.fieldset}>
          <legend className="hidden-visually">{strings.settingsOf}</legend>
          <Stack>
            <ErrorNote error={updateWorkspace.error} />
            {!mayChange && (
              <Text size="sm" c="dimmed">
                {strings.onlyAdmins}
              </Text>
            )}
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
            <NumberInput
              label={strings.keyLimit}
              description={strings.keyLimitHint}
              min={1}
              max={100_000_000}
              {...wholeNumberField}
              {...form.getInputProps('keyRatePerMinute')}
            />
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
            {mayChange && (
              <Group>
                <Button type="submit" loading={updateWorkspace.isPending} disabled={!form.isDirty()}>
                  {strings.save}
                </Button>
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
    </Card>
  )
}

/** Demo data can come and go at any time, whatever real data stands beside it. */
const DemoData = ({ has }: { has: boolean }) => {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (): Promise<unknown> => call(has ? 'clear-demo' : 'seed-demo', {}),
    onSuccess: () => queries.resetQueries(),
  })
  return (
    <Card title={strings.demoTitle}>
      <Stack gap="xs">
        <Text size="sm">{has ? strings.demoHas : strings.demoNone}</Text>
        <ErrorNote error={change.error} />
        <Group>
          <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
            {has ? strings.demoClear : strings.demoLoad}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

const valuesOf = (workspace: Workspace) => ({
  name: workspace.name,
  defaultCountry: workspace.default_country,
  keyRatePerMinute: workspace.key_rate_per_minute as number | string,
  hasQuota: workspace.lead_quota_per_month !== null,
  leadQuotaPerMonth: (workspace.lead_quota_per_month ?? 10_000) as number | string,
})

const Quota = ({ of: { leads_this_month: used, lead_quota_per_month: quota, month_ends_at } }: { of: Workspace }) => {
  const percent = quota === null ? 0 : quota === 0 ? 100 : Math.min(100, (used / quota) * 100)
  return (
    <Card title={strings.thisMonth}>
      <Stack gap="xs">
        <Text size="sm" className="numbers">
          {quota === null ? strings.withoutQuota(used) : strings.ofQuota(used, quota, onDay(month_ends_at))}
        </Text>
        {quota !== null && (
          <Progress
            value={percent}
            color={percent >= 100 ? 'var(--foyer-bad)' : percent >= 80 ? 'var(--foyer-warn)' : 'var(--foyer-good)'}
            size="lg"
            aria-label={strings.quotaUsed}
          />
        )}
        {quota !== null && percent >= 100 && <Text size="sm">{strings.quotaFull}</Text>}
      </Stack>
    </Card>
  )
}
