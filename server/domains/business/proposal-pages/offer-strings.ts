import { type Language, languageOf } from '#shapes/languages.ts'

/** What the page of a proposal says. Values in braces are put in. */
export interface OfferStrings {
  readonly from: string
  readonly forClient: string
  readonly until: string
  readonly toAnswer: string
  readonly prices: string
  readonly options: string
  readonly optionsHint: string
  readonly each: string
  readonly plusTax: string
  readonly tax: string
  readonly recount: string
  readonly accept: string
  readonly acceptTitle: string
  readonly acceptSays: string
  readonly acceptSaysFree: string
  readonly name: string
  readonly nameHint: string
  readonly decline: string
  readonly declineSays: string
  readonly reason: string
  readonly optional: string
  readonly declineButton: string
  readonly nameMissing: string
  readonly badLetter: string
  readonly badValue: string
  readonly mistake: string
  readonly failed: string
  readonly tooMany: string
  readonly changed: string
  readonly late: string
  readonly acceptedTitle: string
  readonly acceptedSays: string
  readonly acceptedMail: string
  readonly declinedTitle: string
  readonly declinedSays: string
  readonly withdrawnTitle: string
  readonly expiredTitle: string
  readonly expiredSays: string
  readonly reasonSays: string
  readonly unknownTitle: string
  readonly unknownSays: string
  readonly notNowTitle: string
  readonly language: string
}

const en: OfferStrings = {
  from: 'Proposal from {sender}',
  forClient: 'For {name}',
  until: 'You can accept it until {day}.',
  toAnswer: 'Go to prices and answer',
  prices: 'Prices',
  options: 'Options',
  optionsHint: 'Tick what you want. No option is ticked beforehand.',
  each: '{quantity} × {unit}',
  plusTax: 'plus {rate} tax',
  tax: 'Tax',
  recount: 'Update the total',
  accept: 'Accept the proposal',
  acceptTitle: 'Accept',
  acceptSays: 'By accepting you agree to this proposal, with what you ticked, for a total of {total}.',
  acceptSaysFree: 'By accepting you agree to this proposal.',
  name: 'Your full name',
  nameHint: 'Typed here, it stands for your acceptance.',
  decline: 'Decline the proposal',
  declineSays: '{sender} is told that you decline, and reads your reason.',
  reason: 'Reason',
  optional: '(optional)',
  declineButton: 'Decline',
  nameMissing: 'Enter your name.',
  badLetter: 'This name has a character that cannot be printed. Write it in other letters.',
  badValue: 'This is too long, or has characters that cannot be stored.',
  mistake: 'Your answer was not sent',
  failed: 'That did not work. Please try again.',
  tooMany: 'Too many tries. Please wait a minute.',
  changed: 'There is a newer version of this proposal. Read it before you accept.',
  late: 'Your answer did not count: the proposal was answered or ended before. This is how it stands.',
  acceptedTitle: 'Accepted',
  acceptedSays: 'Accepted by {name} on {at}.',
  acceptedMail: 'A confirmation is on its way to you by email.',
  declinedTitle: 'You declined this proposal',
  declinedSays: 'Changed your mind? Write to {sender}.',
  withdrawnTitle: '{sender} withdrew this proposal',
  expiredTitle: 'This proposal has expired',
  expiredSays: 'It could be accepted until {day}. Ask {sender} for a new one.',
  reasonSays: 'Reason: {reason}',
  unknownTitle: 'This link leads to no proposal',
  unknownSays: 'It may have been replaced: use the link of the newest email.',
  notNowTitle: 'Not available right now',
  language: 'Language',
}

const de: OfferStrings = {
  from: 'Angebot von {sender}',
  forClient: 'Für {name}',
  until: 'Sie können es bis {day} annehmen.',
  toAnswer: 'Zu Preisen und Antwort',
  prices: 'Preise',
  options: 'Optionen',
  optionsHint: 'Kreuzen Sie an, was Sie möchten. Nichts kommt von selbst hinzu.',
  each: '{quantity} × {unit}',
  plusTax: 'zuzüglich {rate} Steuer',
  tax: 'Steuer',
  recount: 'Summe aktualisieren',
  accept: 'Angebot annehmen',
  acceptTitle: 'Annehmen',
  acceptSays: 'Mit der Annahme stimmen Sie diesem Angebot mit dem Angekreuzten zu, insgesamt {total}.',
  acceptSaysFree: 'Mit der Annahme stimmen Sie diesem Angebot zu.',
  name: 'Ihr vollständiger Name',
  nameHint: 'Hier eingegeben, steht er für Ihre Annahme.',
  decline: 'Angebot ablehnen',
  declineSays: '{sender} erfährt, dass Sie ablehnen, und liest Ihren Grund.',
  reason: 'Grund',
  optional: '(freiwillig)',
  declineButton: 'Ablehnen',
  nameMissing: 'Geben Sie Ihren Namen ein.',
  badLetter: 'Dieser Name enthält ein Zeichen, das sich nicht drucken lässt. Schreiben Sie ihn mit anderen Buchstaben.',
  badValue: 'Das ist zu lang oder enthält Zeichen, die sich nicht speichern lassen.',
  mistake: 'Ihre Antwort wurde nicht gesendet',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  tooMany: 'Zu viele Versuche. Bitte warten Sie eine Minute.',
  changed: 'Es gibt eine neuere Fassung dieses Angebots. Lesen Sie sie, bevor Sie annehmen.',
  late: 'Ihre Antwort zählte nicht: Das Angebot war schon beantwortet oder beendet. So ist der Stand.',
  acceptedTitle: 'Angenommen',
  acceptedSays: 'Angenommen von {name} am {at}.',
  acceptedMail: 'Eine Bestätigung ist per E-Mail zu Ihnen unterwegs.',
  declinedTitle: 'Sie haben dieses Angebot abgelehnt',
  declinedSays: 'Anders überlegt? Schreiben Sie an {sender}.',
  withdrawnTitle: '{sender} hat dieses Angebot zurückgezogen',
  expiredTitle: 'Dieses Angebot ist abgelaufen',
  expiredSays: 'Es konnte bis {day} angenommen werden. Bitten Sie {sender} um ein neues.',
  reasonSays: 'Grund: {reason}',
  unknownTitle: 'Dieser Link führt zu keinem Angebot',
  unknownSays: 'Vielleicht wurde er ersetzt: Nutzen Sie den Link der neuesten E-Mail.',
  notNowTitle: 'Gerade nicht verfügbar',
  language: 'Sprache',
}

const fr: OfferStrings = {
  from: 'Devis de {sender}',
  forClient: 'Pour {name}',
  until: 'Vous pouvez l’accepter jusqu’au {day}.',
  toAnswer: 'Aller aux prix et à la réponse',
  prices: 'Prix',
  options: 'Options',
  optionsHint: 'Cochez ce que vous voulez. Rien n’est ajouté d’office.',
  each: '{quantity} × {unit}',
  plusTax: 'plus {rate} de taxe',
  tax: 'Taxe',
  recount: 'Mettre à jour le total',
  accept: 'Accepter le devis',
  acceptTitle: 'Accepter',
  acceptSays: 'En acceptant, vous approuvez ce devis avec ce que vous avez coché, pour un total de {total}.',
  acceptSaysFree: 'En acceptant, vous approuvez ce devis.',
  name: 'Votre nom complet',
  nameHint: 'Saisi ici, il vaut acceptation.',
  decline: 'Refuser le devis',
  declineSays: '{sender} est informé de votre refus et lit votre motif.',
  reason: 'Motif',
  optional: '(facultatif)',
  declineButton: 'Refuser',
  nameMissing: 'Saisissez votre nom.',
  badLetter: 'Ce nom contient un caractère qui ne peut pas être imprimé. Écrivez-le avec d’autres lettres.',
  badValue: 'C’est trop long, ou contient des caractères qui ne peuvent pas être enregistrés.',
  mistake: 'Votre réponse n’a pas été envoyée',
  failed: 'Cela n’a pas fonctionné. Veuillez réessayer.',
  tooMany: 'Trop d’essais. Veuillez patienter une minute.',
  changed: 'Il existe une version plus récente de ce devis. Lisez-la avant d’accepter.',
  late: 'Votre réponse n’a pas compté : le devis avait déjà reçu une réponse ou pris fin. Voici où il en est.',
  acceptedTitle: 'Accepté',
  acceptedSays: 'Accepté par {name} le {at}.',
  acceptedMail: 'Une confirmation vous est envoyée par e-mail.',
  declinedTitle: 'Vous avez refusé ce devis',
  declinedSays: 'Vous avez changé d’avis ? Écrivez à {sender}.',
  withdrawnTitle: '{sender} a retiré ce devis',
  expiredTitle: 'Ce devis a expiré',
  expiredSays: 'Il pouvait être accepté jusqu’au {day}. Demandez-en un nouveau à {sender}.',
  reasonSays: 'Motif : {reason}',
  unknownTitle: 'Ce lien ne mène à aucun devis',
  unknownSays: 'Il a peut-être été remplacé : utilisez le lien du dernier e-mail.',
  notNowTitle: 'Indisponible pour le moment',
  language: 'Langue',
}

const es: OfferStrings = {
  from: 'Propuesta de {sender}',
  forClient: 'Para {name}',
  until: 'Puede aceptarla hasta el {day}.',
  toAnswer: 'Ir a los precios y la respuesta',
  prices: 'Precios',
  options: 'Opciones',
  optionsHint: 'Marque lo que desee. Nada se añade por sí solo.',
  each: '{quantity} × {unit}',
  plusTax: 'más {rate} de impuestos',
  tax: 'Impuestos',
  recount: 'Actualizar el total',
  accept: 'Aceptar la propuesta',
  acceptTitle: 'Aceptar',
  acceptSays: 'Al aceptar, está de acuerdo con esta propuesta y con lo que ha marcado, por un total de {total}.',
  acceptSaysFree: 'Al aceptar, está de acuerdo con esta propuesta.',
  name: 'Su nombre completo',
  nameHint: 'Escrito aquí, vale como su aceptación.',
  decline: 'Rechazar la propuesta',
  declineSays: '{sender} sabrá que la rechaza y leerá su motivo.',
  reason: 'Motivo',
  optional: '(opcional)',
  declineButton: 'Rechazar',
  nameMissing: 'Escriba su nombre.',
  badLetter: 'Este nombre tiene un carácter que no se puede imprimir. Escríbalo con otras letras.',
  badValue: 'Es demasiado largo o tiene caracteres que no se pueden guardar.',
  mistake: 'Su respuesta no se ha enviado',
  failed: 'No ha funcionado. Inténtelo de nuevo.',
  tooMany: 'Demasiados intentos. Espere un minuto.',
  changed: 'Hay una versión más reciente de esta propuesta. Léala antes de aceptar.',
  late: 'Su respuesta no contó: la propuesta ya se había respondido o había terminado. Así está ahora.',
  acceptedTitle: 'Aceptada',
  acceptedSays: 'Aceptada por {name} el {at}.',
  acceptedMail: 'Le enviamos una confirmación por correo electrónico.',
  declinedTitle: 'Ha rechazado esta propuesta',
  declinedSays: '¿Ha cambiado de opinión? Escriba a {sender}.',
  withdrawnTitle: '{sender} ha retirado esta propuesta',
  expiredTitle: 'Esta propuesta ha caducado',
  expiredSays: 'Se podía aceptar hasta el {day}. Pida una nueva a {sender}.',
  reasonSays: 'Motivo: {reason}',
  unknownTitle: 'Este enlace no lleva a ninguna propuesta',
  unknownSays: 'Puede que se haya sustituido: use el enlace del correo más reciente.',
  notNowTitle: 'No disponible en este momento',
  language: 'Idioma',
}

const pt: OfferStrings = {
  from: 'Proposta de {sender}',
  forClient: 'Para {name}',
  until: 'Pode aceitá-la até {day}.',
  toAnswer: 'Ir para os preços e a resposta',
  prices: 'Preços',
  options: 'Opções',
  optionsHint: 'Assinale o que deseja. Nada é acrescentado por si só.',
  each: '{quantity} × {unit}',
  plusTax: 'mais {rate} de imposto',
  tax: 'Imposto',
  recount: 'Atualizar o total',
  accept: 'Aceitar a proposta',
  acceptTitle: 'Aceitar',
  acceptSays: 'Ao aceitar, concorda com esta proposta e com o que assinalou, no total de {total}.',
  acceptSaysFree: 'Ao aceitar, concorda com esta proposta.',
  name: 'O seu nome completo',
  nameHint: 'Escrito aqui, vale como a sua aceitação.',
  decline: 'Recusar a proposta',
  declineSays: '{sender} fica a saber que recusa e lê o seu motivo.',
  reason: 'Motivo',
  optional: '(opcional)',
  declineButton: 'Recusar',
  nameMissing: 'Escreva o seu nome.',
  badLetter: 'Este nome tem um carácter que não pode ser impresso. Escreva-o com outras letras.',
  badValue: 'É demasiado longo ou tem caracteres que não podem ser guardados.',
  mistake: 'A sua resposta não foi enviada',
  failed: 'Não funcionou. Tente novamente.',
  tooMany: 'Demasiadas tentativas. Aguarde um minuto.',
  changed: 'Há uma versão mais recente desta proposta. Leia-a antes de aceitar.',
  late: 'A sua resposta não contou: a proposta já tinha sido respondida ou terminado. É este o estado atual.',
  acceptedTitle: 'Aceite',
  acceptedSays: 'Aceite por {name} em {at}.',
  acceptedMail: 'Vai receber uma confirmação por e-mail.',
  declinedTitle: 'Recusou esta proposta',
  declinedSays: 'Mudou de ideias? Escreva a {sender}.',
  withdrawnTitle: '{sender} retirou esta proposta',
  expiredTitle: 'Esta proposta expirou',
  expiredSays: 'Podia ser aceite até {day}. Peça uma nova a {sender}.',
  reasonSays: 'Motivo: {reason}',
  unknownTitle: 'Este link não leva a nenhuma proposta',
  unknownSays: 'Pode ter sido substituído: use o link do e-mail mais recente.',
  notNowTitle: 'Indisponível de momento',
  language: 'Idioma',
}

const hi: OfferStrings = {
  from: '{sender} का प्रस्ताव',
  forClient: '{name} के लिए',
  until: 'आप इसे {day} तक स्वीकार कर सकते हैं।',
  toAnswer: 'मूल्य और उत्तर पर जाएँ',
  prices: 'मूल्य',
  options: 'विकल्प',
  optionsHint: 'जो चाहिए उस पर निशान लगाएँ। अपने आप कुछ नहीं जुड़ता।',
  each: '{quantity} × {unit}',
  plusTax: 'और {rate} कर',
  tax: 'कर',
  recount: 'कुल राशि अपडेट करें',
  accept: 'प्रस्ताव स्वीकार करें',
  acceptTitle: 'स्वीकार करें',
  acceptSays: 'स्वीकार करने पर आप इस प्रस्ताव और चुने गए विकल्पों से सहमत होते हैं, कुल {total}।',
  acceptSaysFree: 'स्वीकार करने पर आप इस प्रस्ताव से सहमत होते हैं।',
  name: 'आपका पूरा नाम',
  nameHint: 'यहाँ लिखा गया नाम आपकी स्वीकृति माना जाता है।',
  decline: 'प्रस्ताव अस्वीकार करें',
  declineSays: '{sender} को बताया जाता है कि आपने अस्वीकार किया, और वे आपका कारण पढ़ते हैं।',
  reason: 'कारण',
  optional: '(वैकल्पिक)',
  declineButton: 'अस्वीकार करें',
  nameMissing: 'अपना नाम लिखें।',
  badLetter: 'इस नाम में एक अक्षर है जो छप नहीं सकता। इसे दूसरे अक्षरों में लिखें।',
  badValue: 'यह बहुत लंबा है, या इसमें ऐसे अक्षर हैं जो सहेजे नहीं जा सकते।',
  mistake: 'आपका उत्तर भेजा नहीं गया',
  failed: 'यह नहीं हो पाया। कृपया फिर कोशिश करें।',
  tooMany: 'बहुत अधिक प्रयास। कृपया एक मिनट रुकें।',
  changed: 'इस प्रस्ताव का एक नया संस्करण है। स्वीकार करने से पहले उसे पढ़ें।',
  late: 'आपका उत्तर नहीं गिना गया: प्रस्ताव का उत्तर पहले ही दिया जा चुका था या वह समाप्त हो गया था। वर्तमान स्थिति यह है।',
  acceptedTitle: 'स्वीकृत',
  acceptedSays: '{name} ने {at} को स्वीकार किया।',
  acceptedMail: 'पुष्टि आपको ईमेल से भेजी जा रही है।',
  declinedTitle: 'आपने यह प्रस्ताव अस्वीकार किया',
  declinedSays: 'विचार बदल गया? {sender} को लिखें।',
  withdrawnTitle: '{sender} ने यह प्रस्ताव वापस ले लिया',
  expiredTitle: 'इस प्रस्ताव की समय-सीमा समाप्त हो गई है',
  expiredSays: 'इसे {day} तक स्वीकार किया जा सकता था। {sender} से नया प्रस्ताव माँगें।',
  reasonSays: 'कारण: {reason}',
  unknownTitle: 'यह लिंक किसी प्रस्ताव पर नहीं जाता',
  unknownSays: 'शायद इसे बदल दिया गया है: सबसे नए ईमेल का लिंक इस्तेमाल करें।',
  notNowTitle: 'अभी उपलब्ध नहीं',
  language: 'भाषा',
}

const strings: Readonly<Record<Language, OfferStrings>> = { en, de, fr, es, pt, hi }

export const offerStrings = (locale: string): OfferStrings => strings[languageOf(locale)]
