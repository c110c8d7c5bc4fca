import type { UseFormReturnType } from '@mantine/form'

/** A form takes what was saved, as the server has it. What was changed while that was on its way stays as it was typed, and unsaved. */
export const takeSaved = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  sent: Values,
  saved: Values,
): void => {
  const typed = form.getValues()
  const isAsSent = (name: string): boolean => JSON.stringify(typed[name]) === JSON.stringify(sent[name])
  const kept = Object.fromEntries(Object.entries(saved).map(([name, value]) => [name, isAsSent(name) ? value : typed[name]]))
  form.setInitialValues(saved)
  form.setValues(kept as Values)
  form.resetDirty(saved)
}
