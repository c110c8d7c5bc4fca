import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddressList } from './addresses.ts'

test('address lists by RFC 5322 and as people type them', () => {
  const vectors: readonly (readonly [string, readonly (readonly [string | null, string])[], number])[] = [
    ['jo@example.com', [[null, 'jo@example.com']], 0],
    [
      'Jo <jo@example.com>, anna@example.org',
      [
        ['Jo', 'jo@example.com'],
        [null, 'anna@example.org'],
      ],
      0,
    ],
    ['"Müller, Jo" <jo@example.com>', [['Müller, Jo', 'jo@example.com']], 0],
    ['"a@evil.example" <b@example.com>', [['a@evil.example', 'b@example.com']], 0],
    ['"She said \\"hi\\"" <b@example.com>', [['She said "hi"', 'b@example.com']], 0],
    ['jo@example.com (Jo M.)', [['Jo M.', 'jo@example.com']], 0],
    [
      'Team: a@example.com, B <b@example.com>;',
      [
        [null, 'a@example.com'],
        ['B', 'b@example.com'],
      ],
      0,
    ],
    ['undisclosed-recipients:;', [], 0],
    [
      'a@example.com; b@example.com',
      [
        [null, 'a@example.com'],
        [null, 'b@example.com'],
      ],
      0,
    ],
    [
      'a@example.com,, b@example.com,',
      [
        [null, 'a@example.com'],
        [null, 'b@example.com'],
      ],
      0,
    ],
    ['=?utf-8?B?TcO8bGxlcg==?= <m@example.com>', [['Müller', 'm@example.com']], 0],
    ['jo@münchen.example', [[null, 'jo@münchen.example']], 0],
    ["o'hara+x@example.com", [[null, "o'hara+x@example.com"]], 0],
    ['nonsense, jo@example.com', [[null, 'jo@example.com']], 1],
    ['Jo <jo@localhost>', [], 1],
    ['', [], 0],
  ]
  for (const [text, wanted, faults] of vectors) {
    const list = parseAddressList(text)
    assert.deepEqual(
      list.addresses.map(({ name, email }) => [name, email]),
      wanted,
      text,
    )
    assert.equal(list.faults.length, faults, text)
  }
})

test('text after an address is a fault with the whole entry, and the other entries are read', () => {
  const refused = [
    'Sam <sam@example.com> Yes',
    'Sam <sam@example.com>Yes',
    '<sam@example.com> "Yes"',
    '"Sam" <sam@example.com> <joe@example.com>',
    'Sam <sam@example.com> Joe <joe@example.com>',
    'sam@example.com Yes',
    'sam@example.com joe@example.com',
    'sam@example.com (Sam) Yes',
  ]
  for (const text of refused) {
    const fault = { text, fault: 'there is text after the address (separate addresses by commas)' }
    assert.deepEqual(parseAddressList(text), { addresses: [], faults: [fault] })
    const among = parseAddressList(`Jo <jo@example.com>, ${text}; anna@example.org`)
    const others = [
      { name: 'Jo', email: 'jo@example.com' },
      { name: null, email: 'anna@example.org' },
    ]
    assert.deepEqual(among, { addresses: others, faults: [fault] }, text)
  }
  assert.equal(parseAddressList('Team: a@example.com, B <b@example.com> Yes;').faults[0]?.text, 'B <b@example.com> Yes')
  const taken = [
    'Sam sam@example.com',
    'sam@example.com <sam@example.com>',
    'Sam <sam@example.com> (at home)',
    '"Sam <sam@example.com> Yes" <joe@example.com>',
    '"Sam, \\" (x" <sam@example.com> ;',
  ]
  for (const text of taken) {
    const { addresses, faults } = parseAddressList(text)
    assert.deepEqual([addresses.length, faults], [1, []], text)
  }
})
