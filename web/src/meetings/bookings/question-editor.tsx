import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '#icons'
import { fieldError, fieldErrorIn } from '#web/ui/error-note.tsx'
import type { TypedQuestion } from './event-type-form.ts'
import { strings } from './strings.ts'

const kinds = ['text', 'long_text', 'choice', 'yes_no'] as const
const most = 20

/** A button that can go no further keeps the focus: a question that is moved to the end is followed by the keyboard. */
const ended = (isEnd: boolean) => (isEnd ? { 'data-disabled': true, 'aria-disabled': true } : {})

/** What bookers are asked beside name and address: in the order of the page, moved by buttons that the keyboard reaches. */
export const QuestionEditor = ({
  questions,
  error,
  onChange,
}: {
  questions: readonly TypedQuestion[]
  error: unknown
  onChange: (questions: readonly TypedQuestion[]) => void
}) => {
  const added = useRef<HTMLDivElement>(null)
  const set = (at: number, change: Partial<TypedQuestion>): void =>
    onChange(questions.map((each, n) => (n === at ? { ...each, ...change } : each)))
  const move = (at: number, by: number): void => {
    const to = at + by
    if (to < 0 || to >= questions.length) return
    const moved = questions.toSpliced(at, 1)
    onChange(moved.toSpliced(to, 0, ...questions.slice(at, at + 1)))
  }
  const add = (): void => {
    onChange([...questions, { id: crypto.randomUUID(), key: '', label: '', kind: 'text', required: false, options: '' }])
    // The new one is drawn with the next frame.
    requestAnimationFrame(() => added.current?.querySelector<HTMLInputElement>('[data-question]:last-of-type input')?.focus())
  }
  const remove = (at: number): void => {
    onChange(questions.toSpliced(at, 1))
    // Its button is gone: the keyboard goes on behind the list.
    requestAnimationFrame(() => added.current?.querySelector<HTMLElement>('[data-add]')?.focus())
  }
  return (
    <Stack ref={added} role="group" aria-label={strings.questions}>
      <p className="dim">{strings.questionsHint}</p>
      {questions.map((question, at) => (
        <Stack key={question.id} gap="xs" data-question role="group" aria-label={strings.questionOf(at + 1)}>
          <Group align="end" wrap="nowrap" gap="xs">
            <TextInput
              style={{ flex: 1 }}
              label={strings.questionOf(at + 1)}
              value={question.label}
              error={fieldError(error, `questions.${at}.label`)}
              maxLength={200}
              required
              onChange={({ currentTarget }) => set(at, { label: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={strings.questionUp(at + 1)}
              {...ended(at === 0)}
              onClick={() => move(at, -1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={strings.questionDown(at + 1)}
              {...ended(at === questions.length - 1)}
              onClick={() => move(at, 1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label={strings.questionRemove(at + 1)} onClick={() => remove(at)}>
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
          <Group align="end">
            <NativeSelect
              label={strings.questionKind}
              value={question.kind}
              data={kinds.map((value) => ({ value, label: strings.questionKinds[value] }))}
              onChange={({ currentTarget }) => set(at, { kind: currentTarget.value as TypedQuestion['kind'] })}
            />
            <Checkbox
              label={strings.questionRequired}
              checked={question.required}
              onChange={({ currentTarget }) => set(at, { required: currentTarget.checked })}
            />
          </Group>
          {question.kind === 'choice' && (
            <Textarea
              label={strings.questionOptions}
              description={strings.questionOptionsHint}
              value={question.options}
              error={fieldErrorIn(error, `questions.${at}.options`)}
              autosize
              minRows={2}
              onChange={({ currentTarget }) => set(at, { options: currentTarget.value })}
            />
          )}
        </Stack>
      ))}
      {questions.length < most && (
        <Button variant="default" data-add leftSection={<IconPlus size={16} />} onClick={add} style={{ alignSelf: 'start' }}>
          {strings.questionAdd}
        </Button>
      )}
    </Stack>
  )
}
