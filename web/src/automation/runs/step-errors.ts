import { troubleMessage } from '#web/i18n/server-messages.ts'
import { fieldPath } from '../workflows/names/spoken-names.ts'

/** Why a step failed, with the label of the field that is to blame in the place of its name on the wire. */
export const stepErrorText = (message: string): string => {
  const [, field, rest] = /^([a-z][\w.]*): (.+)$/s.exec(message) ?? []
  return field === undefined || rest === undefined
    ? troubleMessage(message)
    : `${fieldPath(`input.${field}`)}: ${troubleMessage(rest)}`
}
