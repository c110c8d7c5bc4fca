import { NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { BudgetField } from '../fields/budget-field.tsx'
import { ExpressionField } from '../fields/expression-field.tsx'
import { FieldsProvider } from '../fields/field-context.ts'
import { TriggerFields } from '../fields/trigger-fields.tsx'
import type { Definition } from '../graph/graph.ts'
import { strings } from '../strings.ts'
import { useEditing } from './editing.ts'
import classes from './editor.module.css'
import { TroubleList } from './trouble-list.tsx'

/** The workflow itself: its name, what starts it, and how it runs. */
export const StartPanel = () => {
  const { definition, change, mayEdit } = useEditing()
  return (
    <FieldsProvider value={null}>
      <fieldset disabled={!mayEdit} className={classes.plain}>
        <legend className="hidden-visually">{strings.workflowFields}</legend>
        <Stack>
          <TroubleList node={null} />
          <TextInput
            label={strings.name}
            value={definition.name}
            error={definition.name.trim() === '' && strings.nameMissing}
            maxLength={120}
            onChange={({ currentTarget }) => change({ name: currentTarget.value }, 'name')}
          />
          <Textarea
            label={strings.description}
            value={definition.description}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2_000}
            onChange={({ currentTarget }) => change({ description: currentTarget.value }, 'description')}
          />
          <Fieldset legend={strings.triggerTitle}>
            <TriggerFields trigger={definition.trigger} onChange={(trigger, about) => change({ trigger }, about)} />
          </Fieldset>
          <Fieldset legend={strings.settingsTitle}>
            <SettingsFields settings={definition.settings} onChange={(settings, about) => change({ settings }, about)} />
          </Fieldset>
        </Stack>
      </fieldset>
    </FieldsProvider>
  )
}

type Settings = Definition['settings']

const SettingsFields = ({ settings, onChange }: { settings: Settings; onChange: (next: Settings, about: string) => void }) => {
  const { concurrency } = settings
  return (
    <Stack>
      <NativeSelect
        label={strings.role}
        value={settings.role ?? 'member'}
        data={(['member', 'admin'] as const).map((value) => ({ value, label: strings.roles[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...settings, role: value === 'admin' ? 'admin' : 'member' }, 'settings.role')
        }
      />
      <ExpressionField
        label={strings.oneAtATime}
        field="settings.concurrency"
        hint={strings.oneAtATimeHint}
        value={concurrency?.key ?? ''}
        onChange={(key) => {
          const { concurrency: before, ...rest } = settings
          onChange(
            key === '' ? rest : { ...rest, concurrency: { others: before?.others ?? 'queue', key } },
            'settings.concurrency',
          )
        }}
      />
      {concurrency && (
        <NativeSelect
          label={strings.others}
          value={concurrency.others}
          data={(['queue', 'skip', 'cancel_older'] as const).map((value) => ({ value, label: strings.othersAs[value] }))}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              {
                ...settings,
                concurrency: { ...concurrency, others: value === 'skip' || value === 'cancel_older' ? value : 'queue' },
              },
              'settings.others',
            )
          }
        />
      )}
      <NativeSelect
        label={strings.valuesFor}
        value={settings.values_for ?? 'member'}
        data={(['member', 'admin'] as const).map((value) => ({ value, label: strings.readers[value] }))}
        onChange={({ currentTarget: { value } }) => {
          const { values_for: _, ...rest } = settings
          onChange(value === 'admin' ? { ...rest, values_for: value } : rest, 'settings.values_for')
        }}
      />
      <NumberInput
        label={strings.keepDays}
        value={settings.keep_days ?? 30}
        min={1}
        max={400}
        allowDecimal={false}
        onChange={(keep_days) => typeof keep_days === 'number' && onChange({ ...settings, keep_days }, 'settings.keep_days')}
      />
      <BudgetField
        label={strings.workflowBudget}
        field="settings.budget_micros"
        micros={settings.budget_micros}
        onChange={(micros) => {
          const { budget_micros: _, ...rest } = settings
          onChange(micros === undefined ? rest : { ...rest, budget_micros: micros }, 'settings.budget_micros')
        }}
      />
    </Stack>
  )
}
