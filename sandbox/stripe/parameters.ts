import type { Form, FormValue } from '../form.ts'
import { Refused } from './refusals.ts'
import type { Metadata } from './rows.ts'

/** What every call may say beside its own parameters. */
const everywhere = ['expand', 'limit', 'starting_after', 'ending_before']

/** Refuses what is not among `names`, as Stripe does. */
export const allow = (params: Form, names: string): void => {
  const known = new Set([...names.split(' '), ...everywhere])
  const unknown = Object.keys(params).find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new Refused(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
}

export const readWhole = (value: FormValue, param: string, least: number, most = Number.MAX_SAFE_INTEGER): number => {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value))
    throw new Refused(`Invalid integer: ${typeof value === 'string' ? value : param}`, {
      code: 'parameter_invalid_integer',
      param,
    })
  const whole = Number(value)
  if (whole < least)
    throw new Refused(`This value must be greater than or equal to ${least}.`, { code: 'parameter_invalid_integer', param })
  if (whole > most)
    throw new Refused(`This value must be less than or equal to ${most}.`, { code: 'parameter_invalid_integer', param })
  return whole
}

/** https://docs.stripe.com/api/metadata: 50 keys of 40 characters, values of 500. */
export const readMetadata = (value: FormValue | undefined, param = 'metadata'): Metadata => {
  if (value === undefined || value === '') return {}
  if (typeof value === 'string' || Array.isArray(value)) throw new Refused('Invalid hash', { param })
  const entries = Object.entries(value).filter(([, text]) => text !== '')
  if (entries.length > 50) throw new Refused('You can only specify up to 50 keys.', { param })
  for (const [name, text] of entries) {
    if (name.length > 40)
      throw new Refused(`Metadata keys must be at most 40 characters long. Invalid key: ${name.slice(0, 60)}`, { param })
    if (typeof text !== 'string' || text.length > 500)
      throw new Refused(`Metadata values must be strings of at most 500 characters. Invalid value for key: ${name}`, { param })
  }
  return Object.fromEntries(entries) as Metadata
}

export const readText = (value: FormValue | undefined, param: string, most: number): string | null => {
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') throw new Refused('Invalid string', { param })
  if (value.length > most) throw new Refused(`Invalid string: must be at most ${most} characters`, { param })
  return value
}
