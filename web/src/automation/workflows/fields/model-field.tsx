import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '#web/gateway.ts'
import { strings } from '../strings.ts'
import { useTrouble } from './field-context.ts'

interface Props {
  readonly model: string | undefined
  /** Undefined: the one that is asked where none is named. */
  onChange(model: string | undefined): void
}

/** The model that a step asks first. One that is named and is not among those of the workspace stays to be seen, and to be replaced. */
export const ModelField = ({ model, onChange }: Props) => {
  const shown = useQuery(read('list-ai-models', {})).data
  const enabled = shown?.models.filter((each) => each.enabled) ?? []
  const usual = shown?.models.find((each) => each.model === shown.default_model)?.title ?? shown?.default_model
  const isListed = enabled.some((each) => each.model === model)
  return (
    <NativeSelect
      label={strings.aiModel}
      description={strings.aiModelHint}
      error={useTrouble('model')}
      value={model ?? ''}
      data={[
        { value: '', label: usual === undefined ? strings.usualModel : strings.usualModelNamed(usual) },
        ...enabled.map((each) => ({ value: each.model, label: each.title })),
        ...(model === undefined || isListed ? [] : [{ value: model, label: shown ? strings.otherModel(model) : model }]),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : value)}
    />
  )
}
