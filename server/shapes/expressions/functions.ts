/** What an expression can call, as data: checks, help in the editor and the guide come from it, and a test runs each example. */
export interface FunctionEntry {
  readonly name: string
  /** Names and types; `?` behind a name: may be left out; behind a type: may be empty; `T` is one type throughout; `…` repeats. */
  readonly signature: string
  readonly summary: string
  readonly example: string
  /** What the example gives, as JSON. */
  readonly gives: unknown
}

export interface FunctionGroup {
  readonly title: string
  readonly functions: readonly FunctionEntry[]
}

const f = (name: string, signature: string, summary: string, example: string, gives: unknown): FunctionEntry => ({
  ...{ name, signature, summary, example, gives },
})

/** Examples are evaluated in the zone Europe/Berlin, in British English, in Germany. */
export const functionGroups: readonly FunctionGroup[] = [
  {
    title: 'Empty values',
    functions: [
      f(
        'default',
        'default(value: T?, otherwise: T): T',
        'The value, or another one where it is empty: null, or text without a letter.',
        "default(null, 'there')",
        'there',
      ),
      f(
        'has',
        'has(value: any?): boolean',
        'Whether there is a value: not null, and not a text without a letter. What follows it in `&&` and `?:` knows so.',
        "has('')",
        false,
      ),
    ],
  },
  {
    title: 'Text',
    functions: [
      f('lower', 'lower(text: text): text', 'In small letters.', "lower('Maya@Example.com')", 'maya@example.com'),
      f('upper', 'upper(text: text): text', 'In capitals.', "upper('eur')", 'EUR'),
      f('trim', 'trim(text: text): text', 'Without spaces and line breaks at both ends.', "trim('  Maya ')", 'Maya'),
      f(
        'contains',
        'contains(text: text, part: text): boolean',
        'Whether a text has a part, to the letter.',
        "'Full refund, please'.contains('refund')",
        true,
      ),
      f(
        'starts_with',
        'starts_with(text: text, part: text): boolean',
        'Whether a text begins with a part.',
        "'+49 151'.starts_with('+49')",
        true,
      ),
      f(
        'ends_with',
        'ends_with(text: text, part: text): boolean',
        'Whether a text ends with a part.',
        "'maya@example.com'.ends_with('@example.com')",
        true,
      ),
      f(
        'matches',
        'matches(text: text, pattern: text): boolean',
        'Whether a regular expression (RE2) is found in a text. Write the pattern in quotes; `^` and `$` are the ends.',
        "'INV-0042'.matches('^INV-[0-9]+$')",
        true,
      ),
      f(
        'replace',
        'replace(text: text, part: text, by: text): text',
        'With each occurrence of a part replaced.',
        "replace('a-b-c', '-', ' ')",
        'a b c',
      ),
      f('split', 'split(text: text, separator: text): list<text>', 'The pieces between separators.', "split('a,b', ',')", [
        'a',
        'b',
      ]),
      f(
        'join',
        'join(list: list<any?>, separator?: text): text',
        'The elements in one text, with a comma and a space between them, or with what you name. Empty ones are left out.',
        "join(['a', 'b'], '; ')",
        'a; b',
      ),
      f(
        'text',
        'text(value: any?): text',
        'A value as text: an instant in the zone and language of the workspace, an empty one as empty text.',
        'text(0.1 + 0.2)',
        '0.3',
      ),
      f(
        'first_name',
        'first_name(name: text?): text?',
        'The first name in a full name, without titles. Empty where there is none.',
        "first_name('Dr. Maya Ortiz')",
        'Maya',
      ),
      f(
        'phone',
        'phone(number: text?): text?',
        'A telephone number in international form, read with the country of the workspace. Empty where it is none.',
        "phone('0151 12345678')",
        '+4915112345678',
      ),
      f(
        'url_encode',
        'url_encode(text: text): text',
        'For a part of an address of a page.',
        "url_encode('a b&c')",
        'a%20b%26c',
      ),
      f('json', 'json(value: any?): text', 'A value as JSON.', "json({name: 'Maya'})", '{"name":"Maya"}'),
    ],
  },
  {
    title: 'Numbers and money',
    functions: [
      f(
        'number',
        'number(text: text?): number?',
        'The number that a text is, written with a point. Empty where it is none.',
        "number('12.50')",
        12.5,
      ),
      f(
        'round',
        'round(number: number, digits?: number): number',
        'Rounded to so many digits behind the point, to none by default; halves go away from zero.',
        'round(1.005, 2)',
        1.01,
      ),
      f('min', 'min(value: T, …): T', 'The least of several numbers or instants, or of a list.', 'min(3, 1, 2)', 1),
      f('max', 'max(value: T, …): T', 'The greatest of several numbers or instants, or of a list.', 'max(3, 1, 2)', 3),
      f('sum', 'sum(list: list<number>): number', 'All numbers of a list together.', '[1, 2.5].sum()', 3.5),
      f(
        'money',
        'money(amount_minor: number, currency: text): text',
        'An amount in the smallest unit of a currency, as people write it in the language of the workspace.',
        "money(123450, 'EUR')",
        '€1,234.50',
      ),
    ],
  },
  {
    title: 'Lists',
    functions: [
      f(
        'size',
        'size(value: any): number',
        'How many elements a list has, members an object, characters a text.',
        "size(['a', 'b'])",
        2,
      ),
      f('first', 'first(list: list<T>): T?', 'The first element; empty where there is none.', '[3, 1].first()', 3),
      f('last', 'last(list: list<T>): T?', 'The last element; empty where there is none.', '[3, 1].last()', 1),
    ],
  },
  {
    title: 'Times',
    functions: [
      f(
        'instant',
        'instant(text: text): instant',
        'The instant that a text says (RFC 3339). A day alone is its midnight in the zone of the workspace.',
        "instant('2026-11-27')",
        '2026-11-26T23:00:00.000Z',
      ),
      f(
        'days',
        'days(count: number): duration',
        'So many days: the time on the wall clock of the workspace stays the same.',
        "instant('2026-03-28T09:00:00+01:00') + days(1)",
        '2026-03-29T07:00:00.000Z',
      ),
      f(
        'hours',
        'hours(count: number): duration',
        'So many hours of elapsed time.',
        "instant('2026-11-27T10:00:00Z') + hours(2)",
        '2026-11-27T12:00:00.000Z',
      ),
      f('minutes', 'minutes(count: number): duration', 'So many minutes of elapsed time.', 'minutes(90) == hours(1.5)', true),
      f(
        'date',
        'date(instant: instant, zone?: text): text',
        'The day that a zone has then: of the workspace, or of one that you name.',
        "date(instant('2026-11-27T23:30:00Z'))",
        '2026-11-28',
      ),
      f(
        'day_of_week',
        'day_of_week(instant: instant, zone?: text): weekday',
        'The day of the week then: `mon`, `tue`, `wed`, `thu`, `fri`, `sat` or `sun`.',
        "day_of_week(instant('2026-11-27T10:00:00Z')) in ['sat', 'sun']",
        false,
      ),
      f(
        'hour',
        'hour(instant: instant, zone?: text): number',
        'The hour on the clock then, 0 to 23.',
        "hour(instant('2026-11-27T10:00:00Z'))",
        11,
      ),
      f(
        'format',
        'format(instant: instant, pattern: text, zone?: text): text',
        'A time as text: `day`, `time`, `short`, `long`, or a pattern of y, MM, MMM, MMMM, d, dd, E, EEEE, HH, h, mm, ss and a; words stand in quotes.',
        "format(instant('2026-11-27T10:00:00Z'), 'd MMMM, HH:mm')",
        '27 November, 11:00',
      ),
    ],
  },
]

export const functionEntries: ReadonlyMap<string, FunctionEntry> = new Map(
  functionGroups.flatMap(({ functions }) => functions.map((entry) => [entry.name, entry] as const)),
)

/** What is written behind a list and a point, with a name for each element in turn. They belong to the language, not to the functions. */
export const listForms: readonly FunctionEntry[] = [
  f(
    'exists',
    'list.exists(x, condition): boolean',
    'Whether the condition is true of an element.',
    '[1, 2].exists(x, x > 1)',
    true,
  ),
  f('all', 'list.all(x, condition): boolean', 'Whether the condition is true of all elements.', '[1, 2].all(x, x > 1)', false),
  f(
    'filter',
    'list.filter(x, condition): list',
    'The elements of which the condition is true.',
    '[1, 2].filter(x, x > 1)',
    [2],
  ),
  f('map', 'list.map(x, expression): list', 'The value of the expression for each element.', '[1, 2].map(x, x * 10)', [10, 20]),
]

export const operatorRows: readonly { readonly form: string; readonly summary: string }[] = [
  {
    form: "`a.b`, `a['b']`, `a[0]`",
    summary: 'A member of an object, an element of a list. Of what is empty or missing: empty.',
  },
  {
    form: '`==` `!=`',
    summary: 'Equal, not equal: texts to the letter, instants by when they are, lists and objects in depth.',
  },
  { form: '`<` `<=` `>` `>=`', summary: 'Of numbers, texts, instants and durations.' },
  { form: '`&&` `||` `!`', summary: 'And, or, not.' },
  { form: '`a ? b : c`', summary: 'b where a is true, else c.' },
  {
    form: '`+` `-` `*` `/` `%`',
    summary:
      'Of numbers. `+` also joins texts and lists, `+` and `-` move instants by durations, and a duration is divided by another: `(now - at) / days(1)`.',
  },
  { form: '`in`', summary: 'Whether a list has an element, or an object a member.' },
  { form: "`'text'` `12.5` `true` `false` `null` `[1, 2]` `{name: 'x'}`", summary: 'Values as they stand.' },
]
