import type { Language } from './languages.ts'

/** Fields that stand in a contact or a lead. What a form asks beyond them is a question of its own. */
export const knownFields = ['name', 'email', 'phone', 'company', 'title', 'note'] as const
export type KnownField = (typeof knownFields)[number]

/** What a form of a website says to its visitors. Plain text, so that it can be sent to the script. */
export interface FormWords {
  readonly labels: Readonly<Record<KnownField, string>>
  readonly send: string
  readonly sending: string
  readonly optional: string
  readonly choose: string
  readonly thanks: string
  /** Above a form on a page of its own that has no heading. */
  readonly untitled: string
  /** Above a form that has to be corrected. */
  readonly check: string
  readonly missing: string
  readonly badEmail: string
  readonly badPhone: string
  readonly badText: string
  readonly tooLong: string
  readonly noContact: string
  readonly noConsent: string
  readonly files: string
  readonly tooLarge: string
  readonly tooMany: string
  readonly unreadable: string
  readonly elsewhere: string
  readonly off: string
  readonly notSent: string
  readonly unknown: string
  readonly back: string
  /** Beside the field that people do not see. */
  readonly leaveEmpty: string
}

export const formWords: Readonly<Record<Language, FormWords>> = {
  en: {
    labels: {
      name: 'Name',
      email: 'Email',
      phone: 'Phone',
      company: 'Company',
      title: 'Job title',
      note: 'Message',
    },
    send: 'Send',
    sending: 'Sending…',
    optional: 'optional',
    choose: 'Please choose',
    thanks: 'Thank you. We will get back to you soon.',
    untitled: 'Write to us',
    check: 'Please check the form',
    missing: 'Please fill in this field.',
    badEmail: 'This is not an email address.',
    badPhone: 'This is not a phone number. Please start with + and the country code.',
    badText: 'This contains characters that cannot be stored.',
    tooLong: 'This text is too long.',
    noContact: 'Please give an email address or a phone number.',
    noConsent: 'Please tick this box to send the form.',
    files: 'This form cannot take files. Please send it without them.',
    tooLarge: 'This is too much text for the form. Please shorten it.',
    tooMany: 'The form was sent too often. Please wait a minute and try again.',
    unreadable: 'The form arrived damaged. Please try again.',
    elsewhere: 'This form may not be used on this website.',
    off: 'This form is turned off at the moment.',
    notSent: 'The form could not be sent. Nothing is lost: please try again.',
    unknown: 'This form does not exist.',
    back: 'Back to the website',
    leaveEmpty: 'Please leave this field empty',
  },
  de: {
    labels: {
      name: 'Name',
      email: 'E-Mail',
      phone: 'Telefon',
      company: 'Firma',
      title: 'Position',
      note: 'Nachricht',
    },
    send: 'Senden',
    sending: 'Wird gesendet …',
    optional: 'freiwillig',
    choose: 'Bitte wählen',
    thanks: 'Vielen Dank. Wir melden uns bald bei Ihnen.',
    untitled: 'Schreiben Sie uns',
    check: 'Bitte prüfen Sie das Formular',
    missing: 'Bitte füllen Sie dieses Feld aus.',
    badEmail: 'Das ist keine E-Mail-Adresse.',
    badPhone: 'Das ist keine Telefonnummer. Bitte beginnen Sie mit + und der Landesvorwahl.',
    badText: 'Darin sind Zeichen, die nicht gespeichert werden können.',
    tooLong: 'Dieser Text ist zu lang.',
    noContact: 'Bitte geben Sie eine E-Mail-Adresse oder eine Telefonnummer an.',
    noConsent: 'Bitte setzen Sie hier ein Häkchen, um das Formular zu senden.',
    files: 'Dieses Formular nimmt keine Dateien an. Bitte senden Sie es ohne sie.',
    tooLarge: 'Das ist zu viel Text für das Formular. Bitte kürzen Sie ihn.',
    tooMany: 'Das Formular wurde zu oft gesendet. Bitte warten Sie eine Minute und versuchen Sie es erneut.',
    unreadable: 'Das Formular kam beschädigt an. Bitte versuchen Sie es erneut.',
    elsewhere: 'Dieses Formular darf auf dieser Website nicht verwendet werden.',
    off: 'Dieses Formular ist zurzeit ausgeschaltet.',
    notSent: 'Das Formular konnte nicht gesendet werden. Es ist nichts verloren: Bitte versuchen Sie es erneut.',
    unknown: 'Dieses Formular gibt es nicht.',
    back: 'Zurück zur Website',
    leaveEmpty: 'Bitte lassen Sie dieses Feld leer',
  },
  fr: {
    labels: {
      name: 'Nom',
      email: 'E-mail',
      phone: 'Téléphone',
      company: 'Entreprise',
      title: 'Fonction',
      note: 'Message',
    },
    send: 'Envoyer',
    sending: 'Envoi…',
    optional: 'facultatif',
    choose: 'Veuillez choisir',
    thanks: 'Merci. Nous vous répondrons bientôt.',
    untitled: 'Écrivez-nous',
    check: 'Veuillez vérifier le formulaire',
    missing: 'Veuillez remplir ce champ.',
    badEmail: 'Ce n’est pas une adresse e-mail.',
    badPhone: 'Ce n’est pas un numéro de téléphone. Veuillez commencer par + et l’indicatif du pays.',
    badText: 'Ce texte contient des caractères qui ne peuvent pas être enregistrés.',
    tooLong: 'Ce texte est trop long.',
    noContact: 'Veuillez indiquer une adresse e-mail ou un numéro de téléphone.',
    noConsent: 'Veuillez cocher cette case pour envoyer le formulaire.',
    files: 'Ce formulaire n’accepte pas de fichiers. Veuillez l’envoyer sans fichier.',
    tooLarge: 'Ce texte est trop long pour le formulaire. Veuillez le raccourcir.',
    tooMany: 'Le formulaire a été envoyé trop souvent. Veuillez patienter une minute et réessayer.',
    unreadable: 'Le formulaire est arrivé endommagé. Veuillez réessayer.',
    elsewhere: 'Ce formulaire ne peut pas être utilisé sur ce site.',
    off: 'Ce formulaire est désactivé pour le moment.',
    notSent: 'Le formulaire n’a pas pu être envoyé. Rien n’est perdu : veuillez réessayer.',
    unknown: 'Ce formulaire n’existe pas.',
    back: 'Retour au site',
    leaveEmpty: 'Veuillez laisser ce champ vide',
  },
  es: {
    labels: {
      name: 'Nombre',
      email: 'Correo electrónico',
      phone: 'Teléfono',
      company: 'Empresa',
      title: 'Cargo',
      note: 'Mensaje',
    },
    send: 'Enviar',
    sending: 'Enviando…',
    optional: 'opcional',
    choose: 'Elija una opción',
    thanks: 'Gracias. Le responderemos pronto.',
    untitled: 'Escríbanos',
    check: 'Revise el formulario',
    missing: 'Rellene este campo.',
    badEmail: 'Esto no es una dirección de correo.',
    badPhone: 'Esto no es un número de teléfono. Empiece con + y el prefijo del país.',
    badText: 'Contiene caracteres que no se pueden guardar.',
    tooLong: 'Este texto es demasiado largo.',
    noContact: 'Indique una dirección de correo o un número de teléfono.',
    noConsent: 'Marque esta casilla para enviar el formulario.',
    files: 'Este formulario no admite archivos. Envíelo sin ellos.',
    tooLarge: 'Es demasiado texto para el formulario. Acórtelo.',
    tooMany: 'El formulario se envió demasiadas veces. Espere un minuto e inténtelo de nuevo.',
    unreadable: 'El formulario llegó dañado. Inténtelo de nuevo.',
    elsewhere: 'Este formulario no se puede usar en este sitio web.',
    off: 'Este formulario está desactivado por el momento.',
    notSent: 'No se pudo enviar el formulario. No se ha perdido nada: inténtelo de nuevo.',
    unknown: 'Este formulario no existe.',
    back: 'Volver al sitio web',
    leaveEmpty: 'Deje este campo vacío',
  },
  pt: {
    labels: {
      name: 'Nome',
      email: 'E-mail',
      phone: 'Telefone',
      company: 'Empresa',
      title: 'Cargo',
      note: 'Mensagem',
    },
    send: 'Enviar',
    sending: 'A enviar…',
    optional: 'opcional',
    choose: 'Escolha uma opção',
    thanks: 'Obrigado. Responderemos em breve.',
    untitled: 'Escreva para nós',
    check: 'Verifique o formulário',
    missing: 'Preencha este campo.',
    badEmail: 'Isto não é um endereço de e-mail.',
    badPhone: 'Isto não é um número de telefone. Comece com + e o indicativo do país.',
    badText: 'Contém caracteres que não podem ser guardados.',
    tooLong: 'Este texto é demasiado longo.',
    noContact: 'Indique um endereço de e-mail ou um número de telefone.',
    noConsent: 'Marque esta caixa para enviar o formulário.',
    files: 'Este formulário não aceita ficheiros. Envie-o sem eles.',
    tooLarge: 'É demasiado texto para o formulário. Encurte-o.',
    tooMany: 'O formulário foi enviado demasiadas vezes. Espere um minuto e tente de novo.',
    unreadable: 'O formulário chegou danificado. Tente de novo.',
    elsewhere: 'Este formulário não pode ser usado neste site.',
    off: 'Este formulário está desligado de momento.',
    notSent: 'Não foi possível enviar o formulário. Nada se perdeu: tente de novo.',
    unknown: 'Este formulário não existe.',
    back: 'Voltar ao site',
    leaveEmpty: 'Deixe este campo vazio',
  },
  hi: {
    labels: {
      name: 'नाम',
      email: 'ईमेल',
      phone: 'फ़ोन',
      company: 'कंपनी',
      title: 'पद',
      note: 'संदेश',
    },
    send: 'भेजें',
    sending: 'भेजा जा रहा है…',
    optional: 'वैकल्पिक',
    choose: 'कृपया चुनें',
    thanks: 'धन्यवाद। हम जल्द ही आपसे संपर्क करेंगे।',
    untitled: 'हमें लिखें',
    check: 'कृपया फ़ॉर्म जाँचें',
    missing: 'कृपया यह फ़ील्ड भरें।',
    badEmail: 'यह ईमेल पता नहीं है।',
    badPhone: 'यह फ़ोन नंबर नहीं है। कृपया + और देश कोड से शुरू करें।',
    badText: 'इसमें ऐसे अक्षर हैं जिन्हें सहेजा नहीं जा सकता।',
    tooLong: 'यह पाठ बहुत लंबा है।',
    noContact: 'कृपया ईमेल पता या फ़ोन नंबर दें।',
    noConsent: 'फ़ॉर्म भेजने के लिए कृपया इस बॉक्स पर सही का निशान लगाएँ।',
    files: 'यह फ़ॉर्म फ़ाइलें नहीं लेता। कृपया उनके बिना भेजें।',
    tooLarge: 'यह फ़ॉर्म के लिए बहुत अधिक पाठ है। कृपया इसे छोटा करें।',
    tooMany: 'फ़ॉर्म बहुत बार भेजा गया। कृपया एक मिनट रुककर फिर कोशिश करें।',
    unreadable: 'फ़ॉर्म अधूरा पहुँचा। कृपया फिर कोशिश करें।',
    elsewhere: 'यह फ़ॉर्म इस वेबसाइट पर इस्तेमाल नहीं किया जा सकता।',
    off: 'यह फ़ॉर्म अभी बंद है।',
    notSent: 'फ़ॉर्म नहीं भेजा जा सका। कुछ भी खोया नहीं है: कृपया फिर कोशिश करें।',
    unknown: 'यह फ़ॉर्म मौजूद नहीं है।',
    back: 'वेबसाइट पर वापस',
    leaveEmpty: 'कृपया यह फ़ील्ड खाली छोड़ें',
  },
}

/** Of an error code that a form's request can be answered with, the words for the visitor. Everything else: `notSent`. */
export const wordsOfCode = {
  contact_missing: 'noContact',
  email_malformed: 'badEmail',
  phone_unreadable: 'badPhone',
  field_too_long: 'tooLong',
  field_bad_text: 'badText',
  form_field_missing: 'missing',
  form_consent_missing: 'noConsent',
  form_files_refused: 'files',
  form_unreadable: 'unreadable',
  form_origin_refused: 'elsewhere',
  body_too_large: 'tooLarge',
  body_empty: 'unreadable',
  rate_limited: 'tooMany',
  lead_source_off: 'off',
  lead_source_not_found: 'unknown',
} as const satisfies Readonly<Record<string, Exclude<keyof FormWords, 'labels'>>>

export const wordsFor = (code: string, words: FormWords): string =>
  words[wordsOfCode[code as keyof typeof wordsOfCode] ?? 'notSent']
