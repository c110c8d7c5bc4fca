import { ActionIcon, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconPlus } from '#icons'
import { Popover } from '#web/ui/popover.tsx'
import { strings } from '../strings.ts'
import { useKnownValues } from './field-context.ts'
import classes from './fields.module.css'

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
  const values = useKnownValues()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = values.filter(({ expression, label, source }) =>
    [expression, label, source].some((text) => text.toLowerCase().includes(wanted)),
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
      {found.length === 0 && <p className="dim">{strings.noValues}</p>}
      <div className={classes.valueList}>
        {[...groups].map(([source, list]) => (
          <section key={source} aria-label={source}>
            <h3>{source}</h3>
            {list.map(({ expression, label }) => (
              <button key={expression} type="button" onClick={() => onChoose(expression)}>
                <span>{label}</span>
                <code>{expression}</code>
              </button>
            ))}
          </section>
        ))}
      </div>
    </div>
  )
}
