import { Alert } from '@mantine/core'
import { money } from '#web/i18n/format.ts'
import type { Priced } from './api.ts'
import { providerName } from './providers.ts'
import { words } from './strings.ts'

/** Why nobody could pay it online: said while it is written, and not by the client. */
export const PaymentProblem = ({
  problem,
  currency,
}: {
  problem: NonNullable<Priced['payment_problem']>
  currency: string
}) => (
  <Alert color="red" title={words.payProblem} role="alert">
    {sentenceOf(problem, currency)}
  </Alert>
)

const sentenceOf = ({ reason, provider, limit_minor }: NonNullable<Priced['payment_problem']>, currency: string): string => {
  const [name, limit] = [providerName(provider), money(limit_minor ?? 0, currency)]
  if (reason === 'zero') return words.payProblems.zero()
  return reason === 'currency' ? words.payProblems.currency(name, currency) : words.payProblems[reason](name, limit)
}
