import { randomBytes, randomInt } from 'node:crypto'

export type LeadKind = 'lead' | 'test' | 'sample'

/** Long ids, some longer than any field for them. Test data begins with `TeSter`. */
export const newLeadId = (kind: LeadKind): string => {
  const bytes = randomBytes(randomInt(4) === 0 ? 240 : 80)
  return `${kind === 'lead' ? 'CiQA' : 'TeSter-'}${bytes.toString('base64url')}`
}

interface GivenLead {
  readonly id: string
  readonly n: number
  readonly key: string
  readonly kind: LeadKind
  readonly full_name: string
  readonly email: string
  readonly phone: string
  readonly answer: string
}

/** 64 bits, bare: a double does not hold them. */
const wideId = (): string => String(9_007_199_254_740_993n + BigInt(randomInt(2 ** 40)) * 2n)

/** A lead as Google posts it: numbers to the digit, a column without its name, and members that are newer than any description. */
export const bodyOf = ({ id, n, key, kind, full_name, email, phone, answer }: GivenLead): string => {
  const isSample = kind === 'sample'
  const column = (column_id: string, string_value: string, column_name?: string): string =>
    JSON.stringify({ ...(column_name && { column_name }), string_value, column_id })
  const columns = [
    ...(n % 2 === 0
      ? [column('FULL_NAME', full_name, 'Full Name')]
      : [
          column('FIRST_NAME', full_name.split(' ')[0] ?? '', 'First Name'),
          column('LAST_NAME', full_name.split(' ').slice(1).join(' '), 'Last Name'),
        ]),
    column('EMAIL', email, 'User Email'),
    column('PHONE_NUMBER', phone, 'User Phone'),
    column('SERVICE', answer),
    column('when_should_we_call', 'After 6 pm', 'When should we call?'),
  ]
  const ids = isSample
    ? '"form_id":0,"campaign_id":0,"gcl_id":"","adgroup_id":0,"creative_id":0'
    : `"form_id":${wideId()},"campaign_id":${wideId()},"gcl_id":"Cj0KCQ${randomBytes(12).toString('hex')}","adgroup_id":${wideId()},"creative_id":${wideId()}`
  const newer =
    n % 2 === 0 ? '' : `,"asset_group_id":${wideId()},"lead_stage":"SUBMITTED","lead_submit_time":"2026-11-22T09:30:00Z"`
  const spelled = isSample ? 'Google_key' : 'google_key'
  return `{"lead_id":${JSON.stringify(id)},"user_column_data":[${columns.join(',')}],"api_version":"1.0",${ids},"${spelled}":${JSON.stringify(key)},"is_test":${kind !== 'lead'}${newer}}`
}
