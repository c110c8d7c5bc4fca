import { NativeSelect, Stack, Textarea } from '@mantine/core'
import type { NodeOf } from '../graph/graph.ts'
import { strings } from '../strings.ts'
import { BudgetField } from './budget-field.tsx'
import { TemplateField } from './expression-field.tsx'
import { type KindProps, useTrouble } from './field-context.ts'
import { ModelField } from './model-field.tsx'
import { RowList } from './row-list.tsx'
import { PlainField } from './value-field.tsx'

type Answer = NodeOf<'ai'>['answer'][number]
const types = ['text', 'number', 'whole', 'tick', 'choice', 'list', 'object'] as const

export const AiFields = ({ node, onChange }: KindProps<'ai'>) => (
  <Stack>
    <TemplateField
      label={strings.prompt}
      field="prompt"
      isRequired
      isLong
      value={node.prompt}
      onChange={(prompt) => onChange({ ...node, prompt }, 'prompt')}
    />
    <TemplateField
      label={strings.aiInput}
      field="input"
      hint={strings.aiInputHint}
      isLong
      value={node.input === undefined ? '' : typeof node.input === 'string' ? node.input : JSON.stringify(node.input)}
      onChange={(input) => {
        const { input: _, ...rest } = node
        onChange(input === '' ? rest : { ...rest, input }, 'input')
      }}
    />
    <RowList
      legend={strings.answer}
      field="answer"
      rows={node.answer}
      nameOf={({ name }) => name}
      least={1}
      add={strings.addAnswer}
      onAdd={() =>
        onChange({ ...node, answer: [...node.answer, { name: `field_${node.answer.length + 1}`, type: 'text' }] }, 'add')
      }
      onChange={(answer) => onChange({ ...node, answer: [...answer] }, 'answer')}
    >
      {(each, set, n) => <AnswerRow each={each} at={`answer.${n}`} onChange={set} />}
    </RowList>
    <ModelField
      model={node.model}
      onChange={(model) => {
        const { model: _, ...rest } = node
        onChange(model === undefined ? rest : { ...rest, model }, 'model')
      }}
    />
    <BudgetField
      label={strings.stepBudget}
      field="budget_micros"
      micros={node.budget_micros}
      onChange={(micros) => {
        const { budget_micros: _, ...rest } = node
        onChange(micros === undefined ? rest : { ...rest, budget_micros: micros }, 'budget_micros')
      }}
    />
  </Stack>
)

const AnswerRow = ({ each, at, onChange }: { each: Answer; at: string; onChange: (next: Answer) => void }) => {
  const choicesTrouble = useTrouble(`${at}.choices`)
  const typeTrouble = useTrouble(`${at}.type`)
  return (
    <>
      <PlainField
        label={strings.answerName}
        field={`${at}.name`}
        value={each.name}
        maxLength={40}
        onChange={(name) => onChange({ ...each, name })}
      />
      <NativeSelect
        label={strings.answerType}
        error={typeTrouble}
        value={each.type}
        data={types.map((value) => ({ value, label: strings.answerTypes[value] }))}
        onChange={({ currentTarget: { value } }) => {
          const { choices: _, items: __, fields: ___, ...rest } = each
          const type = types.find((known) => known === value) ?? 'text'
          onChange({
            ...{ ...rest, type },
            ...(type === 'choice' && { choices: each.choices ?? [] }),
            ...(type === 'list' && { items: each.items ?? { type: 'text' } }),
            ...(type === 'object' && { fields: each.fields ?? [{ name: 'field_1', type: 'text' }] }),
          })
        }}
      />
      {each.type === 'choice' && (
        <Textarea
          label={strings.choices}
          error={choicesTrouble}
          value={each.choices?.join('\n') ?? ''}
          autosize
          minRows={2}
          onChange={({ currentTarget }) => onChange({ ...each, choices: currentTarget.value.split('\n') })}
        />
      )}
      <PlainField
        label={strings.answerAbout}
        field={`${at}.about`}
        value={each.about ?? ''}
        maxLength={500}
        onChange={(about) => {
          const { about: _, ...rest } = each
          onChange(about === '' ? rest : { ...rest, about })
        }}
      />
    </>
  )
}
