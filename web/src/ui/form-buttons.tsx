import { Button } from '@mantine/core'
import { strings } from './strings.ts'

/** To leave a form as it was, or to submit it. */
export const FormButtons = ({
  submit,
  isPending,
  cancel = strings.cancel,
  onCancel,
}: {
  submit: string
  isPending: boolean
  cancel?: string
  onCancel: () => void
}) => (
  <>
    <Button variant="default" onClick={onCancel}>
      {cancel}
    </Button>
    <Button type="submit" loading={isPending}>
      {submit}
    </Button>
  </>
)
