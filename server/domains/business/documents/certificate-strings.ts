import { type Language, languageOf } from '#shapes/languages.ts'
import type { EventKind } from './chain.ts'

interface Words {
  readonly title: string
  readonly document: string
  readonly id: string
  readonly issuer: string
  readonly signedAt: string
  readonly original: string
  readonly sealed: string
  readonly head: string
  readonly timestamp: string
  /** `{authority}` is the name in its certificate. */
  readonly stamped: string
  readonly unstamped: string
  readonly verify: string
  readonly verifySays: string
  readonly email: string
  readonly role: string
  readonly roles: { readonly admin: string; readonly client: string }
  readonly how: string
  readonly classes: { readonly link: string; readonly session: string; readonly attested: string }
  readonly attestedBy: string
  readonly signedAs: string
  readonly address: string
  readonly agent: string
  readonly events: string
  readonly kinds: Readonly<Record<EventKind, string>>
  readonly closing: string
}

const en: Words = {
  title: 'Certificate',
  document: 'Document',
  id: 'Number',
  issuer: 'Sent by',
  signedAt: 'Signed at',
  original: 'SHA-256 of the document as sent',
  sealed: 'SHA-256 of the sealed document',
  head: 'Head of the evidence',
  timestamp: 'Timestamp',
  stamped: '{at}, by {authority}',
  unstamped: 'None: no timestamp authority could be reached in time',
  verify: 'Verify this document',
  verifySays:
    'The page behind this code says whether the document and its evidence are whole, and recognises a copy of the file.',
  email: 'Email',
  role: 'Signed as',
  roles: { admin: 'Sender', client: 'Client' },
  how: 'Identified by',
  classes: {
    link: 'A link sent to this email address alone',
    session: 'A signed-in session',
    attested: 'Attested: signed elsewhere, by the word of the sender',
  },
  attestedBy: 'Attested by',
  signedAs: 'Name as signed',
  address: 'Network address',
  agent: 'Browser, as it says',
  events: 'What happened',
  kinds: {
    made: 'Document made',
    sent: 'Link sent',
    delivered: 'Email delivered',
    bounced: 'Email bounced',
    opened: 'Page opened',
    code_sent: 'Code sent',
    page_viewed: 'Page viewed',
    consented: 'Agreed to sign electronically',
    signed: 'Signed',
    declined: 'Declined',
    reminded: 'Reminded',
    handed_over: 'Handed over',
    replaced: 'Signer replaced',
    extended: 'Deadline extended',
    voided: 'Voided',
    expired: 'Expired',
    completed: 'Signed by all',
    sealed: 'Sealed',
    certified: 'Certificate made',
    downloaded: 'Downloaded',
    erased: 'Personal data erased',
    held: 'Legal hold set',
    released: 'Legal hold ended',
  },
  closing:
    'Each event holds the hash (SHA-256) of the one before. The complete evidence is attached to this file as evidence.json; how it is computed is public. This certificate is sealed as a whole.',
}

const de: Words = {
  title: 'Zertifikat',
  document: 'Dokument',
  id: 'Nummer',
  issuer: 'Gesendet von',
  signedAt: 'Unterschrieben am',
  original: 'SHA-256 des gesendeten Dokuments',
  sealed: 'SHA-256 des versiegelten Dokuments',
  head: 'Kopf des Nachweises',
  timestamp: 'Zeitstempel',
  stamped: '{at}, von {authority}',
  unstamped: 'Keiner: In der Zeit war kein Zeitstempeldienst zu erreichen',
  verify: 'Dokument prüfen',
  verifySays: 'Die Seite hinter diesem Code sagt, ob Dokument und Nachweis unversehrt sind, und erkennt eine Kopie der Datei.',
  email: 'E-Mail',
  role: 'Unterschrieben als',
  roles: { admin: 'Absender', client: 'Kunde' },
  how: 'Erkannt durch',
  classes: {
    link: 'Einen Link, der nur an diese E-Mail-Adresse ging',
    session: 'Eine angemeldete Sitzung',
    attested: 'Bezeugt: anderswo unterschrieben, nach Angabe des Absenders',
  },
  attestedBy: 'Bezeugt von',
  signedAs: 'Name bei der Unterschrift',
  address: 'Netzadresse',
  agent: 'Browser, nach eigener Angabe',
  events: 'Was geschah',
  kinds: {
    made: 'Dokument erstellt',
    sent: 'Link gesendet',
    delivered: 'E-Mail zugestellt',
    bounced: 'E-Mail nicht zustellbar',
    opened: 'Seite geöffnet',
    code_sent: 'Code gesendet',
    page_viewed: 'Seite angesehen',
    consented: 'Der elektronischen Unterschrift zugestimmt',
    signed: 'Unterschrieben',
    declined: 'Abgelehnt',
    reminded: 'Erinnert',
    handed_over: 'Weitergegeben',
    replaced: 'Unterzeichner ersetzt',
    extended: 'Frist verlängert',
    voided: 'Zurückgezogen',
    expired: 'Abgelaufen',
    completed: 'Von allen unterschrieben',
    sealed: 'Versiegelt',
    certified: 'Zertifikat erstellt',
    downloaded: 'Heruntergeladen',
    erased: 'Personenbezogene Daten gelöscht',
    held: 'Aufbewahrung angeordnet',
    released: 'Anordnung der Aufbewahrung beendet',
  },
  closing:
    'Jedes Ereignis enthält den Hash (SHA-256) des vorigen. Der vollständige Nachweis liegt dieser Datei als evidence.json bei; wie er berechnet wird, ist öffentlich. Dieses Zertifikat ist als Ganzes versiegelt.',
}

const fr: Words = {
  title: 'Certificat',
  document: 'Document',
  id: 'Numéro',
  issuer: 'Envoyé par',
  signedAt: 'Signé le',
  original: 'SHA-256 du document envoyé',
  sealed: 'SHA-256 du document scellé',
  head: 'Tête de la preuve',
  timestamp: 'Horodatage',
  stamped: '{at}, par {authority}',
  unstamped: 'Aucun : aucune autorité d’horodatage n’a pu être jointe à temps',
  verify: 'Vérifier ce document',
  verifySays: 'La page derrière ce code dit si le document et sa preuve sont intacts, et reconnaît une copie du fichier.',
  email: 'E-mail',
  role: 'Signé en tant que',
  roles: { admin: 'Expéditeur', client: 'Client' },
  how: 'Identifié par',
  classes: {
    link: 'Un lien envoyé à cette seule adresse e-mail',
    session: 'Une session connectée',
    attested: 'Attesté : signé ailleurs, sur la parole de l’expéditeur',
  },
  attestedBy: 'Attesté par',
  signedAs: 'Nom lors de la signature',
  address: 'Adresse réseau',
  agent: 'Navigateur, selon lui-même',
  events: 'Ce qui s’est passé',
  kinds: {
    made: 'Document créé',
    sent: 'Lien envoyé',
    delivered: 'E-mail remis',
    bounced: 'E-mail non remis',
    opened: 'Page ouverte',
    code_sent: 'Code envoyé',
    page_viewed: 'Page consultée',
    consented: 'Signature électronique acceptée',
    signed: 'Signé',
    declined: 'Refusé',
    reminded: 'Relancé',
    handed_over: 'Transmis à une autre personne',
    replaced: 'Signataire remplacé',
    extended: 'Délai prolongé',
    voided: 'Retiré',
    expired: 'Expiré',
    completed: 'Signé par tous',
    sealed: 'Scellé',
    certified: 'Certificat établi',
    downloaded: 'Téléchargé',
    erased: 'Données personnelles effacées',
  },
  closing:
    'Chaque événement contient l’empreinte (SHA-256) du précédent. La preuve complète est jointe à ce fichier sous le nom evidence.json ; son calcul est public. Ce certificat est scellé dans son ensemble.',
}

const es: Words = {
  title: 'Certificado',
  document: 'Documento',
  id: 'Número',
  issuer: 'Enviado por',
  signedAt: 'Firmado el',
  original: 'SHA-256 del documento enviado',
  sealed: 'SHA-256 del documento sellado',
  head: 'Cabeza de la prueba',
  timestamp: 'Sello de tiempo',
  stamped: '{at}, de {authority}',
  unstamped: 'Ninguno: no se pudo contactar a tiempo con ninguna autoridad de sellado de tiempo',
  verify: 'Verificar este documento',
  verifySays:
    'La página detrás de este código dice si el documento y su prueba están íntegros, y reconoce una copia del archivo.',
  email: 'Correo electrónico',
  role: 'Firmado como',
  roles: { admin: 'Remitente', client: 'Cliente' },
  how: 'Identificado por',
  classes: {
    link: 'Un enlace enviado solo a esta dirección de correo',
    session: 'Una sesión iniciada',
    attested: 'Atestiguado: firmado en otro lugar, según el remitente',
  },
  attestedBy: 'Atestiguado por',
  signedAs: 'Nombre al firmar',
  address: 'Dirección de red',
  agent: 'Navegador, según él mismo',
  events: 'Lo que ocurrió',
  kinds: {
    made: 'Documento creado',
    sent: 'Enlace enviado',
    delivered: 'Correo entregado',
    bounced: 'Correo devuelto',
    opened: 'Página abierta',
    code_sent: 'Código enviado',
    page_viewed: 'Página vista',
    consented: 'Aceptó firmar electrónicamente',
    signed: 'Firmado',
    declined: 'Rechazado',
    reminded: 'Recordado',
    handed_over: 'Cedido a otra persona',
    replaced: 'Firmante sustituido',
    extended: 'Plazo prolongado',
    voided: 'Retirado',
    expired: 'Vencido',
    completed: 'Firmado por todos',
    sealed: 'Sellado',
    certified: 'Certificado emitido',
    downloaded: 'Descargado',
    erased: 'Datos personales borrados',
  },
  closing:
    'Cada evento contiene el hash (SHA-256) del anterior. La prueba completa va adjunta a este archivo como evidence.json; la forma de calcularla es pública. Este certificado está sellado en su totalidad.',
}

const pt: Words = {
  title: 'Certificado',
  document: 'Documento',
  id: 'Número',
  issuer: 'Enviado por',
  signedAt: 'Assinado em',
  original: 'SHA-256 do documento enviado',
  sealed: 'SHA-256 do documento selado',
  head: 'Cabeça da prova',
  timestamp: 'Carimbo do tempo',
  stamped: '{at}, de {authority}',
  unstamped: 'Nenhum: não foi possível contactar a tempo nenhuma autoridade de carimbo do tempo',
  verify: 'Verificar este documento',
  verifySays:
    'A página por trás deste código diz se o documento e a sua prova estão íntegros, e reconhece uma cópia do ficheiro.',
  email: 'E-mail',
  role: 'Assinado como',
  roles: { admin: 'Remetente', client: 'Cliente' },
  how: 'Identificado por',
  classes: {
    link: 'Um link enviado apenas para este endereço de e-mail',
    session: 'Uma sessão iniciada',
    attested: 'Atestado: assinado noutro lugar, segundo o remetente',
  },
  attestedBy: 'Atestado por',
  signedAs: 'Nome ao assinar',
  address: 'Endereço de rede',
  agent: 'Navegador, segundo o próprio',
  events: 'O que aconteceu',
  kinds: {
    made: 'Documento criado',
    sent: 'Link enviado',
    delivered: 'E-mail entregue',
    bounced: 'E-mail devolvido',
    opened: 'Página aberta',
    code_sent: 'Código enviado',
    page_viewed: 'Página vista',
    consented: 'Aceitou assinar eletronicamente',
    signed: 'Assinado',
    declined: 'Recusado',
    reminded: 'Lembrado',
    handed_over: 'Passado a outra pessoa',
    replaced: 'Signatário substituído',
    extended: 'Prazo prolongado',
    voided: 'Retirado',
    expired: 'Expirado',
    completed: 'Assinado por todos',
    sealed: 'Selado',
    certified: 'Certificado emitido',
    downloaded: 'Descarregado',
    erased: 'Dados pessoais apagados',
  },
  closing:
    'Cada evento contém o hash (SHA-256) do anterior. A prova completa está anexada a este ficheiro como evidence.json; a forma de a calcular é pública. Este certificado está selado como um todo.',
}

const hi: Words = {
  title: 'प्रमाणपत्र',
  document: 'दस्तावेज़',
  id: 'संख्या',
  issuer: 'भेजने वाले',
  signedAt: 'हस्ताक्षर का समय',
  original: 'भेजे गए दस्तावेज़ का SHA-256',
  sealed: 'मुहरबंद दस्तावेज़ का SHA-256',
  head: 'साक्ष्य का शीर्ष',
  timestamp: 'समय-मुहर',
  stamped: '{at}, {authority} द्वारा',
  unstamped: 'नहीं: समय रहते किसी समय-मुहर सेवा से संपर्क नहीं हुआ',
  verify: 'इस दस्तावेज़ की जाँच करें',
  verifySays: 'इस कोड के पीछे का पृष्ठ बताता है कि दस्तावेज़ और उसका साक्ष्य अक्षुण्ण हैं या नहीं, और फ़ाइल की प्रति को पहचानता है।',
  email: 'ईमेल',
  role: 'किस रूप में हस्ताक्षर',
  roles: { admin: 'भेजने वाले', client: 'ग्राहक' },
  how: 'पहचान का आधार',
  classes: {
    link: 'केवल इसी ईमेल पते पर भेजा गया लिंक',
    session: 'साइन-इन किया हुआ सत्र',
    attested: 'सत्यापित: कहीं और हस्ताक्षर हुए, भेजने वाले के कथन पर',
  },
  attestedBy: 'सत्यापित करने वाले',
  signedAs: 'हस्ताक्षर के समय नाम',
  address: 'नेटवर्क पता',
  agent: 'ब्राउज़र, उसके अपने अनुसार',
  events: 'क्या-क्या हुआ',
  kinds: {
    made: 'दस्तावेज़ बना',
    sent: 'लिंक भेजा गया',
    delivered: 'ईमेल पहुँचा',
    bounced: 'ईमेल लौटा',
    opened: 'पृष्ठ खोला गया',
    code_sent: 'कोड भेजा गया',
    page_viewed: 'पृष्ठ देखा गया',
    consented: 'इलेक्ट्रॉनिक हस्ताक्षर के लिए सहमति',
    signed: 'हस्ताक्षर किए',
    declined: 'मना किया',
    reminded: 'याद दिलाया गया',
    handed_over: 'दूसरे व्यक्ति को सौंपा गया',
    replaced: 'हस्ताक्षरकर्ता बदला गया',
    extended: 'समय-सीमा बढ़ाई गई',
    voided: 'वापस लिया गया',
    expired: 'समय समाप्त',
    completed: 'सभी ने हस्ताक्षर किए',
    sealed: 'मुहरबंद',
    certified: 'प्रमाणपत्र बना',
    downloaded: 'डाउनलोड किया गया',
    erased: 'व्यक्तिगत जानकारी मिटाई गई',
  },
  closing:
    'हर घटना में पिछली घटना का हैश (SHA-256) है। पूरा साक्ष्य evidence.json के रूप में इस फ़ाइल के साथ संलग्न है; उसकी गणना का तरीका सार्वजनिक है। यह प्रमाणपत्र पूरा मुहरबंद है।',
}

const words: Readonly<Record<Language, Words>> = { en, de, fr, es, pt, hi }

export const certificateWords = (locale: string): Words => words[languageOf(locale)]
