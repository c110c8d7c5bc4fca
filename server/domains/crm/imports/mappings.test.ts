import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LeadField } from './header-names.ts'
import { columnNames, headersDigest, recall, rememberable, rowAsBody, suggestMapping } from './mappings.ts'

/** Headers of real exports and of tables people make, and what each column is. */
const tables: readonly (readonly [string, Readonly<Record<string, LeadField | null>>])[] = [
  [
    'Apollo',
    {
      'First Name': 'first_name',
      'Last Name': 'last_name',
      Title: 'title',
      'Company Name': 'company',
      Email: 'email',
      'Email Status': null,
      'Work Direct Phone': null,
      'Mobile Phone': 'phone',
      'Corporate Phone': null,
      'Person Linkedin Url': 'linkedin_url',
      Website: null,
      'Company Linkedin Url': null,
      'Apollo Contact Id': 'external_id',
      'Apollo Account Id': null,
    },
  ],
  [
    'HubSpot',
    {
      'Record ID': 'external_id',
      'First Name': 'first_name',
      'Last Name': 'last_name',
      Email: 'email',
      'Phone Number': 'phone',
      'Contact owner': null,
      'Associated Company': 'company',
      'Job Title': 'title',
      'Original Source': 'source',
      "Legal basis for processing contact's data": 'consent.basis',
    },
  ],
  [
    'Clay',
    {
      'Full Name': 'name',
      'Job Title': 'title',
      'Company Name': 'company',
      'LinkedIn Profile': 'linkedin_url',
      'Work Email': 'email',
      'Company Domain': null,
    },
  ],
  [
    'LinkedIn',
    {
      'First Name': 'first_name',
      'Last Name': 'last_name',
      URL: 'linkedin_url',
      'Email Address': 'email',
      Company: 'company',
      Position: 'title',
      'Connected On': null,
    },
  ],
  [
    'Google Contacts',
    {
      'First Name': 'first_name',
      'Middle Name': null,
      'Last Name': 'last_name',
      'Organization Name': 'company',
      'Organization Title': 'title',
      Notes: 'note',
      'E-mail 1 - Label': null,
      'E-mail 1 - Value': 'email',
      'E-mail 2 - Value': null,
      'Phone 1 - Label': null,
      'Phone 1 - Value': 'phone',
    },
  ],
  [
    'Google Contacts, as it used to be',
    { Name: 'name', 'Given Name': null, 'Family Name': null, 'E-mail 1 - Value': 'email', 'Organization 1 - Name': 'company' },
  ],
  [
    'snake case',
    {
      email_address: 'email',
      phone_number: 'phone',
      full_name: 'name',
      job_title: 'title',
      company_name: 'company',
      lead_source: 'source',
      external_id: 'external_id',
    },
  ],
  [
    'camel case',
    {
      emailAddress: 'email',
      phoneNumber: 'phone',
      firstName: 'first_name',
      lastName: 'last_name',
      linkedinUrl: 'linkedin_url',
    },
  ],
  [
    'German',
    {
      Anrede: null,
      Vorname: 'first_name',
      Nachname: 'last_name',
      'E-Mail-Adresse': 'email',
      Handy: 'phone',
      Firma: 'company',
      Bemerkung: 'note',
      Rechtsgrundlage: 'consent.basis',
      Einwilligungsdatum: 'consent.obtained_at',
    },
  ],
  ['German with a bare Name beside Vorname', { Vorname: 'first_name', Name: 'last_name', 'E-Mail': 'email', Telefon: 'phone' }],
  [
    'French',
    {
      Prénom: 'first_name',
      Nom: 'last_name',
      'Adresse e-mail': 'email',
      Téléphone: 'phone',
      Société: 'company',
      Fonction: 'title',
    },
  ],
  [
    'Spanish',
    {
      Nombre: 'first_name',
      Apellidos: 'last_name',
      'Correo electrónico': 'email',
      'Teléfono móvil': 'phone',
      Empresa: 'company',
      Cargo: 'title',
    },
  ],
  ['Spanish with one name', { Nombre: 'name', Correo: 'email', Celular: 'phone' }],
  [
    'Italian',
    {
      Nome: 'first_name',
      Cognome: 'last_name',
      'Indirizzo email': 'email',
      Cellulare: 'phone',
      Azienda: 'company',
      Ruolo: 'title',
    },
  ],
  ['Portuguese', { Nome: 'first_name', Sobrenome: 'last_name', 'E-mail': 'email', Telefone: 'phone', Empresa: 'company' }],
  [
    'Dutch',
    {
      Voornaam: 'first_name',
      Achternaam: 'last_name',
      'E-mailadres': 'email',
      Telefoonnummer: 'phone',
      Bedrijf: 'company',
      Functie: 'title',
    },
  ],
  ['Russian', { Имя: 'first_name', Фамилия: 'last_name', 'Электронная почта': 'email', Телефон: 'phone', Компания: 'company' }],
  ['Japanese', { 氏名: 'name', メールアドレス: 'email', 電話番号: 'phone', 会社名: 'company' }],
  ['Chinese', { 姓名: 'name', 邮箱: 'email', 手机: 'phone', 公司: 'company', 职位: 'title' }],
  ['a file of rejected rows', { Email: 'email', Name: 'name', foyer_error: null }],
]

describe('the columns of a file', () => {
  for (const [what, columns] of tables) {
    it(`are recognised: ${what}`, () => {
      const headers = Object.keys(columns)
      assert.deepEqual(Object.fromEntries(headers.map((header, at) => [header, suggestMapping(headers)[at]])), columns)
    })
  }

  it('are remembered by name, in whatever order they come, with or without the reasons of rejected rows', () => {
    const remembered = rememberable(['Mail', 'Wer', 'Tel.'], ['email', 'name', null])
    assert.equal(headersDigest(['Mail', 'Wer', 'Tel.']), headersDigest(['tel', 'WER', 'mail', 'foyer_error']))
    assert.notEqual(headersDigest(['Mail', 'Wer']), headersDigest(['Mail', 'Wer', 'Tel.']))
    assert.deepEqual(recall(['Tel.', 'Wer', 'Mail', 'foyer_error'], remembered), [null, 'name', 'email', null])
  })

  it('have names, and no name twice', () => {
    assert.deepEqual(columnNames(['Email', '', 'Email', 'Email (2)'], true), [
      'Email',
      'Column 2',
      'Email (2)',
      'Email (2) (2)',
    ])
    assert.deepEqual(columnNames(['a@example.com', 'Maya'], false), ['Column 1', 'Column 2'])
  })
})

describe('a row as the body that the API would be sent', () => {
  it('joins first and last name, and takes the whole name where there is one', () => {
    assert.equal(rowAsBody([' Maya ', 'Lin'], ['first_name', 'last_name'], 'upload').name, 'Maya Lin')
    assert.equal(rowAsBody(['', 'Lin'], ['first_name', 'last_name'], 'upload').name, 'Lin')
    assert.equal(rowAsBody(['Maya Lin', 'M', 'L'], ['name', 'first_name', 'last_name'], 'upload').name, 'Maya Lin')
  })

  it('takes the first filled of several columns, and all of several notes', () => {
    assert.equal(rowAsBody(['', '+4915112345678', '030 1'], ['phone', 'phone', 'phone'], 'upload').phone, '+4915112345678')
    assert.equal(rowAsBody(['one', '', 'two'], ['note', 'note', 'note'], 'upload').note, 'one\ntwo')
  })

  it('leaves out blank cells, so that they are absent and not empty', () => {
    assert.deepEqual(rowAsBody(['a@example.com', ' ', ''], ['email', 'company', 'consent.basis'], 'fair'), {
      email: 'a@example.com',
      source: 'fair',
    })
  })

  it('takes the guard off a cell, once', () => {
    assert.equal(rowAsBody(["'+4915112345678"], ['phone'], 'upload').phone, '+4915112345678')
    assert.equal(rowAsBody(["''=1"], ['note'], 'upload').note, "'=1")
  })

  it('understands spreadsheet exports: several values in a cell, links without a scheme, an instant for a day', () => {
    const row = ['a@example.com ::: b@example.com', 'www.linkedin.com/in/maya', '2026-01-02T10:00:00Z']
    assert.deepEqual(rowAsBody(row, ['email', 'linkedin_url', 'consent.obtained_at'], 'upload'), {
      email: 'a@example.com',
      source: 'upload',
      linkedin_url: 'https://www.linkedin.com/in/maya',
      consent: { obtained_at: '2026-01-02' },
    })
  })
})
