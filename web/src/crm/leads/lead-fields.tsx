import { Anchor } from '@mantine/core'
import { Card } from '#web/ui/card.tsx'
import type { LeadDetail } from '#web/wire.ts'
import { membersOf } from './json-text.ts'
import classes from './leads.module.css'
import { type Reading, readingsOf } from './reading.ts'
import { strings } from './strings.ts'

/** What was received, and what was stored of it. */
export const LeadFields = ({ lead }: { lead: LeadDetail }) => {
  const readings = readingsOf(lead, membersOf(lead.received)).filter(
    ({ stored, received }) => stored !== null || received !== null,
  )
  return (
    <Card title={strings.madeTitle}>
      <table className={classes.made}>
        <thead>
          <tr>
            <th scope="col">{strings.field}</th>
            <th scope="col">{strings.asReceived}</th>
            <th scope="col">{strings.asStored}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map((reading) => (
            <FieldRow key={reading.field} reading={reading} />
          ))}
        </tbody>
      </table>
      {lead.unused_fields.length > 0 && (
        <p className={classes.unused}>{strings.unused(lead.unused_fields.map((name) => `“${name}”`).join(', '))}</p>
      )}
    </Card>
  )
}

const FieldRow = ({ reading }: { reading: Reading }) => (
  <tr>
    <th scope="row">{strings.fields[reading.field]}</th>
    <td data-label={strings.asReceived} data-same={reading.how === 'same' || undefined}>
      {reading.received === null ? (
        <span className={classes.dim}>{strings.notSent}</span>
      ) : (
        <>
          <code>{reading.received}</code>
          {reading.member !== reading.field && <span className={classes.member}>{reading.member}</span>}
        </>
      )}
    </td>
    <td>
      {reading.stored !== null && <Stored reading={reading} stored={reading.stored} />}
      {reading.how !== 'same' && reading.how !== 'absent' && <span className={classes.member}>{howWord(reading)}</span>}
    </td>
  </tr>
)

const howWord = ({ field, how }: Reading): string => {
  if (how === 'default') return strings.byDefault
  if (how === 'unread') return strings.unread
  return field === 'phone' || field === 'source' ? strings.tidied[field] : strings.tidied.other
}

const Stored = ({ reading: { field, how }, stored }: { reading: Reading; stored: string }) => {
  if (field === 'email')
    return (
      <Anchor href={`mailto:${encodeURIComponent(stored).replace('%40', '@')}`} inherit>
        {stored}
      </Anchor>
    )
  if (field === 'phone' && how !== 'unread')
    return (
      <Anchor href={`tel:${stored}`} inherit>
        {stored}
      </Anchor>
    )
  if (field === 'linkedin_url')
    return (
      <Anchor href={stored} target="_blank" rel="noreferrer noopener" inherit>
        {stored}
      </Anchor>
    )
  return <span style={{ whiteSpace: 'pre-wrap' }}>{stored}</span>
}
