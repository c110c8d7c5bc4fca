import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote, fieldError } from '#web/ui/error-note.tsx'
import { Fields, Part } from '#web/ui/form-page.tsx'
import { say } from '#web/ui/say.tsx'
import type { AiModel } from '#web/wire.ts'
import { nanoPerToken } from './amounts.ts'
import { useAiChange } from './api.ts'
import { strings } from './strings.ts'

type Provider = AiModel['provider']
const fields = ['input', 'cached', 'output'] as const

/** By which a name says whose model it is. */
const prefixes: Readonly<Record<Provider, string>> = {
  ...{ gemini: 'gemini-', openai: 'gpt-', anthropic: 'claude-', compatible: 'compatible/' },
}
const providers = Object.keys(prefixes) as Provider[]

/** An owner says what a model costs. */
export const ModelPrice = () => {
  const save = useAiChange('save-ai-model')
  const [model, setModel] = useState('')
  const [prices, setPrices] = useState({ input: '', cached: '', output: '' })
  const [isChecked, setIsChecked] = useState(false)
  const provider = providers.find((each) => model.trim().startsWith(prefixes[each]))
  const nano = { input: nanoPerToken(prices.input), cached: nanoPerToken(prices.cached), output: nanoPerToken(prices.output) }
  const isRight = (field: (typeof fields)[number]): boolean =>
    nano[field] !== null || (field === 'cached' && prices.cached.trim() === '')
  const submit = (): void => {
    setIsChecked(true)
    if (!provider || !fields.every(isRight)) return
    save.mutate(
      { model: model.trim(), provider, inputNano: nano.input, cachedNano: nano.cached, outputNano: nano.output },
      {
        onSuccess: () => {
          setModel('')
          setPrices({ input: '', cached: '', output: '' })
          setIsChecked(false)
          say(strings.saved)
        },
      },
    )
  }
  return (
    <Part title={strings.price} text={strings.priceText}>
      {!fieldError(save.error, 'model') && <ErrorNote error={save.error} title={strings.notSaved} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Fields>
          <TextInput
            label={strings.model}
            description={strings.modelHint}
            maxLength={100}
            value={model}
            onChange={({ currentTarget }) => setModel(currentTarget.value)}
            error={isChecked && !provider ? strings.modelWrong : fieldError(save.error, 'model')}
          />
          {fields.map((field) => (
            <TextInput
              key={field}
              label={strings[field]}
              inputMode="decimal"
              maxLength={12}
              value={prices[field]}
              onChange={({ currentTarget: { value } }) => setPrices((typed) => ({ ...typed, [field]: value }))}
              error={isChecked && !isRight(field) ? strings.priceWrong : undefined}
            />
          ))}
        </Fields>
        <Button type="submit" variant="default" mt="md" loading={save.isPending}>
          {strings.savePrice}
        </Button>
      </form>
    </Part>
  )
}
