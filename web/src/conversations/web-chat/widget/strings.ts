/** What the chat on a website says, in the languages that Foyer speaks to clients. Its own small table: the script is loaded by strangers' pages. */
export interface Words {
  readonly title: string
  readonly openIt: string
  readonly closeIt: string
  readonly unread: (count: number) => string
  readonly said: string
  readonly write: string
  readonly send: string
  readonly you: string
  readonly team: string
  readonly sending: string
  readonly waiting: string
  readonly failed: string
  readonly again: string
  readonly offline: string
  readonly newFrom: (author: string) => string
  readonly newTab: string
  readonly whoTitle: string
  readonly name: string
  readonly email: string
  readonly badEmail: string
  readonly save: string
  readonly later: string
  readonly thanks: string
  readonly notSaved: string
}

export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'hi'

export const languages: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Write to us',
    openIt: 'Open the chat',
    closeIt: 'Close the chat',
    unread: (count) => `${count} unread`,
    said: 'Conversation',
    write: 'Your message',
    send: 'Send',
    you: 'You',
    team: 'Team',
    sending: 'Sending …',
    waiting: 'Waiting for the connection',
    failed: 'Not sent',
    again: 'Try again',
    offline: 'You are offline. What you write is sent once you are back.',
    newFrom: (author) => `New message from ${author}`,
    newTab: 'opens in a new tab',
    whoTitle: 'Where does an answer reach you when you have left?',
    name: 'Name',
    email: 'Email',
    badEmail: 'This is not an email address.',
    save: 'Save',
    later: 'Not now',
    thanks: 'Thank you. We write to you there if you are gone.',
    notSaved: 'This could not be saved. Please try again.',
  },
  de: {
    title: 'Schreiben Sie uns',
    openIt: 'Chat öffnen',
    closeIt: 'Chat schließen',
    unread: (count) => `${count} ungelesen`,
    said: 'Unterhaltung',
    write: 'Ihre Nachricht',
    send: 'Senden',
    you: 'Sie',
    team: 'Team',
    sending: 'Wird gesendet …',
    waiting: 'Wartet auf die Verbindung',
    failed: 'Nicht gesendet',
    again: 'Noch einmal',
    offline: 'Sie sind offline. Was Sie schreiben, wird gesendet, sobald Sie wieder verbunden sind.',
    newFrom: (author) => `Neue Nachricht von ${author}`,
    newTab: 'öffnet sich in einem neuen Tab',
    whoTitle: 'Wo erreicht Sie eine Antwort, wenn Sie nicht mehr hier sind?',
    name: 'Name',
    email: 'E-Mail',
    badEmail: 'Das ist keine E-Mail-Adresse.',
    save: 'Speichern',
    later: 'Nicht jetzt',
    thanks: 'Danke. Wir schreiben Ihnen dorthin, wenn Sie nicht mehr hier sind.',
    notSaved: 'Das konnte nicht gespeichert werden. Bitte versuchen Sie es noch einmal.',
  },
  fr: {
    title: 'Écrivez-nous',
    openIt: 'Ouvrir la discussion',
    closeIt: 'Fermer la discussion',
    unread: (count) => (count > 1 ? `${count} non lus` : `${count} non lu`),
    said: 'Conversation',
    write: 'Votre message',
    send: 'Envoyer',
    you: 'Vous',
    team: 'Équipe',
    sending: 'Envoi …',
    waiting: 'En attente de connexion',
    failed: 'Non envoyé',
    again: 'Réessayer',
    offline: 'Vous êtes hors ligne. Vos messages partiront dès votre retour.',
    newFrom: (author) => `Nouveau message de ${author}`,
    newTab: 's’ouvre dans un nouvel onglet',
    whoTitle: 'Où vous répondre si vous avez quitté la page ?',
    name: 'Nom',
    email: 'E-mail',
    badEmail: 'Ce n’est pas une adresse e-mail.',
    save: 'Enregistrer',
    later: 'Plus tard',
    thanks: 'Merci. Nous vous écrirons à cette adresse si vous êtes parti.',
    notSaved: 'L’enregistrement a échoué. Veuillez réessayer.',
  },
  es: {
    title: 'Escríbanos',
    openIt: 'Abrir el chat',
    closeIt: 'Cerrar el chat',
    unread: (count) => `${count} sin leer`,
    said: 'Conversación',
    write: 'Su mensaje',
    send: 'Enviar',
    you: 'Usted',
    team: 'Equipo',
    sending: 'Enviando …',
    waiting: 'Esperando la conexión',
    failed: 'No enviado',
    again: 'Reintentar',
    offline: 'Está sin conexión. Lo que escriba se enviará cuando vuelva.',
    newFrom: (author) => `Nuevo mensaje de ${author}`,
    newTab: 'se abre en una pestaña nueva',
    whoTitle: '¿Dónde le respondemos si ya no está aquí?',
    name: 'Nombre',
    email: 'Correo electrónico',
    badEmail: 'No es una dirección de correo electrónico.',
    save: 'Guardar',
    later: 'Ahora no',
    thanks: 'Gracias. Le escribiremos allí si ya no está aquí.',
    notSaved: 'No se pudo guardar. Inténtelo de nuevo.',
  },
  pt: {
    title: 'Fale conosco',
    openIt: 'Abrir o chat',
    closeIt: 'Fechar o chat',
    unread: (count) => (count > 1 ? `${count} não lidas` : `${count} não lida`),
    said: 'Conversa',
    write: 'Sua mensagem',
    send: 'Enviar',
    you: 'Você',
    team: 'Equipe',
    sending: 'Enviando …',
    waiting: 'Aguardando a conexão',
    failed: 'Não enviada',
    again: 'Tentar de novo',
    offline: 'Você está sem conexão. O que escrever será enviado quando voltar.',
    newFrom: (author) => `Nova mensagem de ${author}`,
    newTab: 'abre em uma nova aba',
    whoTitle: 'Onde respondemos se você já tiver saído?',
    name: 'Nome',
    email: 'E-mail',
    badEmail: 'Este não é um endereço de e-mail.',
    save: 'Salvar',
    later: 'Agora não',
    thanks: 'Obrigado. Escreveremos para lá se você tiver saído.',
    notSaved: 'Não foi possível salvar. Tente de novo.',
  },
  hi: {
    title: 'हमें लिखें',
    openIt: 'चैट खोलें',
    closeIt: 'चैट बंद करें',
    unread: (count) => `${count} अपठित`,
    said: 'बातचीत',
    write: 'आपका संदेश',
    send: 'भेजें',
    you: 'आप',
    team: 'टीम',
    sending: 'भेजा जा रहा है …',
    waiting: 'कनेक्शन की प्रतीक्षा है',
    failed: 'नहीं भेजा गया',
    again: 'फिर कोशिश करें',
    offline: 'आप ऑफ़लाइन हैं। आप जो लिखेंगे, वह कनेक्शन लौटने पर भेजा जाएगा।',
    newFrom: (author) => `${author} का नया संदेश`,
    newTab: 'नए टैब में खुलता है',
    whoTitle: 'आप चले गए हों तो उत्तर कहाँ भेजें?',
    name: 'नाम',
    email: 'ईमेल',
    badEmail: 'यह ईमेल पता नहीं है।',
    save: 'सहेजें',
    later: 'अभी नहीं',
    thanks: 'धन्यवाद। आप चले गए हों तो हम वहाँ लिखेंगे।',
    notSaved: 'यह सहेजा नहीं जा सका। कृपया फिर कोशिश करें।',
  },
}

/** The language of a tag such as `pt-BR`; null for one that we do not speak. */
export const languageOf = (tag: string | null | undefined): Language | null => {
  const [language = ''] = (tag ?? '').toLowerCase().split('-')
  return language in languages ? (language as Language) : null
}

/** For the developer of the page, in its console. */
export const consoleWords = {
  refused: (why: string): string => `Foyer chat: ${why}`,
  noWidget: 'Foyer chat: the script tag needs data-widget="…", as Settings → Website chat shows it.',
}
