import { Button, Group, NativeSelect, Switch } from '@mantine/core'
import { onDate } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fields, Part } from '#web/ui/form-page.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say } from '#web/ui/say.tsx'
import type { Output } from '#web/wire.ts'
import { pricePerMillion } from './amounts.ts'
import { useAiChange } from './api.ts'
import { strings } from './strings.ts'

type Shown = Output<'list-ai-models'>
type Model = Shown['models'][number]
type Provider = Shown['fallbacks'][number]

/** Providers list dozens: those that can be called under a budget, those that are used, those that were switched off, and one's own. */
const isShown =
  ({ default_model: used }: Shown) =>
  ({ price, model, enabled, provider }: Model): boolean =>
    price !== null || model === used || !enabled || provider === 'compatible'

/** Which model is asked, who is asked when it does not answer, and what all of them cost. */
export const Models = ({ shown, mayChange, isOwner }: { shown: Shown; mayChange: boolean; isOwner: boolean }) => {
  const defaults = useAiChange('set-ai-defaults')
  const save = useAiChange('save-ai-model')
  const isSaved = { onSuccess: () => say(strings.saved) }
  const enabled = shown.models.filter(isShown(shown)).filter(({ enabled }) => enabled)
  const isKnown = enabled.some(({ model }) => model === shown.default_model)
  const names = [...(isKnown ? [] : [shown.default_model]), ...enabled.map(({ model }) => model)]
  return (
    <Part title={strings.models} text={strings.modelsText}>
      <ErrorNote error={defaults.error ?? save.error} title={strings.notSaved} />
      {mayChange && (
        <Fields>
          <NativeSelect
            label={strings.defaultModel}
            data={names.map((value) => ({ value, label: shown.models.find(({ model }) => model === value)?.title ?? value }))}
            value={defaults.isPending ? (defaults.variables.defaultModel ?? shown.default_model) : shown.default_model}
            onChange={({ currentTarget }) => defaults.mutate({ defaultModel: currentTarget.value }, isSaved)}
          />
          <Fallbacks
            order={shown.fallbacks}
            first={shown.models.find(({ model }) => model === shown.default_model)?.provider}
            onChange={(fallbacks) => defaults.mutate({ fallbacks }, isSaved)}
          />
        </Fields>
      )}
      <List label={strings.models} isInset>
        {shown.models.filter(isShown(shown)).map((model) => (
          <ListRow
            key={model.model}
            title={model.title}
            pills={<Pills model={model} />}
            actions={
              isOwner && (
                <Switch
                  aria-label={strings.enabled(model.title)}
                  checked={model.enabled}
                  onChange={({ currentTarget }) =>
                    save.mutate({ model: model.model, provider: model.provider, enabled: currentTarget.checked }, isSaved)
                  }
                />
              )
            }
          >
            <Facts model={model} />
          </ListRow>
        ))}
      </List>
    </Part>
  )
}

/** Who is asked after the first, in order. The first does not stand in for itself. */
const Fallbacks = ({
  order,
  first,
  onChange,
}: {
  order: Shown['fallbacks']
  first: Provider | undefined
  onChange(order: Provider[]): void
}) => {
  const asked = order.filter((provider) => provider !== first)
  const others = (Object.keys(strings.providers) as Provider[]).filter((each) => each !== first && !asked.includes(each))
  const toggle = (provider: Provider, isAsked: boolean): void =>
    onChange(isAsked ? [...order, provider] : order.filter((each) => each !== provider))
  const earlier = (provider: Provider): void => {
    const before = asked[asked.indexOf(provider) - 1]
    const swapped = { [provider]: before, ...(before && { [before]: provider }) }
    onChange(order.map((each) => swapped[each] ?? each))
  }
  return (
    <Switch.Group label={strings.fallbacks} value={[...asked]}>
      {[...asked, ...others].map((provider) => (
        <Group key={provider} mt="xs" gap="xs">
          <Switch
            value={provider}
            label={strings.providers[provider]}
            onChange={({ currentTarget }) => toggle(provider, currentTarget.checked)}
          />
          {asked.indexOf(provider) > 0 && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => earlier(provider)}>
              {strings.askEarlier(strings.providers[provider])}
            </Button>
          )}
        </Group>
      ))}
    </Switch.Group>
  )
}

const Pills = ({ model }: { model: Model }) => (
  <>
    {!model.enabled && <Pill>{strings.off}</Pill>}
    {model.ends_on !== null && <Pill tone="warn">{strings.ends}</Pill>}
  </>
)

const Facts = ({ model: { price, ends_on, successor, context_tokens, max_output_tokens } }: { model: Model }) => (
  <>
    <span>
      {price
        ? strings.prices(
            pricePerMillion(price.input_nano),
            pricePerMillion(price.cached_nano),
            pricePerMillion(price.output_nano),
          )
        : strings.unpriced}
    </span>
    <br />
    <span>{strings.context(context_tokens, max_output_tokens)}</span>
    {ends_on !== null && (
      <>
        <br />
        <span>{successor === null ? strings.endsOnAlone(onDate(ends_on)) : strings.endsOn(onDate(ends_on), successor)}</span>
      </>
    )}
  </>
)
