import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { troubleText } from '../trouble-text.tsx'
import { useTrouble } from './field-context.ts'
import classes from './fields.module.css'
import { InsertValue } from './insert-value.tsx'
import { useSyntaxFault } from './use-syntax.ts'

interface Props {
  readonly label: string
  readonly field: string
  readonly value: string
  readonly hint?: ReactNode
  readonly isRequired?: boolean
  readonly isLong?: boolean
  readonly placeholder?: string
  onChange(value: string): void
}

/** A bare expression: a condition, or what answers a list or a moment. */
export const ExpressionField = (props: Props) => <TextWithValues {...props} isBare />

/** A text in which `{{ … }}` stands for values. */
export const TemplateField = (props: Props) => <TextWithValues {...props} isBare={false} />

const TextWithValues = ({
  label,
  field,
  value,
  hint,
  isRequired = false,
  isLong = false,
  isBare,
  placeholder,
  onChange,
}: Props & { isBare: boolean }) => {
  const syntax = useSyntaxFault(value, isBare)
  const said = useTrouble(field)
  const trouble = syntax === null ? said : troubleText(syntax)
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const put = (expression: string): void => {
    const element = input.current
    const text = isBare ? expression : `{{ ${expression} }}`
    const [from, to] = [element?.selectionStart ?? value.length, element?.selectionEnd ?? value.length]
    onChange(value.slice(0, from) + text + value.slice(to))
    requestAnimationFrame(() => {
      element?.focus()
      element?.setSelectionRange(from + text.length, from + text.length)
    })
  }
  const shared = {
    ...{ label, value, placeholder, ref: input, error: trouble, spellCheck: !isBare },
    ...(hint !== undefined && { description: hint }),
    withAsterisk: isRequired,
    classNames: { input: (isBare && classes.code) || '' },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  return (
    <div className={classes.withValues}>
      {isLong || isBare ? <Textarea {...shared} autosize minRows={isLong ? 3 : 1} maxRows={14} /> : <TextInput {...shared} />}
      <InsertValue field={label} onChoose={put} />
    </div>
  )
}
