import type { OwnField } from '#web/wire.ts'

const currencies: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '₹': 'INR', '¥': 'JPY' }
const amount = /^-?\d[\d.,' \u00a0]*$/
const day = /^(\d{4}-\d\d-\d\d([T ].*)?|\d{1,2}\.\d{1,2}\.\d{4})$/
const tick = /^(yes|no|true|false|ja|nein|oui|non|x)$/i

/** Which type of field a column most likely is, by the values that are in view; of a column without any, text. */
export const guessType = (samples: readonly string[]): { type: OwnField['type']; currency?: string } => {
  const all = (fits: (sample: string) => boolean): boolean => samples.length > 0 && samples.every(fits)
  if (all((sample) => day.test(sample))) return { type: 'date' }
  if (all((sample) => /^https?:\/\//i.test(sample))) return { type: 'link' }
  if (all((sample) => tick.test(sample))) return { type: 'tick' }
  if (all((sample) => amount.test(sample))) return { type: 'number' }
  const [sign] = samples[0]?.match(/[€$£₹¥]|\b[A-Z]{3}\b/) ?? []
  if (sign && all((sample) => sample.includes(sign) && amount.test(sample.replace(sign, '').trim())))
    return { type: 'money', currency: currencies[sign] ?? sign }
  return { type: 'text' }
}
