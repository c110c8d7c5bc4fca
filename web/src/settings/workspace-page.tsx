import { Button, Group, NumberInput, Progress, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMemo } from 'react'
import { Card } from '../parts/card.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { RowsPending } from '../parts/keyset-list.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { isAtLeast, useSession } from '../session.ts'
import { listCountries } from '../setup/countries.ts'
import { useUpdateWorkspace, useWorkspace } from './calls.ts'
import { Members } from './members.tsx'
import classes from './settings.module.css'
import type { Workspace } from './shapes.ts'
import { counted, onDay } from './words.ts'

/** Settings → Workspace. Members see the settings, and cannot save. */
export const WorkspacePage = () => {
  const mayChange = isAtLeast(useSession().role, 'admin')
  const { data, error, isPending, refetch } = useWorkspace()
  return (
    <>
      <PageHeader title="Workspace" lead="The name, how numbers and limits are read, and who belongs here." />
      <ErrorNote error={error} title="The settings could not be loaded." onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={4} />}
      {data && (
        <Stack className={classes.narrow}>
          <Settings workspace={data.workspace} mayChange={mayChange} />
          <Quota of={data.workspace} />
          <Members />
        </Stack>
      )}
    </>
  )
}

const Settings = ({ workspace, mayChange }: { workspace: Workspace; mayChange: boolean }) => {
  const updateWorkspace = useUpdateWorkspace()
  const form = useForm({
    initialValues: valuesOf(workspace),
    validate: { name: (name) => (name.trim() === '' ? 'A workspace needs a name' : null) },
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
          notifications.show({ message: 'The settings are saved.', color: 'teal' })
        },
      },
    ),
  )
  return (
    <Card title="Settings">
      <form onSubmit={submit} noValidate>
        <fieldset disabled={!mayChange} className={classes.fieldset}>
          <legend className="hidden-visually">Settings of the workspace</legend>
          <Stack>
            <ErrorNote error={updateWorkspace.error} />
            {!mayChange && (
              <Text size="sm" c="dimmed">
                Only an owner or admin of the workspace can change these.
              </Text>
            )}
            <TextInput label="Name" maxLength={255} {...form.getInputProps('name')} />
            <Select
              label="Country of phone numbers"
              description="For numbers that come without a country code."
              placeholder="None: only numbers with + and a country code are understood"
              data={countries}
              searchable
              clearable
              disabled={!mayChange}
              clearButtonProps={{ 'aria-label': 'No country' }}
              nothingFoundMessage="No such country"
              {...form.getInputProps('defaultCountry')}
            />
            <NumberInput
              label="Limit of a key"
              description="Requests a minute, for keys without a limit of their own."
              min={1}
              max={100_000_000}
              allowDecimal={false}
              thousandSeparator=","
              {...form.getInputProps('keyRatePerMinute')}
            />
            <Switch
              label="Monthly quota"
              description="Beyond it, new leads are refused until the next month. Repeats of known leads do not count."
              {...form.getInputProps('hasQuota', { type: 'checkbox' })}
            />
            {form.values.hasQuota && (
              <NumberInput
                label="New leads a month"
                min={0}
                max={2_000_000_000}
                allowDecimal={false}
                thousandSeparator=","
                {...form.getInputProps('leadQuotaPerMonth')}
              />
            )}
            {mayChange && (
              <Group>
                <Button type="submit" loading={updateWorkspace.isPending} disabled={!form.isDirty()}>
                  Save
                </Button>
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
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
    <Card title="This month">
      <Stack gap="xs">
        <Text size="sm" className="numbers">
          {quota === null
            ? `${counted(used)} ${used === 1 ? 'lead' : 'leads'}. No quota is set.`
            : `${counted(used)} of ${counted(quota)} leads. The count starts anew on ${onDay(month_ends_at)}.`}
        </Text>
        {quota !== null && (
          <Progress
            value={percent}
            color={percent >= 100 ? 'var(--foyer-bad)' : percent >= 80 ? 'var(--foyer-warn)' : 'var(--foyer-good)'}
            size="lg"
            aria-label="Used of the monthly quota"
          />
        )}
        {quota !== null && percent >= 100 && (
          <Text size="sm">
            The quota is used up: new leads are refused, and can be replayed from Deliveries once it is raised.
          </Text>
        )}
      </Stack>
    </Card>
  )
}
