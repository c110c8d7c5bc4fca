import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { fieldError } from '#web/ui/error-note.tsx'
import type { BookingEventType } from '#web/wire.ts'
import type { TypedAnswers } from './new-booking.ts'
import { strings } from './strings.ts'

type Question = BookingEventType['questions'][number]

/** What an event type asks its bookers. A member who books for one may leave all of it open. */
export const QuestionFields = ({
  questions,
  answers,
  error,
  onAnswer,
}: {
  questions: readonly Question[]
  answers: TypedAnswers
  error: unknown
  onAnswer: (key: string, answer: string | boolean) => void
}) => {
  if (questions.length === 0) return null
  return (
    <Stack role="group" aria-label={strings.questions}>
      {questions.map((question) => (
        <QuestionField
          key={question.key}
          question={question}
          answer={answers[question.key] ?? ''}
          error={fieldError(error, `answers.${question.key}`)}
          onAnswer={(answer) => onAnswer(question.key, answer)}
        />
      ))}
    </Stack>
  )
}

const QuestionField = ({
  question: { label, kind, options },
  answer,
  error,
  onAnswer,
}: {
  question: Question
  answer: string | boolean
  error: string | undefined
  onAnswer: (answer: string | boolean) => void
}) => {
  if (kind === 'yes_no')
    return (
      <Checkbox
        label={label}
        error={error}
        checked={answer === true}
        onChange={({ currentTarget }) => onAnswer(currentTarget.checked)}
      />
    )
  const value = String(answer)
  const type = ({ currentTarget }: { currentTarget: { value: string } }): void => onAnswer(currentTarget.value)
  if (kind === 'choice')
    return <NativeSelect label={label} error={error} value={value} data={['', ...options]} onChange={type} />
  const shared = { label, error, value, maxLength: 2_000, onChange: type }
  return kind === 'long_text' ? <Textarea {...shared} autosize minRows={2} maxRows={8} /> : <TextInput {...shared} />
}
