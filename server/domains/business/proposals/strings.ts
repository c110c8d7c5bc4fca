import { type Language, languageOf } from '#shapes/languages.ts'

/** What the emails about a proposal say, and the PDF of what was accepted, in the language of the proposal. */
interface Words {
  readonly askSubject: string
  readonly askTitle: string
  readonly askSays: string
  readonly askEnds: string
  readonly askButton: string
  readonly doneSubject: string
  readonly doneTitle: string
  readonly doneSays: string
  readonly doneSaysFree: string
  readonly doneAttached: string
  readonly doneButton: string
  readonly prices: string
  readonly acceptance: string
  readonly acceptedBy: string
  readonly record: string
  readonly orCopy: string
  readonly footer: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    askSubject: '{sender} sent you a proposal: {title}',
    askTitle: 'Proposal: {title}',
    askSays: '{sender} sent you a proposal. Choose the options you want, and accept it online.',
    askEnds: 'You can accept it until {day}.',
    askButton: 'View the proposal',
    doneSubject: 'Accepted: {title}',
    doneTitle: 'You accepted: {title}',
    doneSays: 'Accepted by {name} on {day}, for {amount} in total.',
    doneSaysFree: 'Accepted by {name} on {day}.',
    doneAttached: 'What you accepted is attached as PDF. Keep it.',
    doneButton: 'View the proposal',
    prices: 'Prices',
    acceptance: 'Acceptance',
    acceptedBy: 'Accepted by {name} on {at}.',
    record: 'Version {version}, SHA-256 of the record: {hash}',
    orCopy: 'Or copy this address into your browser:',
    footer: 'Sent for {sender}. The link is for you alone: a person who has it can accept in your name.',
  },
  de: {
    askSubject: '{sender} hat Ihnen ein Angebot gesendet: {title}',
    askTitle: 'Angebot: {title}',
    askSays: '{sender} hat Ihnen ein Angebot gesendet. Wählen Sie die gewünschten Optionen und nehmen Sie es online an.',
    askEnds: 'Sie können es bis {day} annehmen.',
    askButton: 'Angebot ansehen',
    doneSubject: 'Angenommen: {title}',
    doneTitle: 'Sie haben angenommen: {title}',
    doneSays: 'Angenommen von {name} am {day}, insgesamt {amount}.',
    doneSaysFree: 'Angenommen von {name} am {day}.',
    doneAttached: 'Was Sie angenommen haben, ist als PDF angehängt. Bewahren Sie es auf.',
    doneButton: 'Angebot ansehen',
    prices: 'Preise',
    acceptance: 'Annahme',
    acceptedBy: 'Angenommen von {name} am {at}.',
    record: 'Version {version}, SHA-256 des Protokolls: {hash}',
    orCopy: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
    footer: 'Gesendet für {sender}. Der Link ist nur für Sie: Wer ihn hat, kann in Ihrem Namen annehmen.',
  },
  fr: {
    askSubject: '{sender} vous a envoyé un devis : {title}',
    askTitle: 'Devis : {title}',
    askSays: '{sender} vous a envoyé un devis. Choisissez les options souhaitées et acceptez-le en ligne.',
    askEnds: 'Vous pouvez l’accepter jusqu’au {day}.',
    askButton: 'Voir le devis',
    doneSubject: 'Accepté : {title}',
    doneTitle: 'Vous avez accepté : {title}',
    doneSays: 'Accepté par {name} le {day}, pour un total de {amount}.',
    doneSaysFree: 'Accepté par {name} le {day}.',
    doneAttached: 'Ce que vous avez accepté est joint en PDF. Conservez-le.',
    doneButton: 'Voir le devis',
    prices: 'Prix',
    acceptance: 'Acceptation',
    acceptedBy: 'Accepté par {name} le {at}.',
    record: 'Version {version}, SHA-256 de l’enregistrement : {hash}',
    orCopy: 'Ou copiez cette adresse dans votre navigateur :',
    footer: 'Envoyé pour {sender}. Le lien est pour vous seul : toute personne qui l’a peut accepter en votre nom.',
  },
  es: {
    askSubject: '{sender} le ha enviado una propuesta: {title}',
    askTitle: 'Propuesta: {title}',
    askSays: '{sender} le ha enviado una propuesta. Elija las opciones que desee y acéptela en línea.',
    askEnds: 'Puede aceptarla hasta el {day}.',
    askButton: 'Ver la propuesta',
    doneSubject: 'Aceptada: {title}',
    doneTitle: 'Ha aceptado: {title}',
    doneSays: 'Aceptada por {name} el {day}, por un total de {amount}.',
    doneSaysFree: 'Aceptada por {name} el {day}.',
    doneAttached: 'Lo que ha aceptado se adjunta en PDF. Guárdelo.',
    doneButton: 'Ver la propuesta',
    prices: 'Precios',
    acceptance: 'Aceptación',
    acceptedBy: 'Aceptada por {name} el {at}.',
    record: 'Versión {version}, SHA-256 del registro: {hash}',
    orCopy: 'O copie esta dirección en su navegador:',
    footer: 'Enviado para {sender}. El enlace es solo para usted: quien lo tenga puede aceptar en su nombre.',
  },
  pt: {
    askSubject: '{sender} enviou-lhe uma proposta: {title}',
    askTitle: 'Proposta: {title}',
    askSays: '{sender} enviou-lhe uma proposta. Escolha as opções que deseja e aceite-a online.',
    askEnds: 'Pode aceitá-la até {day}.',
    askButton: 'Ver a proposta',
    doneSubject: 'Aceite: {title}',
    doneTitle: 'Aceitou: {title}',
    doneSays: 'Aceite por {name} em {day}, no total de {amount}.',
    doneSaysFree: 'Aceite por {name} em {day}.',
    doneAttached: 'O que aceitou está anexado em PDF. Guarde-o.',
    doneButton: 'Ver a proposta',
    prices: 'Preços',
    acceptance: 'Aceitação',
    acceptedBy: 'Aceite por {name} em {at}.',
    record: 'Versão {version}, SHA-256 do registo: {hash}',
    orCopy: 'Ou copie este endereço para o seu navegador:',
    footer: 'Enviado por conta de {sender}. O link é só para si: quem o tiver pode aceitar em seu nome.',
  },
  hi: {
    askSubject: '{sender} ने आपको एक प्रस्ताव भेजा है: {title}',
    askTitle: 'प्रस्ताव: {title}',
    askSays: '{sender} ने आपको एक प्रस्ताव भेजा है। अपने विकल्प चुनें और इसे ऑनलाइन स्वीकार करें।',
    askEnds: 'आप इसे {day} तक स्वीकार कर सकते हैं।',
    askButton: 'प्रस्ताव देखें',
    doneSubject: 'स्वीकृत: {title}',
    doneTitle: 'आपने स्वीकार किया: {title}',
    doneSays: '{name} ने {day} को स्वीकार किया, कुल {amount}।',
    doneSaysFree: '{name} ने {day} को स्वीकार किया।',
    doneAttached: 'आपने जो स्वीकार किया, वह PDF में संलग्न है। इसे संभालकर रखें।',
    doneButton: 'प्रस्ताव देखें',
    prices: 'मूल्य',
    acceptance: 'स्वीकृति',
    acceptedBy: '{name} ने {at} को स्वीकार किया।',
    record: 'संस्करण {version}, अभिलेख का SHA-256: {hash}',
    orCopy: 'या यह पता अपने ब्राउज़र में कॉपी करें:',
    footer: '{sender} की ओर से भेजा गया। यह लिंक केवल आपके लिए है: जिसके पास यह हो, वह आपके नाम से स्वीकार कर सकता है।',
  },
}

export const proposalWords = (locale: string): Words => words[languageOf(locale)]
