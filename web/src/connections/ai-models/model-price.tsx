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
const prices = ['input', 'cached', 'output'] as const
const lengths = ['contextTokens', 'longestAnswer'] as const
type Field = (typeof prices)[number] | (typeof lengths)[number]
const nothing: Readonly<Record<Field, string>> = { input: '', cached: '', output: '', contextTokens: '', longestAnswer: '' }

/** Tokens that were typed; null where it is no number of them. */
const tokensOf = (typed: string): number | null => (/^[1-9]\d{0,7}$/.test(typed.trim()) ? Number(typed) : null)

/** By which a name says whose model it is. */
const prefixes: Readonly<Record<Provider, string>> = {
  ...{ gemini: 'gemini-', openai: 'gpt-', anthropic: 'claude-', compatible: 'compatible/' },
}
const providers = Object.keys(prefixes) as Provider[]

/** An owner says what a model costs and takes in; what is left empty stays as it is. */
export const ModelPrice = () => {
  const save = useAiChange('save-ai-model')
  const [model, setModel] = useState('')
  const [typed, setTyped] = useState(nothing)
  const [isChecked, setIsChecked] = useState(false)
  const provider = providers.find((each) => model.trim().startsWith(prefixes[each]))
  const isEmpty = (field: Field): boolean => typed[field].trim() === ''
  const isPriced = !prices.every(isEmpty)
  const isSized = !lengths.every(isEmpty)
  const isRight = (field: Field): boolean => {
    if (field === 'contextTokens' || field === 'longestAnswer') return isEmpty(field) || tokensOf(typed[field]) !== null
    if (isEmpty(field) && (field === 'cached' || (isSized && !isPriced))) return true
    return nanoPerToken(typed[field]) !== null
  }
  const submit = (): void => {
    setIsChecked(true)
    if (!provider || ![...prices, ...lengths].every(isRight)) return
    const [contextTokens, maxOutputTokens] = lengths.map((field) => tokensOf(typed[field]))
    const price = {
      ...{ inputNano: nanoPerToken(typed.input), outputNano: nanoPerToken(typed.output) },
      cachedNano: nanoPerToken(typed.cached),
    }
    save.mutate(
      {
        ...{ model: model.trim(), provider },
        ...(isPriced && price),
        ...(contextTokens != null && { contextTokens }),
        ...(maxOutputTokens != null && { maxOutputTokens }),
      },
      {
        onSuccess: () => {
          setModel('')
          setTyped(nothing)
          setIsChecked(false)
          say(strings.saved)
        },
      },
    )
  }
  const wrong = (field: Field): string =>
    field === 'contextTokens' || field === 'longestAnswer' ? strings.tokensWrong : strings.priceWrong
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
          {[...prices, ...lengths].map((field) => (
            <TextInput
              key={field}
              label={strings[field]}
              inputMode="decimal"
              maxLength={12}
              value={typed[field]}
              onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [field]: value }))}
              error={isChecked && !isRight(field) ? wrong(field) : undefined}
            />
          ))}
        </Fields>
        <Button type="submit" variant="default" mt="md" loading={save.isPending}>
          {strings.saveModel}
        </Button>
      </form>
    </Part>
  )
}
