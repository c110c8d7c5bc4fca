import { ActionIcon, Button, Checkbox, Group, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '#icons'
import { strings as words } from '#web/business/invoices/strings.ts'
import { FieldPair } from '#web/ui/form-page.tsx'
import { type Faults, newTypedLine, type TypedLine } from './draft.ts'
import classes from './proposals.module.css'
import { strings } from './strings.ts'

const most = 50

interface Props {
  readonly lines: readonly TypedLine[]
  readonly faults: Faults
  readonly onChange: (lines: readonly TypedLine[]) => void
}

/** What it costs: a line each, and which of them the client decides on. */
export const LineFields = ({ lines, faults, onChange }: Props) => (
  <div className={classes.items}>
    {lines.map((line, at) => (
      <Line
        key={line.key}
        line={line}
        at={at}
        faults={faults}
        onChange={(part) => onChange(lines.map((each) => (each.key === line.key ? { ...each, ...part } : each)))}
        onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
      />
    ))}
    <Group>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={lines.length >= most}
        // Most lines are taxed alike.
        onClick={() => onChange([...lines, newTypedLine({ tax: lines.at(-1)?.tax ?? '' })])}
      >
        {strings.addLine}
      </Button>
    </Group>
  </div>
)

const Line = ({
  line,
  at,
  faults,
  onChange,
  onRemove,
}: {
  line: TypedLine
  at: number
  faults: Faults
  onChange: (part: Partial<TypedLine>) => void
  onRemove: () => void
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw another heading for each
  <div role="group" aria-label={strings.line(at + 1)} className={classes.item}>
    <div className={classes.itemHead}>
      <span className="dim">{strings.line(at + 1)}</span>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={strings.removeLine(at + 1)} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
    <Textarea
      label={words.description}
      value={line.description}
      error={faults[`lines.${at}.description`]}
      autosize
      minRows={1}
      maxRows={8}
      maxLength={1_000}
      onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
    />
    <FieldPair>
      <TextInput
        label={words.quantity}
        inputMode="decimal"
        value={line.quantity}
        error={faults[`lines.${at}.quantity`]}
        maxLength={40}
        onChange={({ currentTarget }) => onChange({ quantity: currentTarget.value })}
      />
      <TextInput
        label={words.unitPrice}
        inputMode="decimal"
        value={line.unit}
        error={faults[`lines.${at}.unitMinor`]}
        maxLength={40}
        onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
      />
    </FieldPair>
    <TextInput
      label={words.taxRate}
      inputMode="decimal"
      value={line.tax}
      error={faults[`lines.${at}.taxRate`]}
      placeholder={words.noTax}
      maxLength={40}
      rightSection="%"
      onChange={({ currentTarget }) => onChange({ tax: currentTarget.value })}
    />
    <Checkbox
      label={strings.optional}
      description={strings.optionalHint}
      checked={line.isOptional}
      onChange={({ currentTarget }) => onChange({ isOptional: currentTarget.checked })}
    />
  </div>
)
