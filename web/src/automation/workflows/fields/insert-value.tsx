import { ActionIcon, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconPlus } from '#icons'
import { functionSummary } from '#web/i18n/server-messages.ts'
import { Popover } from '#web/ui/popover.tsx'
import { useEditing } from '../editor/editing.ts'
import type { KnownValue } from '../editor/known-values.ts'
import { type Node, nodeOf } from '../graph/graph.ts'
import { spoken } from '../json-schemas.ts'
import { stepName } from '../step-names.ts'
import { strings } from '../strings.ts'
import { useKnownValues } from './field-context.ts'
import classes from './fields.module.css'
import { type Examples, exampleOf, pathsOf, useExamples } from './use-examples.ts'

/** More are found by typing. */
const mostShown = 60

/** Offers what an expression can name here, by where it comes from; an expression is put where the cursor was. */
export const InsertValue = ({ field, onChoose }: { field: string; onChoose: (expression: string) => void }) => (
  <Popover
    position="bottom-end"
    width={300}
    target={
      <ActionIcon variant="subtle" color="gray" className={classes.insert ?? ''} aria-label={strings.insertInto(field)}>
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
    }
    dropdown={{ 'aria-label': strings.insertValue }}
  >
    {(isOpen, close) =>
      isOpen && (
        <Values
          onChoose={(expression) => {
            close()
            onChoose(expression)
          }}
        />
      )
    }
  </Popover>
)

const Values = ({ onChoose }: { onChoose: (expression: string) => void }) => {
  const known = useKnownValues()
  const examples = useExamples()
  const { definition, catalogue } = useEditing()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const values = withExamples(known, examples, (id) => nodeOf(definition, id))
  const found = values.filter(({ expression, label, source }) =>
    [expression, label, source].some((text) => text.toLowerCase().includes(wanted)),
  )
  const functions = catalogue.functions.filter(({ name, summary }) =>
    wanted === '' ? false : [name, functionSummary(summary)].some((text) => text.toLowerCase().includes(wanted)),
  )
  const groups = Map.groupBy(found.slice(0, mostShown), ({ source }) => source)
  return (
    <div className={classes.values}>
      <TextInput
        type="search"
        size="xs"
        aria-label={strings.searchValues}
        placeholder={strings.searchValues}
        value={search}
        data-autofocus
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found
          if (event.key !== 'Enter' || !first) return
          event.preventDefault()
          onChoose(first.expression)
        }}
      />
      {found.length === 0 && functions.length === 0 && <p className="dim">{strings.noValues}</p>}
      <div className={classes.valueList}>
        {[...groups].map(([source, list]) => (
          <section key={source} aria-label={source}>
            <h3>{source}</h3>
            {list.map(({ expression, label }) => (
              <Choice
                key={expression}
                label={label}
                expression={expression}
                example={exampleOf(examples, expression)}
                onChoose={() => onChoose(expression)}
              />
            ))}
          </section>
        ))}
        {functions.length > 0 && (
          <section aria-label={strings.functions}>
            <h3>{strings.functions}</h3>
            {functions.slice(0, mostShown).map(({ name, signature, summary, example }) => (
              <Choice
                key={`${name} ${signature}`}
                label={functionSummary(summary)}
                expression={signature}
                example={example}
                onChoose={() => onChoose(example)}
              />
            ))}
          </section>
        )}
      </div>
    </div>
  )
}

/** Steps that nothing describes offer what they gave last. */
const withExamples = (
  known: readonly KnownValue[],
  examples: Examples | null,
  stepOf: (id: string) => Node | undefined,
): KnownValue[] => {
  if (!examples) return [...known]
  const described = new Set(known.map(({ expression }) => expression.split('.').slice(0, 2).join('.')))
  const others = Object.entries(examples.steps).flatMap(([id, output]) => {
    const node = stepOf(id)
    if (!node || described.has(`steps.${id}`)) return []
    return pathsOf(output, `steps.${id}`).map((expression) => ({
      ...{ expression, source: stepName(node), type: '' },
      label: expression.split('.').slice(2).map(spoken).join(' › ') || stepName(node),
    }))
  })
  return [...known, ...others]
}

const Choice = ({
  label,
  expression,
  example,
  onChoose,
}: {
  label: string
  expression: string
  example: string | null
  onChoose: () => void
}) => (
  <button type="button" onClick={onChoose}>
    <span>{label}</span>
    <code>{expression}</code>
    {example !== null && <span className={classes.example}>{strings.example(example)}</span>}
  </button>
)
