import { Alert } from '@mantine/core'
import { money } from '#web/i18n/format.ts'
import type { PaymentProblem as PaymentProblemShape } from '#web/wire.ts'
import { providerName } from './providers.ts'
import { strings } from './strings.ts'

/** Why it could not be paid online: shown while it is written, before the client finds out. */
export const PaymentProblem = ({ problem, currency }: { problem: PaymentProblemShape; currency: string }) => (
  <Alert color="red" title={strings.payProblem} role="alert">
    {sentenceOf(problem, currency)}
  </Alert>
)

const sentenceOf = ({ reason, provider, limit_minor }: PaymentProblemShape, currency: string): string => {
  const [name, limit] = [providerName(provider), money(limit_minor ?? 0, currency)]
  if (reason === 'zero') return strings.payProblems.zero()
  return reason === 'currency' ? strings.payProblems.currency(name, currency) : strings.payProblems[reason](name, limit)
}
