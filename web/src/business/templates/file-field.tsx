import { Input } from '@mantine/core'
import { useId } from 'react'
import classes from './pdf-editor.module.css'

/** A PDF to choose: the browser's own control, which takes a dropped file and the keyboard. */
export const FileField = ({
  label,
  hint,
  error,
  isRequired = false,
  isDisabled,
  onChoose,
}: {
  label: string
  hint: string
  error: string | false | undefined
  isRequired?: boolean
  isDisabled: boolean
  onChoose: (file: File | null) => void
}) => {
  const id = useId()
  return (
    <Input.Wrapper id={id} label={label} description={hint} error={error} required={isRequired}>
      <input
        id={id}
        type="file"
        accept=".pdf,application/pdf"
        className={classes.file}
        disabled={isDisabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-description${error ? ` ${id}-error` : ''}`}
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
      />
    </Input.Wrapper>
  )
}
