import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSuggestiveHeader } from '../header-names.ts'
import { detectLayout } from './dialects.ts'

const table: readonly (readonly [string, string, { delimiter: string; quote?: string; hasHeader: boolean; skip?: number }])[] =
  [
    ['commas', 'Email,Name\na@example.com,Maya\nb@example.com,Zoë\n', { delimiter: ',', hasHeader: true }],
    [
      'semicolons, with commas in cells',
      'E-Mail;Firma\na@example.com;Meyer, Schulz\nb@example.com;Kunz, Hinz\n',
      { delimiter: ';', hasHeader: true },
    ],
    ['tabs', 'Email\tName\na@example.com\tMaya\n', { delimiter: '\t', hasHeader: true }],
    ['bars', 'Email|Name|City\na@example.com|Maya|Bonn, Rhein\n', { delimiter: '|', hasHeader: true }],
    ['one column', 'email\na@example.com\nb@example.com\n', { delimiter: ',', hasHeader: true }],
    ['one column without a header', 'a@example.com\nb@example.com\n', { delimiter: ',', hasHeader: false }],
    [
      'no header',
      'a@example.com,Maya,+4915112345678\nb@example.com,Zoë,+4915112345679\n',
      { delimiter: ',', hasHeader: false },
    ],
    [
      'a header of unknown words over data',
      'Contacto A,Otra cosa\nMaya,a@example.com\nZoë,b@example.com\n',
      { delimiter: ',', hasHeader: true },
    ],
    ['names only', 'Maya,Lin\nZoë,Kim\n', { delimiter: ',', hasHeader: false }],
    [
      'delimiters and line breaks in quoted cells',
      '"Name";"Note";"Email"\n"Lin, M";"a;b\nc, d";"a@example.com"\n"Kim";";;;;";"b@example.com"\n',
      { delimiter: ';', hasHeader: true },
    ],
    [
      'single quotation marks',
      "'Email','Name'\n'a@example.com','Lin, Maya'\n'b@example.com','Kim, Zoe'\n",
      { delimiter: ',', quote: "'", hasHeader: true },
    ],
    [
      'an apostrophe is not a quotation mark',
      "Email,Name\na@example.com,O'Neill\nb@example.com,D'Arcy\n",
      { delimiter: ',', hasHeader: true },
    ],
    ['what Excel was told', 'sep=;\r\nEmail;Name\r\na@example.com;Maya, Lin\r\n', { delimiter: ';', hasHeader: true, skip: 7 }],
    ['empty lines first', '\n\nEmail,Name\na@example.com,Maya\n', { delimiter: ',', hasHeader: true, skip: 2 }],
    [
      "LinkedIn's explanation before the table",
      'Notes:\n"When exporting your connection data, you may notice that some emails are missing."\n\nFirst Name,Last Name,URL,Email Address,Company,Position,Connected On\nMaya,Lin,https://www.linkedin.com/in/maya,a@example.com,Acme,CEO,01 Jan 2026\nZoë,Kim,https://www.linkedin.com/in/zoe,,Beta,CTO,02 Jan 2026\n',
      { delimiter: ',', hasHeader: true, skip: 92 },
    ],
    [
      'broken quotation marks here and there',
      'email,name\na@example.com,A\nb@example.com,"B\nc@example.com,C\nd@example.com,D,oops\nnope,E\n',
      { delimiter: ',', hasHeader: true },
    ],
    ['a single line', 'Email,Name', { delimiter: ',', hasHeader: true }],
  ]

describe('the layout of a file', () => {
  for (const [what, text, expected] of table) {
    it(`is recognised: ${what}`, () => {
      const { dialect, hasHeader, skip } = detectLayout(text, true, isSuggestiveHeader)
      assert.deepEqual({ ...dialect, hasHeader, skip }, { quote: '"', skip: 0, ...expected })
    })
  }

  it('uses the settings of the user where there are any', () => {
    const found = detectLayout('a;b,c\nd;e,f\n', true, isSuggestiveHeader, { delimiter: ';', hasHeader: true })
    assert.equal(found.dialect.delimiter, ';')
    assert.equal(found.hasHeader, true)
  })
})
