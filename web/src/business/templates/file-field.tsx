import { Input } from '@mantine/core'
import { useId } from 'react'
import classes from './pdf-editor.module.css'

/** A file to choose, a PDF unless it says otherwise: the browser's own control, which takes a dropped file and the keyboard. */
export const FileField = ({
  label,
  hint,
  error,
  isRequired = false,
  accept = '.pdf,application/pdf',
  isDisabled,
  onChoose,
}: {
  label: string
  hint: string
  error: string | false | undefined
  isRequired?: boolean
  accept?: string
  isDisabled: boolean
  onChoose: (file: File | null) => void
}) => {
  const id = useId()
  return (
    <Input.Wrapper id={id} label={label} description={hint} error={error} required={isRequired}>
      <input
        id={id}
        type="file"
        accept={accept}
        className={classes.file}
        disabled={isDisabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-description${error ? ` ${id}-error` : ''}`}
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
      />
    </Input.Wrapper>
  )
}
