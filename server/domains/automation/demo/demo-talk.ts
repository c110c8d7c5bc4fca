import type { Channel } from '#domains/conversations/inbox/messages.ts'

/** Before now: hours, or parts of the workspace's target for answers, so that who is late is late in each workspace. */
export type Ago = { readonly hours: number } | { readonly targets: number }

export interface DemoTalk {
  readonly email: string
  readonly channel: Channel
  readonly isClosed?: true
  readonly messages: readonly (readonly [direction: 'in' | 'out', ago: Ago, body: string])[]
}

const hours = (n: number): Ago => ({ hours: n })
const targets = (n: number): Ago => ({ targets: n })

/** Two wait for longer than the target, one has time left, the others are answered. */
export const demoTalks: readonly DemoTalk[] = [
  {
    email: 'am.rossi@villa-rossi.example.com',
    channel: 'whatsapp',
    messages: [
      ['in', hours(150), 'Good morning, could you look at the lobby before the season starts?'],
      ['out', hours(149.6), 'Of course. Does Thursday at ten suit you? I will bring the first drawings.'],
      ['in', hours(149), 'Thursday is perfect.'],
      ['in', targets(2.5), 'We have to order the sofas this week. Which fabric did you choose?'],
    ],
  },
  {
    email: 'noor@haddad-law.example.com',
    channel: 'web_chat',
    messages: [
      ['in', hours(100), 'Can the Arabic pages have their own photos?'],
      ['out', hours(99.8), 'Yes, each language has pages of its own. Send them when you have them.'],
      ['in', targets(1.4), 'Here is a question about the offer: is hosting part of it?'],
    ],
  },
  {
    email: 'nadia@atelier-amrani.example.com',
    channel: 'web_chat',
    messages: [['in', targets(0.2), 'Hello, do you have time for a call this afternoon?']],
  },
  {
    email: 'hannah.weiss@weiss-und-sohn.example.com',
    channel: 'email',
    messages: [
      ['in', hours(44), 'Attached is our wish list. Can you say until Friday what is possible by May?'],
      ['out', hours(43.5), 'Thank you. Most of it is. You will have our list with prices on Thursday.'],
    ],
  },
  {
    email: 'w.ashdown@ashdown-estates.example.com',
    channel: 'email',
    messages: [
      ['in', hours(96), 'The show flat looks wonderful on the drawings.'],
      ['out', hours(95.7), 'Glad to hear it. The contract is on its way to you.'],
      ['in', hours(72), 'Received. Our lawyer reads it on Monday.'],
      ['out', hours(71.8), 'Very good. I will call you on Tuesday.'],
    ],
  },
  {
    email: 'olivia.brennan@fieldnote.example.com',
    channel: 'whatsapp',
    messages: [
      ['in', hours(70), 'Could we see linoleum samples in green?'],
      ['out', hours(69.2), 'We will send three greens and the oak today.'],
    ],
  },
  {
    email: 'fiona@macleod-knits.example.com',
    channel: 'whatsapp',
    isClosed: true,
    messages: [
      ['in', hours(80), 'The shop opens in a second now. Thank you!'],
      ['out', hours(79.9), 'Lovely to hear. We will look at the numbers together next week.'],
    ],
  },
  {
    email: 'zanele@dlamini-tea.example.com',
    channel: 'web_chat',
    isClosed: true,
    messages: [
      ['in', hours(205), 'Which paper is safe for loose tea?'],
      ['out', hours(204.5), 'The lined one, sample 4. We have it here in three colours.'],
    ],
  },
]

/** Null seconds: not answered. */
export const demoCalls: readonly (readonly [
  email: string,
  direction: 'in' | 'out',
  hoursAgo: number,
  seconds: number | null,
])[] = [
  ['m.whitfield@northgate-logistics.example.com', 'in', 1.5, null],
  ['dstein@meridian-dental.example.com', 'in', 26, 412],
  ['hannah.weiss@weiss-und-sohn.example.com', 'out', 30, 655],
  ['w.ashdown@ashdown-estates.example.com', 'out', 71, 240],
  ['olivia.brennan@fieldnote.example.com', 'out', 75, null],
  ['fiona@macleod-knits.example.com', 'in', 110, 188],
]

/** Days from now; a draft was not sent. Amounts in whole units of the currency. */
export interface DemoBill {
  readonly email: string
  readonly description: string
  readonly amount: number
  readonly sentDaysAgo: number | null
  readonly paidHoursAgo: number | null
  readonly dueInDays: number
}

type Bill = readonly [
  email: string,
  description: string,
  amount: number,
  sentDaysAgo: number | null,
  paidHoursAgo: number | null,
  dueInDays: number,
]

const bills: readonly Bill[] = [
  ['zanele@dlamini-tea.example.com', 'Tasting room: drawings', 5_200, 9, 150, 5],
  ['fiona@macleod-knits.example.com', 'Shop: first half', 4_900, 5, 0.3, 9],
  ['w.ashdown@ashdown-estates.example.com', 'Show flat: concept', 6_400, 10, null, -2],
  ['henrik@dahl-robotics.example.com', 'Stand: draft and model', 3_800, 11, null, -4],
  ['am.rossi@villa-rossi.example.com', 'Lobby: survey', 2_100, 4, null, 4],
  ['fiona@macleod-knits.example.com', 'Shop: second half', 4_900, null, null, 30],
]

export const demoBills: readonly DemoBill[] = bills.map(
  ([email, description, amount, sentDaysAgo, paidHoursAgo, dueInDays]) => ({
    ...{ email, description, amount, sentDaysAgo, paidHoursAgo, dueInDays },
  }),
)

/** Meetings that are over: days ago, and the hour (UTC) at which they began. */
export const demoMeetings: readonly (readonly [email: string, daysAgo: number, hour: number])[] = [
  ['hannah.weiss@weiss-und-sohn.example.com', 1, 9],
  ['dstein@meridian-dental.example.com', 1, 14],
  ['am.rossi@villa-rossi.example.com', 2, 10],
  ['w.ashdown@ashdown-estates.example.com', 3, 13],
  ['olivia.brennan@fieldnote.example.com', 4, 9],
  ['henrik@dahl-robotics.example.com', 6, 15],
]
