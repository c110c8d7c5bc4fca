import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import iconv from 'iconv-lite'
import { byteOrderMarkOf, decode, detectEncoding, type Encoding, utf8Check } from './encodings.ts'

const german = 'Vorname;Nachname;Straße\nJürgen;Müller;Königsallee 3\nÄnne;Öztürk;Große Bleichen\n'.repeat(5)
const polish =
  'Imię;Nazwisko;Miasto\nŁukasz;Wiśniewski;Kraków\nMałgorzata;Dąbrowska;Gdańsk, ulica Długa\nŚwiętosława;Żółć;Łódź\n'.repeat(20)
const russian = 'Имя;Фамилия;Город\nАнна;Иванова;Москва\nДмитрий;Соколов;Санкт-Петербург\nОльга;Кузнецова;Новосибирск\n'.repeat(
  20,
)
const japanese = '氏名;会社名;電話番号\n山田太郎;株式会社山田;03-1234-5678\n鈴木花子;鈴木商店;06-1234-5678\n'.repeat(20)

const table: readonly (readonly [string, string, string, Encoding])[] = [
  ['plain ASCII', 'name,email\nMaya,maya@example.com\n', 'utf8', 'utf-8'],
  ['UTF-8', german, 'utf8', 'utf-8'],
  ['Windows-1252', german, 'windows-1252', 'windows-1252'],
  ['Latin-1', german, 'latin1', 'windows-1252'],
  ['one accented letter in a long file', `${'name;city\nMaya;Bonn\n'.repeat(200)}Jörg;Köln\n`, 'windows-1252', 'windows-1252'],
  ['Central European', polish, 'windows-1250', 'windows-1250'],
  ['Cyrillic', russian, 'windows-1251', 'windows-1251'],
  ['Japanese', japanese, 'shift_jis', 'shift_jis'],
  ['UTF-16 without a mark', german, 'utf-16le', 'utf-16le'],
  ['big-endian UTF-16 without a mark', german, 'utf-16be', 'utf-16be'],
]

const isUtf8 = (bytes: Buffer): boolean => {
  const check = utf8Check()
  check.add(bytes)
  return check.end()
}

describe('the encoding of a file', () => {
  for (const [what, text, name, expected] of table) {
    it(`is recognised: ${what}`, () => {
      const bytes = iconv.encode(text, name, { addBOM: false })
      assert.equal(detectEncoding(bytes, isUtf8(bytes)), expected)
    })
  }

  for (const [name, encoding] of [
    ['utf8', 'utf-8'],
    ['utf-16le', 'utf-16le'],
    ['utf-16be', 'utf-16be'],
  ] as const) {
    it(`is what the byte order mark says: ${encoding}`, () => {
      const bytes = iconv.encode('a;b\n', name, { addBOM: true })
      assert.equal(byteOrderMarkOf(bytes)?.encoding, encoding)
      assert.equal(detectEncoding(bytes, false), encoding)
    })
  }

  it('does not matter for a character that is cut in two', async () => {
    for (const [name, encoding] of [
      ['utf8', 'utf-8'],
      ['utf-16be', 'utf-16be'],
      ['shift_jis', 'shift_jis'],
    ] as const) {
      const text = 'Zoë 山田 Ж'.replace(name === 'shift_jis' ? 'ë' : '', '')
      const bytes = iconv.encode(text, name, { addBOM: false })
      const single = async function* () {
        for (const byte of bytes) yield Buffer.from([byte])
      }
      let read = ''
      for await (const piece of decode(single(), encoding)) read += piece
      assert.equal(read, text)
    }
  })

  it('is UTF-8 only when all of it is, wherever it is cut', () => {
    const bytes = Buffer.from('aé€😀z'.repeat(3))
    for (let cut = 0; cut <= bytes.length; cut++) {
      const check = utf8Check()
      check.add(bytes.subarray(0, cut))
      check.add(bytes.subarray(cut))
      assert.ok(check.end(), `cut at ${cut}`)
    }
    const cutOff = utf8Check()
    cutOff.add(bytes.subarray(0, 2))
    assert.equal(cutOff.end(), false)
    const latin = utf8Check()
    latin.add(Buffer.from('caf\xe9 au lait', 'latin1'))
    assert.equal(latin.end(), false)
  })
})
