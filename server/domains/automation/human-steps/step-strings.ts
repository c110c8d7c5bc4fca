import { type Language, languageOf } from '#shapes/languages.ts'

/** What the page of a step and its emails say around what is asked. Values in braces are put in. */
export interface StepStrings {
  readonly asks: string
  readonly until: string
  readonly optional: string
  readonly choose: string
  readonly amount: string
  readonly currency: string
  readonly mistakes: string
  readonly missing: string
  readonly noNumber: string
  readonly noAmount: string
  readonly noDate: string
  readonly noChoice: string
  readonly noEmail: string
  readonly tooLong: string
  readonly answeredTitle: string
  readonly answeredSays: string
  readonly chosen: string
  readonly answeredElsewhere: string
  readonly endedTitle: string
  readonly endedSays: string
  readonly closedSays: string
  readonly failed: string
  readonly tooMany: string
  readonly unknownTitle: string
  readonly unknownSays: string
  readonly notNowTitle: string
  readonly mailSubject: string
  readonly mailReminder: string
  readonly mailOpens: string
  readonly mailUntil: string
  readonly mailButton: string
  readonly mailFooter: string
  readonly orCopy: string
}

const en: StepStrings = {
  asks: '{sender} asks for your answer.',
  until: 'You can answer until {at}.',
  optional: 'optional',
  choose: 'Choose',
  amount: 'Amount',
  currency: 'Currency',
  mistakes: 'Please check:',
  missing: 'Fill this in.',
  noNumber: 'Enter a number.',
  noAmount: 'Enter an amount and choose its currency.',
  noDate: 'Choose a day.',
  noChoice: 'Choose from the list.',
  noEmail: 'Enter an email address.',
  tooLong: 'This text is too long.',
  answeredTitle: 'Thank you, your answer is in',
  answeredSays: 'It was sent to {sender} on {at}. You can close this page.',
  chosen: 'Your answer: {choice}',
  answeredElsewhere: '{sender} has answered this meanwhile, on {at}. There is nothing left to do for you.',
  endedTitle: 'No longer open',
  endedSays: 'The time for an answer ended on {at}. Contact {sender} if you still want to answer.',
  closedSays: '{sender} no longer needs an answer. There is nothing left to do for you.',
  failed: 'That did not work. Please try again.',
  tooMany: 'Too many tries. Please wait a minute.',
  unknownTitle: 'This link leads nowhere',
  unknownSays: 'It may have ended: use the link of the newest email, or ask the sender.',
  notNowTitle: 'Not available right now',
  mailSubject: '{sender} asks: {heading}',
  mailReminder: 'Reminder from {sender}: {heading}',
  mailOpens: 'Open the page to answer. Opening it sends nothing.',
  mailUntil: 'You can answer until {at}.',
  mailButton: 'View and answer',
  mailFooter: 'Sent for {sender}. The link is for you alone: a person who has it can answer in your place.',
  orCopy: 'Or copy this address into your browser:',
}

const de: StepStrings = {
  asks: '{sender} bittet um Ihre Antwort.',
  until: 'Sie können bis {at} antworten.',
  optional: 'freiwillig',
  choose: 'Auswählen',
  amount: 'Betrag',
  currency: 'Währung',
  mistakes: 'Bitte prüfen Sie:',
  missing: 'Füllen Sie dieses Feld aus.',
  noNumber: 'Geben Sie eine Zahl ein.',
  noAmount: 'Geben Sie einen Betrag ein und wählen Sie die Währung.',
  noDate: 'Wählen Sie einen Tag.',
  noChoice: 'Wählen Sie aus der Liste.',
  noEmail: 'Geben Sie eine E-Mail-Adresse ein.',
  tooLong: 'Dieser Text ist zu lang.',
  answeredTitle: 'Danke, Ihre Antwort ist da',
  answeredSays: 'Sie ging am {at} an {sender}. Sie können diese Seite schließen.',
  chosen: 'Ihre Antwort: {choice}',
  answeredElsewhere: '{sender} hat das inzwischen beantwortet, am {at}. Sie müssen nichts mehr tun.',
  endedTitle: 'Nicht mehr offen',
  endedSays: 'Die Zeit für eine Antwort endete am {at}. Wenden Sie sich an {sender}, wenn Sie noch antworten möchten.',
  closedSays: '{sender} braucht keine Antwort mehr. Sie müssen nichts mehr tun.',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  tooMany: 'Zu viele Versuche. Bitte warten Sie eine Minute.',
  unknownTitle: 'Dieser Link führt nirgendwohin',
  unknownSays: 'Vielleicht gilt er nicht mehr: Nutzen Sie den Link der neuesten E-Mail, oder fragen Sie den Absender.',
  notNowTitle: 'Gerade nicht verfügbar',
  mailSubject: '{sender} fragt: {heading}',
  mailReminder: 'Erinnerung von {sender}: {heading}',
  mailOpens: 'Öffnen Sie die Seite, um zu antworten. Das Öffnen allein sendet nichts.',
  mailUntil: 'Sie können bis {at} antworten.',
  mailButton: 'Ansehen und antworten',
  mailFooter: 'Gesendet für {sender}. Der Link ist nur für Sie: Wer ihn hat, kann an Ihrer Stelle antworten.',
  orCopy: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
}

const fr: StepStrings = {
  asks: '{sender} attend votre réponse.',
  until: 'Vous pouvez répondre jusqu’au {at}.',
  optional: 'facultatif',
  choose: 'Choisir',
  amount: 'Montant',
  currency: 'Devise',
  mistakes: 'Veuillez vérifier :',
  missing: 'Remplissez ce champ.',
  noNumber: 'Saisissez un nombre.',
  noAmount: 'Saisissez un montant et choisissez sa devise.',
  noDate: 'Choisissez un jour.',
  noChoice: 'Choisissez dans la liste.',
  noEmail: 'Saisissez une adresse e-mail.',
  tooLong: 'Ce texte est trop long.',
  answeredTitle: 'Merci, votre réponse est arrivée',
  answeredSays: 'Elle a été envoyée à {sender} le {at}. Vous pouvez fermer cette page.',
  chosen: 'Votre réponse : {choice}',
  answeredElsewhere: '{sender} y a répondu entre-temps, le {at}. Vous n’avez plus rien à faire.',
  endedTitle: 'Plus ouvert',
  endedSays: 'Le délai de réponse a pris fin le {at}. Contactez {sender} si vous souhaitez encore répondre.',
  closedSays: '{sender} n’a plus besoin de réponse. Vous n’avez plus rien à faire.',
  failed: 'Cela n’a pas fonctionné. Veuillez réessayer.',
  tooMany: 'Trop d’essais. Veuillez patienter une minute.',
  unknownTitle: 'Ce lien ne mène nulle part',
  unknownSays: 'Il n’est peut-être plus valable : utilisez le lien du dernier e-mail ou demandez à l’expéditeur.',
  notNowTitle: 'Indisponible pour le moment',
  mailSubject: '{sender} demande : {heading}',
  mailReminder: 'Rappel de {sender} : {heading}',
  mailOpens: 'Ouvrez la page pour répondre. L’ouvrir n’envoie rien.',
  mailUntil: 'Vous pouvez répondre jusqu’au {at}.',
  mailButton: 'Voir et répondre',
  mailFooter: 'Envoyé pour {sender}. Ce lien est pour vous seul : une personne qui le possède peut répondre à votre place.',
  orCopy: 'Ou copiez cette adresse dans votre navigateur :',
}

const es: StepStrings = {
  asks: '{sender} le pide una respuesta.',
  until: 'Puede responder hasta el {at}.',
  optional: 'opcional',
  choose: 'Elegir',
  amount: 'Importe',
  currency: 'Moneda',
  mistakes: 'Revise lo siguiente:',
  missing: 'Rellene este campo.',
  noNumber: 'Escriba un número.',
  noAmount: 'Escriba un importe y elija su moneda.',
  noDate: 'Elija un día.',
  noChoice: 'Elija de la lista.',
  noEmail: 'Escriba una dirección de correo.',
  tooLong: 'Este texto es demasiado largo.',
  answeredTitle: 'Gracias, su respuesta ha llegado',
  answeredSays: 'Se envió a {sender} el {at}. Puede cerrar esta página.',
  chosen: 'Su respuesta: {choice}',
  answeredElsewhere: '{sender} lo ha respondido entretanto, el {at}. Ya no tiene que hacer nada.',
  endedTitle: 'Ya no está abierto',
  endedSays: 'El plazo para responder terminó el {at}. Contacte con {sender} si aún quiere responder.',
  closedSays: '{sender} ya no necesita una respuesta. Ya no tiene que hacer nada.',
  failed: 'No ha funcionado. Inténtelo de nuevo.',
  tooMany: 'Demasiados intentos. Espere un minuto.',
  unknownTitle: 'Este enlace no lleva a ninguna parte',
  unknownSays: 'Puede que ya no valga: use el enlace del correo más reciente o pregunte al remitente.',
  notNowTitle: 'No disponible en este momento',
  mailSubject: '{sender} pregunta: {heading}',
  mailReminder: 'Recordatorio de {sender}: {heading}',
  mailOpens: 'Abra la página para responder. Abrirla no envía nada.',
  mailUntil: 'Puede responder hasta el {at}.',
  mailButton: 'Ver y responder',
  mailFooter: 'Enviado en nombre de {sender}. El enlace es solo para usted: quien lo tenga puede responder en su lugar.',
  orCopy: 'O copie esta dirección en su navegador:',
}

const pt: StepStrings = {
  asks: '{sender} pede a sua resposta.',
  until: 'Pode responder até {at}.',
  optional: 'opcional',
  choose: 'Escolher',
  amount: 'Montante',
  currency: 'Moeda',
  mistakes: 'Verifique o seguinte:',
  missing: 'Preencha este campo.',
  noNumber: 'Introduza um número.',
  noAmount: 'Introduza um montante e escolha a moeda.',
  noDate: 'Escolha um dia.',
  noChoice: 'Escolha da lista.',
  noEmail: 'Introduza um endereço de e-mail.',
  tooLong: 'Este texto é demasiado longo.',
  answeredTitle: 'Obrigado, a sua resposta chegou',
  answeredSays: 'Foi enviada a {sender} em {at}. Pode fechar esta página.',
  chosen: 'A sua resposta: {choice}',
  answeredElsewhere: '{sender} respondeu entretanto, em {at}. Já não tem nada a fazer.',
  endedTitle: 'Já não está aberto',
  endedSays: 'O prazo para responder terminou em {at}. Contacte {sender} se ainda quiser responder.',
  closedSays: '{sender} já não precisa de uma resposta. Já não tem nada a fazer.',
  failed: 'Não funcionou. Tente novamente.',
  tooMany: 'Demasiadas tentativas. Aguarde um minuto.',
  unknownTitle: 'Este link não leva a lado nenhum',
  unknownSays: 'Pode já não ser válido: use o link do e-mail mais recente ou pergunte ao remetente.',
  notNowTitle: 'Indisponível de momento',
  mailSubject: '{sender} pergunta: {heading}',
  mailReminder: 'Lembrete de {sender}: {heading}',
  mailOpens: 'Abra a página para responder. Abri-la não envia nada.',
  mailUntil: 'Pode responder até {at}.',
  mailButton: 'Ver e responder',
  mailFooter: 'Enviado em nome de {sender}. O link é só para si: quem o tiver pode responder em seu lugar.',
  orCopy: 'Ou copie este endereço para o seu navegador:',
}

const hi: StepStrings = {
  asks: '{sender} आपका उत्तर चाहते हैं।',
  until: 'आप {at} तक उत्तर दे सकते हैं।',
  optional: 'वैकल्पिक',
  choose: 'चुनें',
  amount: 'राशि',
  currency: 'मुद्रा',
  mistakes: 'कृपया जाँचें:',
  missing: 'इसे भरें।',
  noNumber: 'एक संख्या लिखें।',
  noAmount: 'राशि लिखें और उसकी मुद्रा चुनें।',
  noDate: 'एक दिन चुनें।',
  noChoice: 'सूची में से चुनें।',
  noEmail: 'एक ईमेल पता लिखें।',
  tooLong: 'यह पाठ बहुत लंबा है।',
  answeredTitle: 'धन्यवाद, आपका उत्तर मिल गया',
  answeredSays: 'यह {at} को {sender} को भेजा गया। आप यह पृष्ठ बंद कर सकते हैं।',
  chosen: 'आपका उत्तर: {choice}',
  answeredElsewhere: '{sender} ने {at} को इसका उत्तर दे दिया है। आपको अब कुछ नहीं करना है।',
  endedTitle: 'अब खुला नहीं है',
  endedSays: 'उत्तर देने का समय {at} को समाप्त हो गया। अब भी उत्तर देना चाहें तो {sender} से संपर्क करें।',
  closedSays: '{sender} को अब उत्तर की ज़रूरत नहीं है। आपको अब कुछ नहीं करना है।',
  failed: 'यह नहीं हो पाया। कृपया फिर कोशिश करें।',
  tooMany: 'बहुत अधिक प्रयास। कृपया एक मिनट रुकें।',
  unknownTitle: 'यह लिंक कहीं नहीं जाता',
  unknownSays: 'शायद यह अब मान्य नहीं है: सबसे नए ईमेल का लिंक इस्तेमाल करें, या भेजने वाले से पूछें।',
  notNowTitle: 'अभी उपलब्ध नहीं',
  mailSubject: '{sender} पूछते हैं: {heading}',
  mailReminder: '{sender} की ओर से याद दिलाना: {heading}',
  mailOpens: 'उत्तर देने के लिए पृष्ठ खोलें। केवल खोलने से कुछ नहीं भेजा जाता।',
  mailUntil: 'आप {at} तक उत्तर दे सकते हैं।',
  mailButton: 'देखें और उत्तर दें',
  mailFooter: '{sender} की ओर से भेजा गया। यह लिंक केवल आपके लिए है: जिसके पास यह हो, वह आपकी जगह उत्तर दे सकता है।',
  orCopy: 'या यह पता अपने ब्राउज़र में डालें:',
}

const strings: Readonly<Record<Language, StepStrings>> = { en, de, fr, es, pt, hi }

export const stepStrings = (locale: string): StepStrings => strings[languageOf(locale)]
