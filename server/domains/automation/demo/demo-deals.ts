/** A deal of the demo, by the address of its contact. */
export interface DemoDealPlan {
  readonly email: string
  readonly name: string
  /** How far it has come of the open stages, from 0 to 1, or how it ended. */
  readonly stage: number | 'won' | 'lost'
  readonly value: number
  /** Per cent. */
  readonly chance: number
  /** Days from now to the day on which it is expected to close. */
  readonly closesInDays: number
  /** How long its first answer took, as a part of the workspace's target. */
  readonly answer: number
  readonly lostReason?: string
}

type Row = readonly [
  email: string,
  name: string,
  stage: number | 'won' | 'lost',
  value: number,
  chance: number,
  closesInDays: number,
  answer: number,
]

const rows: readonly Row[] = [
  ['nadia@atelier-amrani.example.com', 'Second showroom and new site', 0, 18_500, 20, 45, 0.2],
  ['m.whitfield@northgate-logistics.example.com', 'Head office reception', 0, 32_000, 15, 60, 0.6],
  ['hannah.weiss@weiss-und-sohn.example.com', 'Online shop relaunch', 0.25, 24_800, 40, 30, 0.3],
  ['noor@haddad-law.example.com', 'Site in three languages', 0.25, 14_200, 35, 25, 1.7],
  ['dstein@meridian-dental.example.com', 'Three waiting rooms', 0.25, 41_000, 45, 40, 0.8],
  ['olivia.brennan@fieldnote.example.com', 'Studio fit-out', 0.5, 27_600, 55, 21, 0.4],
  ['am.rossi@villa-rossi.example.com', 'Hotel lobby and direct bookings', 0.5, 56_000, 60, 28, 0.5],
  ['w.ashdown@ashdown-estates.example.com', 'Show flat and brochure', 0.75, 38_400, 75, 10, 0.9],
  ['henrik@dahl-robotics.example.com', 'Trade fair stand', 0.75, 22_900, 70, 7, 2.4],
  ['fiona@macleod-knits.example.com', 'Faster shop for phones', 'won', 9_800, 100, -3, 0.2],
  ['zanele@dlamini-tea.example.com', 'Tasting room and packaging', 'won', 17_300, 100, -8, 0.7],
  ['ahmed@farouk-textiles.example.com', 'Catalogue behind a log-in', 'lost', 19_500, 0, -5, 3.1],
]

const lostReasons: Readonly<Record<string, string>> = {
  'ahmed@farouk-textiles.example.com': 'Chose a cheaper offer',
}

export const demoDeals: readonly DemoDealPlan[] = rows.map(([email, name, stage, value, chance, closesInDays, answer]) => ({
  ...{ email, name, stage, value, chance, closesInDays, answer },
  ...(lostReasons[email] && { lostReason: lostReasons[email] }),
}))

/** A task of the demo's deals: hours from now until it is due, below zero where it is late; and for how long it has been done, if it is. */
export const demoTasks: readonly (readonly [email: string, title: string, dueInHours: number, doneHoursAgo?: number])[] = [
  ['nadia@atelier-amrani.example.com', 'Call Nadia about the floor plan', 2],
  ['m.whitfield@northgate-logistics.example.com', 'Ask for photos of the reception', 26],
  ['hannah.weiss@weiss-und-sohn.example.com', 'Send the list of shop functions', -20],
  ['noor@haddad-law.example.com', 'Agree on the Arabic translator', 3],
  ['dstein@meridian-dental.example.com', 'Measure the three rooms', 50],
  ['olivia.brennan@fieldnote.example.com', 'Send samples of oak and linoleum', -44],
  ['am.rossi@villa-rossi.example.com', 'Send the offer for phase one', 4],
  ['w.ashdown@ashdown-estates.example.com', 'Follow up on the contract', 72],
  ['henrik@dahl-robotics.example.com', 'Confirm the stand with the fair', 28],
  ['fiona@macleod-knits.example.com', 'Write the offer', -120, 124],
  ['zanele@dlamini-tea.example.com', 'Bring samples to the tasting room', -200, 196],
  ['w.ashdown@ashdown-estates.example.com', 'Visit the show flat', -90, 92],
]

/** Notes on the contact or the deal of a person. */
export const demoNotes: readonly (readonly [email: string, on: 'contact' | 'deal', hoursAgo: number, body: string])[] = [
  ['hannah.weiss@weiss-und-sohn.example.com', 'deal', 40, 'Budget is approved. Wants to open before the summer sale.'],
  ['am.rossi@villa-rossi.example.com', 'contact', 120, 'Prefers calls after 17:00. Decides together with her brother.'],
  ['w.ashdown@ashdown-estates.example.com', 'deal', 90, 'Liked the pale oak. Wants the brochure printed on uncoated paper.'],
  ['henrik@dahl-robotics.example.com', 'deal', 130, 'The stand is 6 × 4 m, open on two sides. Power from above.'],
  ['ahmed@farouk-textiles.example.com', 'deal', 118, 'Lost on price. Ask again in autumn.'],
  ['noor@haddad-law.example.com', 'contact', 60, 'Partner for digital matters; invoices go to the office manager.'],
]

export const demoTags: readonly (readonly [name: string, hue: number, emails: readonly string[]])[] = [
  [
    'Interiors',
    3,
    [
      'nadia@atelier-amrani.example.com',
      'm.whitfield@northgate-logistics.example.com',
      'dstein@meridian-dental.example.com',
      'olivia.brennan@fieldnote.example.com',
      'am.rossi@villa-rossi.example.com',
      'w.ashdown@ashdown-estates.example.com',
    ],
  ],
  [
    'Website',
    6,
    [
      'nadia@atelier-amrani.example.com',
      'hannah.weiss@weiss-und-sohn.example.com',
      'noor@haddad-law.example.com',
      'fiona@macleod-knits.example.com',
      'ahmed@farouk-textiles.example.com',
    ],
  ],
  ['Key account', 1, ['am.rossi@villa-rossi.example.com', 'w.ashdown@ashdown-estates.example.com']],
]

/** Values of the two fields of its own: rooms of a deal, and how a contact found the agency. */
export const demoRooms: Readonly<Record<string, number>> = {
  'nadia@atelier-amrani.example.com': 4,
  'm.whitfield@northgate-logistics.example.com': 2,
  'dstein@meridian-dental.example.com': 3,
  'olivia.brennan@fieldnote.example.com': 6,
  'am.rossi@villa-rossi.example.com': 22,
  'w.ashdown@ashdown-estates.example.com': 5,
}
export const demoFoundBy: Readonly<Record<string, string>> = {
  'hannah.weiss@weiss-und-sohn.example.com': 'Article in a trade magazine',
  'noor@haddad-law.example.com': 'Recommended by a client',
  'am.rossi@villa-rossi.example.com': 'Saw the hotel in Lucca',
  'zanele@dlamini-tea.example.com': 'Coffee bar at the fair',
}
