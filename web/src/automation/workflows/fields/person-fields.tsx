import { NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { Select } from '#web/ui/select.tsx'
import type { NodeOf } from '../graph/graph.ts'
import { freeId } from '../graph/graph-edits.ts'
import { strings } from '../strings.ts'
import { DurationField } from './duration-field.tsx'
import { ExpressionField, TemplateField } from './expression-field.tsx'
import { type KindProps, useTrouble } from './field-context.ts'
import { FormFields } from './form-fields.tsx'
import { RowList } from './row-list.tsx'
import { PlainField } from './value-field.tsx'

type Recipient = NodeOf<'person'>['to']
const kinds = ['role', 'person', 'deal_owner', 'client'] as const

const usual = (kind: Recipient['kind']): Recipient => {
  switch (kind) {
    case 'role':
      return { kind, role: 'admin' }
    case 'person':
      return { kind, person: '' }
    case 'deal_owner':
      return { kind, deal: '' }
    case 'client':
      return { kind, email: '' }
  }
}

export const PersonFields = ({ node, onChange }: KindProps<'person'>) => (
  <Stack>
    <RecipientFields to={node.to} onChange={(to, about) => onChange({ ...node, to }, about)} />
    <TemplateField
      label={strings.heading}
      field="heading"
      isRequired
      value={node.heading}
      onChange={(heading) => onChange({ ...node, heading }, 'heading')}
    />
    <TemplateField
      label={strings.text}
      field="text"
      isLong
      value={node.text}
      onChange={(text) => onChange({ ...node, text }, 'text')}
    />
    <FormFields
      legend={strings.form}
      field="form"
      rows={node.form}
      onChange={(form, about) => onChange({ ...node, form }, about)}
    />
    <RowList
      legend={strings.buttons}
      field="choices"
      rows={node.choices}
      nameOf={({ label, id }) => label || id}
      least={1}
      add={strings.addButton}
      onAdd={() => {
        const id = freeId(new Set(node.choices.map((each) => each.id)), 'choice')
        onChange({ ...node, choices: [...node.choices, { id, label: '' }] }, 'add')
      }}
      onChange={(choices) => onChange({ ...node, choices: [...choices] }, 'choices')}
    >
      {(each, set, n) => (
        <PlainField
          label={strings.label}
          field={`choices.${n}`}
          value={each.label ?? ''}
          maxLength={120}
          onChange={(label) => set({ ...each, label })}
        />
      )}
    </RowList>
    <DurationField
      label={strings.remindAfter}
      field="remind_after"
      isOptional
      value={node.remind_after}
      onChange={(remind_after) => {
        const { remind_after: _, ...rest } = node
        onChange(remind_after ? { ...rest, remind_after } : rest, 'remind_after')
      }}
    />
    <DurationField
      label={strings.answerWithin}
      field="at_most"
      isOptional
      value={node.at_most}
      onChange={(at_most) => {
        const { at_most: _, ...rest } = node
        onChange(at_most ? { ...rest, at_most } : rest, 'at_most')
      }}
    />
  </Stack>
)

const RecipientFields = ({ to, onChange }: { to: Recipient; onChange: (to: Recipient, about: string) => void }) => (
  <>
    <NativeSelect
      label={strings.to}
      error={useTrouble('to.kind')}
      value={to.kind}
      data={kinds.map((value) => ({ value, label: strings.toKinds[value] }))}
      onChange={({ currentTarget: { value } }) => onChange(usual(kinds.find((kind) => kind === value) ?? 'role'), 'to.kind')}
    />
    {to.kind === 'role' && (
      <NativeSelect
        label={strings.toRole}
        value={to.role}
        data={(['member', 'admin', 'owner'] as const).map((value) => ({ value, label: strings.toRoles[value] }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...to, role: value === 'member' ? 'member' : value === 'owner' ? 'owner' : 'admin' }, 'to.role')
        }
      />
    )}
    {to.kind === 'person' && <MemberField value={to.person} onChange={(person) => onChange({ ...to, person }, 'to.person')} />}
    {to.kind === 'deal_owner' && (
      <ExpressionField
        label={strings.deal}
        field="to.deal"
        hint={strings.dealHint}
        isRequired
        value={to.deal}
        onChange={(deal) => onChange({ ...to, deal }, 'to.deal')}
      />
    )}
    {to.kind === 'client' && (
      <TemplateField
        label={strings.clientEmail}
        field="to.email"
        isRequired
        value={to.email}
        onChange={(email) => onChange({ ...to, email }, 'to.email')}
      />
    )}
  </>
)

const MemberField = ({ value, onChange }: { value: string; onChange: (id: string) => void }) => {
  const { data } = useQuery(read('list-members', {}))
  return (
    <Select
      label={strings.member}
      error={useTrouble('to.person')}
      withAsterisk
      searchable
      allowDeselect={false}
      value={value || null}
      data={(data?.members ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  )
}
