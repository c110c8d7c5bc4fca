import type { UseFormReturnType } from '@mantine/form'
import type { Values } from './business-form.ts'

/** What each part of the form is given. */
export interface PartProps {
  readonly form: UseFormReturnType<Values>
  /** Why the last save failed. */
  readonly error: unknown
  readonly mayChange: boolean
}
