import { Checkbox, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { strings } from '../strings.ts'
import { ExpressionField, TemplateField } from './expression-field.tsx'
import { type KindProps, useTrouble } from './field-context.ts'
import { RowList } from './row-list.tsx'
import { PlainField } from './value-field.tsx'

export const ConditionFields = ({ node, onChange }: KindProps<'condition'>) => (
  <ExpressionField
    label={strings.condition}
    field="when"
    hint={strings.conditionHint}
    isRequired
    value={node.when}
    onChange={(when) => onChange({ ...node, when }, 'when')}
  />
)

/** An id for another case or branch: connections hold on to it, and the title is what is shown. */
const freeOutlet = (base: string, taken: readonly { readonly id: string }[]): string => {
  for (let n = taken.length + 1; ; n++) if (!taken.some(({ id }) => id === `${base}_${n}`)) return `${base}_${n}`
}
const titled = <Of extends { title?: string | undefined }>({ title: _, ...rest }: Of, title: string) =>
  title === '' ? rest : { ...rest, title }

export const SwitchFields = ({ node, onChange }: KindProps<'switch'>) => (
  <RowList
    legend={strings.cases}
    field="cases"
    rows={node.cases}
    nameOf={(each, n) => each.title || strings.caseOf(n + 1)}
    least={1}
    add={strings.addCase}
    onAdd={() => onChange({ ...node, cases: [...node.cases, { id: freeOutlet('case', node.cases), when: '' }] }, 'add')}
    onChange={(cases) => onChange({ ...node, cases: [...cases] }, 'cases')}
  >
    {(each, set, n) => (
      <>
        <PlainField
          label={strings.caseTitle}
          field={`cases.${n}.title`}
          value={each.title ?? ''}
          maxLength={120}
          placeholder={strings.caseOf(n + 1)}
          onChange={(title) => set(titled(each, title) as typeof each)}
        />
        <ExpressionField
          label={strings.condition}
          field={`cases.${n}.when`}
          isRequired
          value={each.when ?? ''}
          onChange={(when) => set({ ...each, when })}
        />
      </>
    )}
  </RowList>
)

export const LoopFields = ({ node, onChange }: KindProps<'loop'>) => (
  <Stack>
    <ExpressionField
      label={strings.items}
      field="items"
      hint={strings.itemsHint}
      isRequired
      value={node.items}
      onChange={(items) => onChange({ ...node, items }, 'items')}
    />
    <NumberInput
      label={strings.most}
      error={useTrouble('most')}
      value={node.most}
      min={1}
      max={1_000}
      allowDecimal={false}
      onChange={(most) => typeof most === 'number' && onChange({ ...node, most }, 'most')}
    />
    <Checkbox
      label={strings.leaveOut}
      description={strings.leaveOutHint}
      checked={node.leave_out ?? false}
      onChange={({ currentTarget }) => onChange({ ...node, leave_out: currentTarget.checked }, 'leave_out')}
    />
  </Stack>
)

export const ParallelFields = ({ node, onChange }: KindProps<'parallel'>) => {
  const { branches, wait_for } = node
  return (
    <Stack>
      <RowList
        legend={strings.branches}
        field="branches"
        rows={branches}
        nameOf={(each, n) => each.title || strings.branchOf(n + 1)}
        least={2}
        add={strings.addBranch}
        onAdd={() => onChange({ ...node, branches: [...branches, { id: freeOutlet('branch', branches) }] }, 'add')}
        onChange={(next) => onChange({ ...node, branches: [...next] }, 'branches')}
      >
        {(each, set, n) => (
          <PlainField
            label={strings.caseTitle}
            field={`branches.${n}.title`}
            value={each.title ?? ''}
            maxLength={120}
            placeholder={strings.branchOf(n + 1)}
            onChange={(title) => set(titled(each, title) as typeof each)}
          />
        )}
      </RowList>
      <NativeSelect
        label={strings.waitForBranches}
        error={useTrouble('wait_for')}
        value={typeof wait_for === 'number' ? 'some' : wait_for}
        data={(['all', 'any', 'some'] as const).map((value) => ({ value, label: strings.waitForAs[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...node, wait_for: value === 'some' ? 1 : value === 'any' ? 'any' : 'all' }, 'wait_for')
        }
      />
      {typeof wait_for === 'number' && (
        <NumberInput
          label={strings.howMany}
          value={wait_for}
          min={1}
          max={branches.length}
          allowDecimal={false}
          onChange={(n) => typeof n === 'number' && onChange({ ...node, wait_for: n }, 'wait_for')}
        />
      )}
    </Stack>
  )
}

export const StopFields = ({ node, onChange }: KindProps<'stop'>) => (
  <Stack>
    <NativeSelect
      label={strings.outcome}
      value={node.outcome}
      data={(['completed', 'failed'] as const).map((value) => ({ value, label: strings.outcomes[value] }))}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...node, outcome: value === 'failed' ? 'failed' : 'completed' }, 'outcome')
      }
    />
    <TemplateField
      label={strings.reason}
      field="reason"
      value={node.reason}
      onChange={(reason) => onChange({ ...node, reason }, 'reason')}
    />
  </Stack>
)
