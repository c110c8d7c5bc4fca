import type { Language } from '#shapes/languages.ts'

/** What mails say to the booker of a meeting. Values in braces are put in. */
interface Strings {
  confirmedSubject: string
  confirmedTitle: string
  confirmedSays: string
  requestedSubject: string
  requestedTitle: string
  requestedSays: string
  movedSubject: string
  movedTitle: string
  movedRequestTitle: string
  movedSays: string
  cancelledSubject: string
  cancelledTitle: string
  cancelledSays: string
  declinedSubject: string
  declinedTitle: string
  declinedSays: string
  handedSubject: string
  handedTitle: string
  handedSays: string
  unansweredSubject: string
  unansweredTitle: string
  unansweredSays: string
  newHost: string
  reminderSubject: string
  reminderTitle: string
  reminderSays: string
  with: string
  online: string
  at: string
  byPhone: string
  manage: string
  bookAgain: string
  reason: string
  orCopy: string
  footer: string
}

export const mailStrings: Readonly<Record<Language, Strings>> = {
  en: {
    confirmedSubject: 'Confirmed: {event}, {day}, {time}',
    confirmedTitle: 'Your meeting is confirmed',
    confirmedSays: '{event} with {organization} is booked.',
    requestedSubject: 'Request received: {event}, {day}, {time}',
    requestedTitle: 'We received your request',
    requestedSays: 'The time is reserved for you. {organization} confirms it, and you get an email then.',
    movedSubject: 'New time: {event}, {day}, {time}',
    movedTitle: 'Your meeting has a new time',
    movedRequestTitle: 'Your request has a new time',
    movedSays: '{event} with {organization} was rescheduled.',
    cancelledSubject: 'Cancelled: {event}, {day}, {time}',
    cancelledTitle: 'Your meeting was cancelled',
    cancelledSays: '{event} with {organization} does not take place.',
    declinedSubject: 'Declined: {event}, {day}, {time}',
    declinedTitle: 'Your request was declined',
    declinedSays: '{organization} cannot make this time for {event}.',
    handedSubject: 'New host: {event}, {day}, {time}',
    handedTitle: 'Your meeting has a new host',
    handedSays: 'Your host for {event} with {organization} is now {people}. The time stays the same.',
    unansweredSubject: 'Not confirmed: {event}, {day}, {time}',
    unansweredTitle: 'Your request was not confirmed in time',
    unansweredSays: '{organization} did not confirm {event} before it was due to begin.',
    newHost: 'Your host is now {people}.',
    reminderSubject: 'Reminder: {event}, {day}, {time}',
    reminderTitle: 'Your meeting begins soon',
    reminderSays: 'This is a reminder of {event} with {organization}.',
    with: 'With {people}',
    online: 'Online: {link}',
    at: 'Where: {place}',
    byPhone: 'By phone: {people} will call you',
    manage: 'Reschedule or cancel',
    bookAgain: 'Book another time',
    reason: 'Reason: {reason}',
    orCopy: 'Or copy this address into your browser:',
    footer:
      'You received this email because this address was given when a meeting with {organization} was booked. If that was not you, open the link and choose «This was not me».',
  },
  de: {
    confirmedSubject: 'Bestätigt: {event}, {day}, {time}',
    confirmedTitle: 'Ihr Termin ist bestätigt',
    confirmedSays: '{event} mit {organization} ist gebucht.',
    requestedSubject: 'Anfrage erhalten: {event}, {day}, {time}',
    requestedTitle: 'Wir haben Ihre Anfrage erhalten',
    requestedSays: 'Die Zeit ist für Sie reserviert. {organization} bestätigt sie, dann erhalten Sie eine E-Mail.',
    movedSubject: 'Neue Zeit: {event}, {day}, {time}',
    movedTitle: 'Ihr Termin hat eine neue Zeit',
    movedRequestTitle: 'Ihre Anfrage hat eine neue Zeit',
    movedSays: '{event} mit {organization} wurde verschoben.',
    cancelledSubject: 'Abgesagt: {event}, {day}, {time}',
    cancelledTitle: 'Ihr Termin wurde abgesagt',
    cancelledSays: '{event} mit {organization} findet nicht statt.',
    declinedSubject: 'Abgelehnt: {event}, {day}, {time}',
    declinedTitle: 'Ihre Anfrage wurde abgelehnt',
    declinedSays: '{organization} kann diese Zeit für {event} nicht anbieten.',
    handedSubject: 'Neuer Gastgeber: {event}, {day}, {time}',
    handedTitle: 'Ihr Termin hat einen neuen Gastgeber',
    handedSays: 'Ihr Gastgeber für {event} mit {organization} ist jetzt {people}. Die Zeit bleibt gleich.',
    unansweredSubject: 'Nicht bestätigt: {event}, {day}, {time}',
    unansweredTitle: 'Ihre Anfrage wurde nicht rechtzeitig bestätigt',
    unansweredSays: '{organization} hat {event} nicht vor dem Beginn bestätigt.',
    newHost: 'Ihr Gastgeber ist jetzt {people}.',
    reminderSubject: 'Erinnerung: {event}, {day}, {time}',
    reminderTitle: 'Ihr Termin beginnt bald',
    reminderSays: 'Wir erinnern Sie an {event} mit {organization}.',
    with: 'Mit {people}',
    online: 'Online: {link}',
    at: 'Ort: {place}',
    byPhone: 'Telefonisch: {people} ruft Sie an',
    manage: 'Verschieben oder absagen',
    bookAgain: 'Neue Zeit buchen',
    reason: 'Grund: {reason}',
    orCopy: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
    footer:
      'Sie erhalten diese E-Mail, weil diese Adresse bei der Buchung eines Termins mit {organization} angegeben wurde. Wenn Sie das nicht waren, öffnen Sie den Link und wählen Sie «Das war ich nicht».',
  },
  fr: {
    confirmedSubject: 'Confirmé : {event}, {day}, {time}',
    confirmedTitle: 'Votre rendez-vous est confirmé',
    confirmedSays: '{event} avec {organization} est réservé.',
    requestedSubject: 'Demande reçue : {event}, {day}, {time}',
    requestedTitle: 'Nous avons reçu votre demande',
    requestedSays: 'Le créneau vous est réservé. {organization} le confirme, et vous recevrez alors un e-mail.',
    movedSubject: 'Nouvel horaire : {event}, {day}, {time}',
    movedTitle: 'Votre rendez-vous a un nouvel horaire',
    movedRequestTitle: 'Votre demande a un nouvel horaire',
    movedSays: '{event} avec {organization} a été déplacé.',
    cancelledSubject: 'Annulé : {event}, {day}, {time}',
    cancelledTitle: 'Votre rendez-vous a été annulé',
    cancelledSays: '{event} avec {organization} n’aura pas lieu.',
    declinedSubject: 'Refusé : {event}, {day}, {time}',
    declinedTitle: 'Votre demande a été refusée',
    declinedSays: '{organization} ne peut pas proposer cet horaire pour {event}.',
    handedSubject: 'Nouvel hôte : {event}, {day}, {time}',
    handedTitle: 'Votre rendez-vous a un nouvel hôte',
    handedSays: 'Votre hôte pour {event} avec {organization} est désormais {people}. L’horaire reste le même.',
    unansweredSubject: 'Non confirmé : {event}, {day}, {time}',
    unansweredTitle: 'Votre demande n’a pas été confirmée à temps',
    unansweredSays: '{organization} n’a pas confirmé {event} avant son début.',
    newHost: 'Votre hôte est désormais {people}.',
    reminderSubject: 'Rappel : {event}, {day}, {time}',
    reminderTitle: 'Votre rendez-vous commence bientôt',
    reminderSays: 'Ceci est un rappel de {event} avec {organization}.',
    with: 'Avec {people}',
    online: 'En ligne : {link}',
    at: 'Lieu : {place}',
    byPhone: 'Par téléphone : {people} vous appellera',
    manage: 'Déplacer ou annuler',
    bookAgain: 'Réserver un autre horaire',
    reason: 'Motif : {reason}',
    orCopy: 'Ou copiez cette adresse dans votre navigateur :',
    footer:
      'Vous recevez cet e-mail car cette adresse a été indiquée lors de la réservation d’un rendez-vous avec {organization}. Si ce n’était pas vous, ouvrez le lien et choisissez « Ce n’était pas moi ».',
  },
  es: {
    confirmedSubject: 'Confirmada: {event}, {day}, {time}',
    confirmedTitle: 'Tu reunión está confirmada',
    confirmedSays: '{event} con {organization} está reservada.',
    requestedSubject: 'Solicitud recibida: {event}, {day}, {time}',
    requestedTitle: 'Hemos recibido tu solicitud',
    requestedSays: 'La hora está reservada para ti. {organization} la confirma y entonces recibirás un correo.',
    movedSubject: 'Nueva hora: {event}, {day}, {time}',
    movedTitle: 'Tu reunión tiene una nueva hora',
    movedRequestTitle: 'Tu solicitud tiene una nueva hora',
    movedSays: '{event} con {organization} se ha cambiado de hora.',
    cancelledSubject: 'Cancelada: {event}, {day}, {time}',
    cancelledTitle: 'Tu reunión se ha cancelado',
    cancelledSays: '{event} con {organization} no tendrá lugar.',
    declinedSubject: 'Rechazada: {event}, {day}, {time}',
    declinedTitle: 'Tu solicitud se ha rechazado',
    declinedSays: '{organization} no puede ofrecer esta hora para {event}.',
    handedSubject: 'Nuevo anfitrión: {event}, {day}, {time}',
    handedTitle: 'Tu reunión tiene un nuevo anfitrión',
    handedSays: 'Tu anfitrión para {event} con {organization} es ahora {people}. La hora no cambia.',
    unansweredSubject: 'Sin confirmar: {event}, {day}, {time}',
    unansweredTitle: 'Tu solicitud no se confirmó a tiempo',
    unansweredSays: '{organization} no confirmó {event} antes de su comienzo.',
    newHost: 'Tu anfitrión es ahora {people}.',
    reminderSubject: 'Recordatorio: {event}, {day}, {time}',
    reminderTitle: 'Tu reunión empieza pronto',
    reminderSays: 'Este es un recordatorio de {event} con {organization}.',
    with: 'Con {people}',
    online: 'En línea: {link}',
    at: 'Lugar: {place}',
    byPhone: 'Por teléfono: {people} te llamará',
    manage: 'Cambiar o cancelar',
    bookAgain: 'Reservar otra hora',
    reason: 'Motivo: {reason}',
    orCopy: 'O copia esta dirección en tu navegador:',
    footer:
      'Recibes este correo porque esta dirección se indicó al reservar una reunión con {organization}. Si no fuiste tú, abre el enlace y elige «No fui yo».',
  },
  pt: {
    confirmedSubject: 'Confirmada: {event}, {day}, {time}',
    confirmedTitle: 'A sua reunião está confirmada',
    confirmedSays: '{event} com {organization} está marcada.',
    requestedSubject: 'Pedido recebido: {event}, {day}, {time}',
    requestedTitle: 'Recebemos o seu pedido',
    requestedSays: 'O horário está reservado para si. {organization} confirma-o e receberá então um e-mail.',
    movedSubject: 'Novo horário: {event}, {day}, {time}',
    movedTitle: 'A sua reunião tem um novo horário',
    movedRequestTitle: 'O seu pedido tem um novo horário',
    movedSays: '{event} com {organization} foi remarcada.',
    cancelledSubject: 'Cancelada: {event}, {day}, {time}',
    cancelledTitle: 'A sua reunião foi cancelada',
    cancelledSays: '{event} com {organization} não se realiza.',
    declinedSubject: 'Recusada: {event}, {day}, {time}',
    declinedTitle: 'O seu pedido foi recusado',
    declinedSays: '{organization} não pode oferecer este horário para {event}.',
    handedSubject: 'Novo anfitrião: {event}, {day}, {time}',
    handedTitle: 'A sua reunião tem um novo anfitrião',
    handedSays: 'O seu anfitrião para {event} com {organization} é agora {people}. A hora mantém-se.',
    unansweredSubject: 'Não confirmada: {event}, {day}, {time}',
    unansweredTitle: 'O seu pedido não foi confirmado a tempo',
    unansweredSays: '{organization} não confirmou {event} antes do início.',
    newHost: 'O seu anfitrião é agora {people}.',
    reminderSubject: 'Lembrete: {event}, {day}, {time}',
    reminderTitle: 'A sua reunião começa em breve',
    reminderSays: 'Este é um lembrete de {event} com {organization}.',
    with: 'Com {people}',
    online: 'Online: {link}',
    at: 'Local: {place}',
    byPhone: 'Por telefone: {people} irá ligar-lhe',
    manage: 'Remarcar ou cancelar',
    bookAgain: 'Marcar outro horário',
    reason: 'Motivo: {reason}',
    orCopy: 'Ou copie este endereço para o seu navegador:',
    footer:
      'Recebeu este e-mail porque este endereço foi indicado ao marcar uma reunião com {organization}. Se não foi você, abra a ligação e escolha «Não fui eu».',
  },
  hi: {
    confirmedSubject: 'पुष्टि: {event}, {day}, {time}',
    confirmedTitle: 'आपकी मीटिंग की पुष्टि हो गई है',
    confirmedSays: '{organization} के साथ {event} बुक हो गई है।',
    requestedSubject: 'अनुरोध मिला: {event}, {day}, {time}',
    requestedTitle: 'हमें आपका अनुरोध मिला',
    requestedSays: 'यह समय आपके लिए आरक्षित है। {organization} इसकी पुष्टि करेगा, तब आपको ईमेल मिलेगा।',
    movedSubject: 'नया समय: {event}, {day}, {time}',
    movedTitle: 'आपकी मीटिंग का नया समय है',
    movedRequestTitle: 'आपके अनुरोध का नया समय है',
    movedSays: '{organization} के साथ {event} का समय बदल दिया गया है।',
    cancelledSubject: 'रद्द: {event}, {day}, {time}',
    cancelledTitle: 'आपकी मीटिंग रद्द कर दी गई',
    cancelledSays: '{organization} के साथ {event} नहीं होगी।',
    declinedSubject: 'अस्वीकृत: {event}, {day}, {time}',
    declinedTitle: 'आपका अनुरोध अस्वीकार कर दिया गया',
    declinedSays: '{organization} {event} के लिए यह समय नहीं दे सकता।',
    handedSubject: 'नए मेज़बान: {event}, {day}, {time}',
    handedTitle: 'आपकी मीटिंग के मेज़बान बदल गए हैं',
    handedSays: '{organization} के साथ {event} में अब आपके मेज़बान {people} हैं। समय वही है।',
    unansweredSubject: 'पुष्टि नहीं हुई: {event}, {day}, {time}',
    unansweredTitle: 'आपके अनुरोध की समय पर पुष्टि नहीं हुई',
    unansweredSays: '{organization} ने {event} की शुरुआत से पहले पुष्टि नहीं की।',
    newHost: 'अब आपके मेज़बान {people} हैं।',
    reminderSubject: 'याद दिलाना: {event}, {day}, {time}',
    reminderTitle: 'आपकी मीटिंग जल्द शुरू होगी',
    reminderSays: 'यह {organization} के साथ {event} की याद दिलाने के लिए है।',
    with: '{people} के साथ',
    online: 'ऑनलाइन: {link}',
    at: 'स्थान: {place}',
    byPhone: 'फ़ोन पर: {people} आपको कॉल करेंगे',
    manage: 'समय बदलें या रद्द करें',
    bookAgain: 'दूसरा समय बुक करें',
    reason: 'कारण: {reason}',
    orCopy: 'या यह पता अपने ब्राउज़र में कॉपी करें:',
    footer:
      'आपको यह ईमेल इसलिए मिला क्योंकि {organization} के साथ मीटिंग बुक करते समय यह पता दिया गया था। यदि वह आप नहीं थे, तो लिंक खोलें और «यह मैं नहीं था» चुनें।',
  },
}
