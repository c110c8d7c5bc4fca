import { strings } from '../strings.ts'
import { TemplateField } from './expression-field.tsx'
import type { KindProps } from './field-context.ts'
import { RowList } from './row-list.tsx'
import { PlainField } from './value-field.tsx'

/** Names with values, which later steps have as `vars.<name>`. */
export const SetFields = ({ node, onChange }: KindProps<'set'>) => {
  const rows = Object.entries(node.values)
  return (
    <RowList
      legend={strings.values}
      field="values"
      rows={rows}
      nameOf={([name]) => name}
      least={1}
      add={strings.addValue}
      onAdd={() => onChange({ ...node, values: { ...node.values, [freeName(rows.map(([name]) => name))]: '' } }, 'add')}
      onChange={(next) => onChange({ ...node, values: Object.fromEntries(next) }, 'values')}
    >
      {([name, value], set) => (
        <>
          <PlainField
            label={strings.valueName}
            field={`values.${name}`}
            value={name}
            maxLength={64}
            // A name that another row has would make one of two.
            onChange={(typed) => !(typed in node.values) && set([typed, value])}
          />
          <TemplateField
            label={strings.value}
            field={`values.${name}`}
            value={typeof value === 'string' ? value : JSON.stringify(value)}
            onChange={(typed) => set([name, typed])}
          />
        </>
      )}
    </RowList>
  )
}

const freeName = (taken: readonly string[]): string => {
  for (let n = taken.length + 1; ; n++) if (!taken.includes(`value_${n}`)) return `value_${n}`
}
