import { createHash } from 'node:crypto'
import { unguardCell } from '#core/csv.ts'

/** What a column can become. `first_name` and `last_name` are joined where no `name` is given. */
export const leadFields = [
  'email',
  'phone',
  'name',
  'first_name',
  'last_name',
  'company',
  'title',
  'source',
  'external_id',
  'note',
  'linkedin_url',
  'consent.basis',
  'consent.source',
  'consent.obtained_at',
] as const
export type LeadField = (typeof leadFields)[number]

/** One entry a column, in order; null for a column that is left out. Several columns may feed one field. */
export type Mapping = readonly (LeadField | null)[]

/** The column that a file of rejected rows has at its end; read by people, never imported. */
export const errorColumn = 'foyer_error'

/** A header as it is compared: `E-Mail 1 - Value` and `email_1_value` are one, `Prénom` is `prenom`. */
export const plainHeader = (header: string): string =>
  header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll(/\be mail/g, 'email')
    .replaceAll('linked in', 'linkedin')

/**
 * Headers by which exports and people name a field, the better one first: of two columns that fit, the earlier name
 * wins. A company's switchboard is left out on purpose: people are recognised by their number, and colleagues are not
 * one person.
 */
const names: Readonly<Record<LeadField, readonly string[]>> = {
  email: [
    'email',
    'email address',
    'primary email',
    'work email',
    'business email',
    'professional email',
    'email 1 value',
    'email 1',
    'contact email',
    'person email',
    'lead email',
    'personal email',
    'mail',
    'email adresse',
    'emailadresse',
    'mailadresse',
    'correo electronico',
    'correo',
    'adresse email',
    'adresse mail',
    'adresse electronique',
    'courriel',
    'indirizzo email',
    'posta elettronica',
    'endereco de email',
    'emailadres',
    'epost',
    'e post',
    'epostadress',
    'электронная почта',
    'почта',
    'メールアドレス',
    'メール',
    '电子邮件',
    '邮箱',
    '電子郵件',
    '이메일',
    'البريد الالكتروني',
  ],
  phone: [
    'mobile phone',
    'mobile phone number',
    'mobile number',
    'mobile',
    'cell phone',
    'cell',
    'phone',
    'phone number',
    'telephone',
    'telephone number',
    'tel',
    'contact number',
    'whatsapp',
    'whatsapp number',
    'whatsapp phone number',
    'phone 1 value',
    'phone 1',
    'work direct phone',
    'direct phone',
    'direct dial',
    'work phone',
    'business phone',
    'home phone',
    'primary phone',
    'handy',
    'handynummer',
    'mobil',
    'mobilnummer',
    'mobiltelefon',
    'telefon',
    'telefonnummer',
    'rufnummer',
    'telefono movil',
    'movil',
    'celular',
    'telefono',
    'numero de telefono',
    'telephone portable',
    'portable',
    'numero de telephone',
    'cellulare',
    'numero di telefono',
    'telefone celular',
    'telefone',
    'telefoonnummer',
    'telefoon',
    'mobiel',
    'мобильный телефон',
    'телефон',
    '携帯電話',
    '電話番号',
    '手机',
    '手机号',
    '电话',
    '電話',
    '전화번호',
    'الهاتف',
  ],
  name: [
    'full name',
    'name',
    'contact name',
    'lead name',
    'person name',
    'display name',
    'contact',
    'vollstandiger name',
    'ansprechpartner',
    'nombre completo',
    'nombre y apellidos',
    'nom complet',
    'nom et prenom',
    'nome completo',
    'nome e cognome',
    'volledige naam',
    'naam',
    'namn',
    'navn',
    'фио',
    '氏名',
    '姓名',
    '名前',
    '성명',
    'الاسم',
  ],
  first_name: [
    'first name',
    'given name',
    'fname',
    'forename',
    'vorname',
    'prenom',
    'nombre',
    'nombres',
    'primer nombre',
    'nome',
    'voornaam',
    'fornamn',
    'fornavn',
    'имя',
    '名',
  ],
  last_name: [
    'last name',
    'family name',
    'surname',
    'lname',
    'nachname',
    'familienname',
    'nom de famille',
    'nom',
    'apellidos',
    'apellido',
    'cognome',
    'sobrenome',
    'achternaam',
    'efternamn',
    'etternavn',
    'efternavn',
    'фамилия',
    '姓',
  ],
  company: [
    'company',
    'company name',
    'organization',
    'organisation',
    'organization name',
    'organisation name',
    'organization 1 name',
    'account name',
    'account',
    'current company',
    'employer',
    'associated company',
    'primary company',
    'business name',
    'firma',
    'firmenname',
    'unternehmen',
    'unternehmensname',
    'empresa',
    'nombre de la empresa',
    'entreprise',
    'societe',
    'nom de l entreprise',
    'azienda',
    'societa',
    'ragione sociale',
    'bedrijf',
    'bedrijfsnaam',
    'foretag',
    'virksomhed',
    'компания',
    'организация',
    '会社名',
    '公司',
    '公司名称',
    '회사',
  ],
  title: [
    'job title',
    'title',
    'position',
    'role',
    'job position',
    'current title',
    'organization title',
    'organization 1 title',
    'berufsbezeichnung',
    'jobtitel',
    'stellenbezeichnung',
    'funktion',
    'cargo',
    'puesto',
    'poste',
    'intitule du poste',
    'fonction',
    'ruolo',
    'qualifica',
    'posizione',
    'functie',
    'functietitel',
    'befattning',
    'должность',
    '役職',
    '职位',
    '職稱',
    '직함',
  ],
  source: [
    'source',
    'lead source',
    'original source',
    'contact source',
    'quelle',
    'leadquelle',
    'lead quelle',
    'herkunft',
    'fuente',
    'origen',
    'origine',
    'fonte',
    'origem',
    'bron',
    'kalla',
    'kilde',
    'источник',
    'utm source',
  ],
  external_id: [
    'external id',
    'record id',
    'record id contact',
    'contact id',
    'apollo contact id',
    'lead id',
    'person id',
    'hubspot id',
    'salesforce id',
    'crm id',
    'customer id',
    'unique id',
    'uuid',
    'id',
    'kontakt id',
    'kundennummer',
    'externe id',
  ],
  note: [
    'note',
    'notes',
    'comment',
    'comments',
    'message',
    'remarks',
    'remark',
    'description',
    'notiz',
    'notizen',
    'bemerkung',
    'bemerkungen',
    'anmerkung',
    'kommentar',
    'nachricht',
    'nota',
    'notas',
    'comentario',
    'comentarios',
    'mensaje',
    'remarque',
    'remarques',
    'commentaire',
    'commentaires',
    'messaggio',
    'mensagem',
    'opmerking',
    'opmerkingen',
    'примечание',
    'комментарий',
    '備考',
    '备注',
    '메모',
  ],
  linkedin_url: [
    'linkedin url',
    'person linkedin url',
    'linkedin profile url',
    'linkedin profile',
    'linkedin',
    'linked in',
    'linked in url',
    'linkedin link',
    'contact linkedin url',
    'personal linkedin url',
    'linkedin profil',
    'perfil de linkedin',
    'profil linkedin',
    'url',
    'profile url',
  ],
  'consent.basis': [
    'consent basis',
    'legal basis',
    'lawful basis',
    'legal basis for processing contact s data',
    'basis',
    'rechtsgrundlage',
    'base legal',
    'base legale',
    'base juridica',
    'base giuridica',
    'rechtsgrond',
  ],
  'consent.source': [
    'consent source',
    'opt in source',
    'optin source',
    'consent channel',
    'consent given via',
    'quelle der einwilligung',
    'einwilligungsquelle',
    'source du consentement',
    'fuente del consentimiento',
  ],
  'consent.obtained_at': [
    'consent obtained at',
    'consent date',
    'consent given at',
    'opt in date',
    'optin date',
    'opted in at',
    'opt in timestamp',
    'date of consent',
    'datum der einwilligung',
    'einwilligungsdatum',
    'einwilligung am',
    'opt in datum',
    'date du consentement',
    'fecha de consentimiento',
    'data del consenso',
  ],
}

const fieldsByName = new Map<string, { field: LeadField; rank: number }>()
for (const field of leadFields) {
  for (const [rank, name] of names[field].map(plainHeader).entries())
    if (!fieldsByName.has(name)) fieldsByName.set(name, { field, rank })
}

export const isSuggestiveHeader = (header: string): boolean => fieldsByName.has(plainHeader(header))

/** Which field each column most likely is. Each field is given to one column; what is not recognised is left out. */
export const suggestMapping = (headers: readonly string[]): Mapping => {
  const plain = headers.map(plainHeader)
  const taken = new Map<LeadField, { column: number; rank: number }>()
  for (const [column, header] of plain.entries()) {
    const found = fieldsByName.get(header)
    if (!found) continue
    const before = taken.get(found.field)
    if (!before || found.rank < before.rank) taken.set(found.field, { column, rank: found.rank })
  }
  const has = (field: LeadField) => taken.has(field)
  const become = (from: LeadField, to: LeadField) => {
    const found = taken.get(from)
    if (found) taken.set(to, found)
    taken.delete(from)
  }
  // `Vorname, Name` and `Prénom, Nom`: beside a first name, a bare "name" is the last one.
  if (
    has('first_name') &&
    !has('last_name') &&
    has('name') &&
    ['name', 'naam', 'namn', 'navn'].includes(plain[taken.get('name')?.column ?? -1] ?? '')
  )
    become('name', 'last_name')
  // `Nombre`, `Nome` or `Nom` alone is the whole name.
  if (!has('name') && has('first_name') !== has('last_name')) become(has('first_name') ? 'first_name' : 'last_name', 'name')
  // Where the whole name is there, its parts add nothing.
  if (has('name')) {
    taken.delete('first_name')
    taken.delete('last_name')
  }
  const byColumn = new Map([...taken].map(([field, { column }]) => [column, field]))
  return headers.map((_, column) => byColumn.get(column) ?? null)
}

/** What files with the same columns have in common, in whatever order. A file of rejected rows counts as the original. */
export const headersDigest = (headers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(ownHeaders(headers).toSorted()))
    .digest('hex')

const ownHeaders = (headers: readonly string[]): string[] =>
  headers.map(plainHeader).filter((header) => header !== plainHeader(errorColumn))

/** A mapping as it is remembered: by the headers' names, because the next file may order them differently. */
export type RememberedMapping = Readonly<Record<string, LeadField>>

export const rememberable = (headers: readonly string[], mapping: Mapping): RememberedMapping =>
  Object.fromEntries(headers.flatMap((header, column) => (mapping[column] ? [[header, mapping[column]]] : [])))

export const recall = (headers: readonly string[], remembered: RememberedMapping): Mapping => {
  const byHeader = new Map(Object.entries(remembered).map(([header, field]) => [plainHeader(header), field]))
  return headers.map((header) => remembered[header] ?? byHeader.get(plainHeader(header)) ?? null)
}

/** The names of the columns: no blanks, no name twice; `Column 3` where the file names none. */
export const columnNames = (cells: readonly string[], hasHeader: boolean): string[] => {
  const used = new Set<string>()
  return cells.map((cell, column) => {
    const given = hasHeader ? unguardCell(cell.trim()).slice(0, 255) : ''
    const base = given || `Column ${column + 1}`
    let name = base
    for (let n = 2; used.has(name); n++) name = `${base} (${n})`
    used.add(name)
    return name
  })
}

/** A row as the body that the API would be sent. Whether it is a lead is for `readLead` to say. */
export const rowAsBody = (cells: readonly string[], mapping: Mapping, source: string): Record<string, unknown> => {
  const values = new Map<LeadField, string>()
  for (const [column, field] of mapping.entries()) {
    if (!field) continue
    const value = unguardCell(cells[column] ?? '').trim()
    if (value === '') continue
    const before = values.get(field)
    if (before === undefined) values.set(field, value)
    else if (field === 'note') values.set(field, `${before}\n${value}`)
  }
  const text = (field: LeadField) => values.get(field)
  const consent = present({
    basis: text('consent.basis'),
    source: text('consent.source'),
    obtained_at: calendarDate(text('consent.obtained_at')),
  })
  return present({
    email: firstOfSeveral(text('email')),
    phone: firstOfSeveral(text('phone')),
    name: text('name') ?? ([text('first_name'), text('last_name')].filter(Boolean).join(' ') || undefined),
    company: text('company'),
    title: text('title'),
    source: text('source') ?? source,
    external_id: text('external_id'),
    note: text('note'),
    linkedin_url: linkedinAddress(text('linkedin_url')),
    consent: Object.keys(consent).length > 0 ? consent : undefined,
  })
}

const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Google Contacts puts several values into one cell, with ` ::: ` between. */
const firstOfSeveral = (value: string | undefined): string | undefined => value?.split(' ::: ')[0]

/** An instant in ISO 8601 names its day; other forms of dates are ambiguous and are left for the check to refuse. */
const calendarDate = (value: string | undefined): string | undefined =>
  value && /^\d{4}-\d\d-\d\d[T ]\d/.test(value) ? value.slice(0, 10) : value

/** Exports leave the scheme out. */
const linkedinAddress = (value: string | undefined): string | undefined =>
  value && /^([a-z]{2,3}\.)?linkedin\.com\//i.test(value) ? `https://${value}` : value
