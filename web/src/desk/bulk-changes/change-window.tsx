import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { IconUserMinus } from '#icons'
import { usePipelines } from '#web/crm/deals/api.ts'
import { useFields } from '#web/crm/fields/api.ts'
import { ValueInput } from '#web/crm/fields/value-input.tsx'
import { type Draft, draftOf, givenOf } from '#web/crm/fields/values.tsx'
import { useTags } from '#web/crm/tags/api.ts'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { useSession } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormButtons } from '#web/ui/form-buttons.tsx'
import { MultiSelect } from '#web/ui/multi-select.tsx'
import { Window } from '#web/ui/window.tsx'
import type { BulkChange, Input, PlainRecordKind } from '#web/wire.ts'
import { strings as listStrings } from '../lists/strings.ts'
import { type ChangedKind, type ChangeType, useBulkChange, type WantedChange } from './api.ts'
import classes from './bulk-changes.module.css'
import { strings } from './strings.ts'

/** What a window was opened for: it keeps that, whatever happens to the list behind it meanwhile. */
export interface Opened {
  readonly type: ChangeType
  readonly of: Input<'change-records'>['of']
  /** How many of which records, in words. */
  readonly what: string
}

interface Props {
  readonly opened: Opened | null
  readonly kind: ChangedKind
  readonly onClose: () => void
  readonly onStarted: (change: BulkChange) => void
}

/** What is to be changed, and of how many records: nothing is changed before its button is pressed. */
export const ChangeWindow = (props: Props) => {
  const { opened, onClose } = props
  const [last, setLast] = useState(opened)
  const [times, setTimes] = useState(0)
  if (opened !== null && opened !== last) {
    setLast(opened)
    setTimes(times + 1)
  }
  return (
    <Window opened={opened !== null} onClose={onClose} title={last && strings.titles[last.type](last.what)}>
      {last && <Form key={times} {...props} {...last} />}
    </Window>
  )
}

const Form = ({ type, kind, of, onClose, onStarted }: Omit<Props, 'opened'> & Opened) => {
  const begin = useBulkChange('change-records')
  // A second click comes before the button is seen to be busy, and a window that fades away can still be clicked.
  const isBegun = useRef(false)
  const start = (change: WantedChange): void => {
    if (isBegun.current) return
    isBegun.current = true
    const onError = (): void => {
      isBegun.current = false
    }
    begin.mutate({ kind, of, change }, { onSuccess: onStarted, onError })
  }
  const Fields = forms[type]
  return (
    <Stack>
      <ErrorNote error={begin.error} title={strings.failed} />
      <Fields kind={kind} verb={strings.verbs[type]} isPending={begin.isPending} onClose={onClose} onStart={start} />
    </Stack>
  )
}

interface FieldsProps {
  readonly kind: ChangedKind
  readonly verb: string
  readonly isPending: boolean
  readonly onClose: () => void
  readonly onStart: (change: WantedChange) => void
}

/** The fields of a change, and its buttons; `change` answers null while something is missing. */
const Sheet = ({
  verb,
  isPending,
  onClose,
  onStart,
  change,
  hint,
  children,
}: Omit<FieldsProps, 'kind'> & {
  change: () => WantedChange | null | Promise<WantedChange | null>
  hint?: string
  children?: ReactNode
}) => (
  <form
    noValidate
    onSubmit={async (event) => {
      event.preventDefault()
      const wanted = await change()
      if (wanted) onStart(wanted)
    }}
  >
    <Stack>
      {children}
      <p className={classes.hint}>{[hint, strings.undoHint].filter(Boolean).join(' ')}</p>
      <Group justify="flex-end">
        <FormButtons submit={verb} isPending={isPending} onCancel={onClose} />
      </Group>
    </Stack>
  </form>
)

/** The member who is pressed takes them over at once. */
const AssignFields = ({ isPending, onStart }: FieldsProps) => {
  const { person } = useSession()
  const members = useMembersByName()
  const me = members.filter(({ value }) => value === person.id)
  const others = members.filter(({ value }) => value !== person.id)
  return (
    <Stack gap={4}>
      {[...me, ...others, { value: '', label: strings.nobody }].map(({ value, label }) => (
        <Button
          key={value}
          variant="subtle"
          color="gray"
          justify="start"
          disabled={isPending}
          leftSection={value === '' ? <IconUserMinus size={18} aria-hidden /> : <Avatar name={label} size="1.5rem" />}
          onClick={() => onStart({ type: 'assign', ownerId: value === '' ? null : value })}
        >
          <bdi>{label}</bdi>
        </Button>
      ))}
      <p className={classes.hint}>{strings.undoHint}</p>
    </Stack>
  )
}

const TagFields = (props: FieldsProps) => {
  const { data } = useTags()
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const tags = data?.tags.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const without = (taken: readonly string[]) => tags.filter(({ value }) => !taken.includes(value))
  return (
    <Sheet {...props} change={() => (add.length + remove.length === 0 ? null : { type: 'tag', add, remove })}>
      {data && tags.length === 0 ? (
        <p>{strings.noTags}</p>
      ) : (
        <>
          <MultiSelect label={strings.addTags} data={without(remove)} value={add} onChange={setAdd} searchable />
          <MultiSelect label={strings.removeTags} data={without(add)} value={remove} onChange={setRemove} searchable />
        </>
      )}
    </Sheet>
  )
}

const OwnFieldFields = (props: FieldsProps) => {
  const { data } = useFields(props.kind as PlainRecordKind)
  const fields = data?.fields ?? []
  const [key, setKey] = useState<string | null>(null)
  const field = fields.find((each) => each.key === key) ?? fields[0]
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  if (data && !field)
    return (
      <Sheet {...props} change={() => null}>
        <p>{strings.noFields}</p>
      </Sheet>
    )
  const draft = field && (drafts[field.key] ?? draftOf(field, null))
  return (
    <Sheet
      {...props}
      hint={strings.fieldHint}
      change={async () =>
        field && draft !== undefined ? { type: 'set_fields', fields: { [field.key]: await givenOf(field, draft) } } : null
      }
    >
      <NativeSelect
        label={strings.field}
        value={field?.key ?? ''}
        data={fields.map((each) => ({ value: each.key, label: each.name }))}
        data-autofocus
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
      />
      {field && draft !== undefined && (
        <ValueInput
          key={field.key}
          field={field}
          draft={draft}
          onChange={(next) => setDrafts((before) => ({ ...before, [field.key]: next }))}
        />
      )}
    </Sheet>
  )
}

const chosenStates = ['new', 'contacted', 'qualified', 'not_fit'] as const

const StateFields = (props: FieldsProps) => {
  const [state, setState] = useState<(typeof chosenStates)[number]>('contacted')
  const reason = useReason()
  const needsReason = state === 'not_fit'
  return (
    <Sheet
      {...props}
      change={() => {
        if (needsReason && !reason.check()) return null
        return { type: 'set_state', state, ...(needsReason && { reason: reason.text }) }
      }}
    >
      <NativeSelect
        label={strings.state}
        value={state}
        data={chosenStates.map((each) => ({ value: each, label: listStrings.choices[each] }))}
        data-autofocus
        onChange={({ currentTarget }) => setState(chosenStates.find((each) => each === currentTarget.value) ?? 'contacted')}
      />
      {needsReason && reason.field}
    </Sheet>
  )
}

const useStages = () => {
  const { data } = usePipelines()
  const pipelines = data?.pipelines ?? []
  return pipelines.flatMap((pipeline) =>
    pipeline.stages.map(({ id, name, kind }) => ({
      ...{ value: id, kind },
      label: pipelines.length > 1 ? `${pipeline.name} · ${name}` : name,
    })),
  )
}

const OpenDealsFields = (props: FieldsProps) => {
  const stages = useStages().filter(({ kind }) => kind === 'open')
  const [stageId, setStageId] = useState('')
  const stage = stageId === '' ? stages[0]?.value : stageId
  return (
    <Sheet
      {...props}
      hint={strings.openDealsHint}
      change={() => ({ type: 'open_deals', ...(stage !== undefined && { stageId: stage }) })}
    >
      <StageField stages={stages} value={stage ?? ''} onChange={setStageId} />
    </Sheet>
  )
}

const MoveFields = (props: FieldsProps) => {
  const stages = useStages()
  const [stageId, setStageId] = useState('')
  const stage = stages.find(({ value }) => value === stageId) ?? stages[0]
  const reason = useReason()
  const isLost = stage?.kind === 'lost'
  return (
    <Sheet
      {...props}
      change={() => {
        if (!stage || (isLost && !reason.check())) return null
        return { type: 'move', stageId: stage.value, ...(isLost && { lostReason: reason.text }) }
      }}
    >
      <StageField stages={stages} value={stage?.value ?? ''} onChange={setStageId} />
      {isLost && reason.field}
    </Sheet>
  )
}

const StageField = ({
  stages,
  value,
  onChange,
}: {
  stages: readonly { readonly value: string; readonly label: string }[]
  value: string
  onChange: (stageId: string) => void
}) => (
  <NativeSelect
    label={strings.stage}
    value={value}
    data={stages.map((stage) => ({ value: stage.value, label: stage.label }))}
    data-autofocus
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

const DeleteFields = (props: FieldsProps) => (
  <Sheet
    {...props}
    hint={[strings.deleteHint, ...(props.kind === 'contact' ? [strings.deleteWithContact] : [])].join(' ')}
    change={() => ({ type: 'delete' })}
  />
)

/** A reason that is asked for: `check` answers whether there is one, and the field says so from then on. */
const useReason = () => {
  const [written, setWritten] = useState('')
  const [wasTried, setTried] = useState(false)
  const text = written.trim()
  return {
    text,
    check: (): boolean => {
      setTried(true)
      return text !== ''
    },
    field: (
      <Textarea
        label={strings.reason}
        autosize
        minRows={2}
        maxLength={500}
        required
        value={written}
        error={wasTried && text === '' ? strings.reasonMissing : undefined}
        onChange={({ currentTarget }) => setWritten(currentTarget.value)}
      />
    ),
  }
}

const forms: Readonly<Record<ChangeType, (props: FieldsProps) => ReactNode>> = {
  assign: AssignFields,
  tag: TagFields,
  set_fields: OwnFieldFields,
  set_state: StateFields,
  open_deals: OpenDealsFields,
  move: MoveFields,
  delete: DeleteFields,
}
