import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IconRefresh } from '#icons'
import { call } from '#web/gateway.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { WhatsappTemplate } from '#web/wire.ts'
import { useTemplates } from './api.ts'
import { type ProposedTemplate, settleMade } from './made-draft.tsx'
import { send } from './sending.ts'
import { strings } from './strings.ts'
import classes from './templates.module.css'
import { isSendable, labelOf, previewOf, proposedOf } from './templates.ts'

interface TemplateWindowProps {
  readonly opened: boolean
  readonly projectId: string
  /** What a draft proposed: chosen at first, and sent only by the user. */
  readonly proposed: ProposedTemplate | null
  onClose(): void
}

/** Chooses an approved template, fills its values in their order, and shows what will arrive. */
export const TemplateWindow = ({ opened, projectId, proposed, onClose }: TemplateWindowProps) => (
  <Window opened={opened} onClose={onClose} title={strings.templates} wide="very">
    <Choosing key={proposed?.draftId} projectId={projectId} proposed={proposed} onDone={onClose} />
  </Window>
)

const Choosing = ({
  projectId,
  proposed,
  onDone,
}: {
  projectId: string
  proposed: ProposedTemplate | null
  onDone(): void
}) => {
  const { data, error, isPending, refetch } = useTemplates(true)
  const queries = useQueryClient()
  const sync = useMutation({
    mutationFn: () => call('sync-whatsapp-templates', {}),
    onSuccess: ({ found }) => {
      say(strings.templatesFound(found))
      return queries.invalidateQueries({ queryKey: ['list-whatsapp-templates'] })
    },
  })
  const [search, setSearch] = useState('')
  const [pickedId, setPickedId] = useState<string | null>(null)
  const templates = data?.templates ?? []
  const typed = search.trim().toLowerCase()
  const fitting = templates.filter(({ name, body }) =>
    `${name.replaceAll('_', ' ')} ${name} ${body ?? ''}`.toLowerCase().includes(typed),
  )
  const fit = proposedOf(templates, proposed)
  const chosenId = pickedId ?? fit?.id ?? null
  const chosen = templates.find(({ id }) => id === chosenId)
  const sent = (): void => {
    if (proposed) settleMade({ id: proposed.draftId }, chosen?.id === fit?.id ? 'used' : 'discarded')
  }
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" wrap="wrap">
        <TextInput
          type="search"
          aria-label={strings.templateSearch}
          placeholder={strings.templateSearch}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          style={{ flex: '1 1 12rem' }}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={sync.isPending}
          onClick={() => sync.mutate()}
        >
          {strings.templatesSync}
        </Button>
      </Group>
      {fit && <p role="status">{strings.templateProposed(fit.name)}</p>}
      <ErrorNote error={error} title={strings.templatesFailed} onRetry={() => void refetch()} />
      <ErrorNote error={sync.error} />
      {isPending && !error && <RowsPending rows={3} />}
      {data && templates.length === 0 && <Empty title={strings.noTemplates} text={strings.noTemplatesText} />}
      {fitting.length > 0 && (
        <div className={classes.templates}>
          <Radio.Group
            aria-label={strings.templateList}
            value={chosenId}
            onChange={setPickedId}
            className={classes.templateList ?? ''}
          >
            <Stack gap="sm">
              {fitting.map((template) => (
                <Choice key={template.id} template={template} />
              ))}
            </Stack>
          </Radio.Group>
          {chosen ? (
            <Filling key={chosen.id} template={chosen} projectId={projectId} onDone={onDone} onSent={sent} />
          ) : (
            <p className={classes.choose}>{strings.chooseTemplate}</p>
          )}
        </div>
      )}
    </Stack>
  )
}

const stateWords: Readonly<Record<string, string>> = strings.templateStates
const tones: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  APPROVED: 'good',
  PENDING: 'warn',
  PAUSED: 'warn',
  REJECTED: 'bad',
}

const Choice = ({ template }: { template: WhatsappTemplate }) => (
  <Radio
    value={template.id}
    disabled={!isSendable(template)}
    label={
      <span className={classes.templateName}>
        <bdi>{template.name}</bdi>{' '}
        <span className={classes.templateFacts}>
          <bdi>{template.language}</bdi>
          {template.status !== 'APPROVED' && (
            <Pill tone={tones[template.status]}>{stateWords[template.status] ?? template.status}</Pill>
          )}
        </span>
      </span>
    }
    description={
      template.status !== 'APPROVED'
        ? (template.reason ?? undefined)
        : template.unusable !== null
          ? strings.templateUnusable
          : undefined
    }
  />
)

interface FillingProps {
  readonly template: WhatsappTemplate
  readonly projectId: string
  onSent(): void
  onDone(): void
}

const Filling = ({ template, projectId, onSent, onDone }: FillingProps) => {
  const [values, setValues] = useState<readonly string[]>(() => Array.from({ length: template.variables }, () => ''))
  const [tried, setTried] = useState(false)
  const isWhole = values.every((value) => value.trim() !== '')
  const preview = previewOf(template, values)
  const submit = (): void => {
    setTried(true)
    if (!isWhole) return
    send(
      {
        projectId,
        templateName: template.name,
        language: template.language,
        templateVars: values.map((value) => value.trim()),
      },
      preview.map(({ text }) => text).join('\n'),
    )
    onSent()
    onDone()
  }
  return (
    <form
      className={classes.filling}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {values.map((value, n) => (
        <TextInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a value is its place
          key={n}
          label={labelOf(template.values[n], n)}
          value={value}
          maxLength={1_024}
          dir="auto"
          error={tried && value.trim() === '' ? strings.variableMissing : undefined}
          onChange={({ currentTarget }) => setValues(values.map((old, at) => (at === n ? currentTarget.value : old)))}
        />
      ))}
      <section className={classes.preview} aria-label={strings.preview}>
        {preview.map(({ part, text }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a template do not move
          <p key={n} data-part={part} dir="auto">
            {text}
          </p>
        ))}
      </section>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {strings.cancel}
        </Button>
        <Button type="submit">{strings.sendTemplate}</Button>
      </Group>
    </form>
  )
}
