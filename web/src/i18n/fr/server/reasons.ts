/** French of why steps after a booking, emails and calls to calendars are as they are, by the English sentence. */
export default {
  'server/reasons/steps': {
    'The booking changed before it was sent': 'La réservation a changé avant l’envoi',
    'It may have been sent, and the booking has changed since':
      'L’envoi a peut-être eu lieu, et la réservation a changé depuis',
    'The recipient has opted out of emails': 'Le destinataire ne veut plus d’e-mails',
    'It may have been sent before the recipient opted out of emails':
      'L’envoi a peut-être eu lieu avant que le destinataire refuse les e-mails',
    'No email address': 'Pas d’adresse e-mail',
    'No phone number': 'Pas de numéro de téléphone',
    'This event type has no WhatsApp template': 'Ce type de rendez-vous n’a pas de modèle WhatsApp',
    'The meeting was cancelled': 'Le rendez-vous a été annulé',
    'The meeting was moved': 'Le rendez-vous a été déplacé',
    'The meeting has another host': 'Le rendez-vous a un autre hôte',
    'The time was told anew': 'L’heure a été communiquée à nouveau',
    'The meeting had begun': 'Le rendez-vous avait commencé',
    'More than 30 minutes late': 'Plus de 30 minutes de retard',
    'Messages are on hold after a restore': 'Les messages sont en attente après une restauration',
    'It could not be written. The log of the server says why': 'Rédaction impossible. Le journal du serveur dit pourquoi',
    'An admin discarded the job that does it': 'Un administrateur a abandonné la tâche correspondante',
    'It is not tried again. The log of the server says why it failed':
      'Il n’y aura pas d’autre tentative. Le journal du serveur dit la cause de l’échec',
    'The booking is gone': 'La réservation n’existe plus',
    'The booking changed while its event was written': 'La réservation a changé pendant l’écriture de son événement',
    'The calendar was disconnected': 'Le calendrier a été déconnecté',
    'No calendar is connected': 'Aucun calendrier n’est connecté',
    'The event was deleted in the calendar': 'L’événement a été supprimé dans le calendrier',
    'The booker was told': 'Le client a été prévenu',
    'The event was put back': 'L’événement a été remis en place',
    'Both were kept': 'Les deux ont été gardés',
    'The meeting is over': 'Le rendez-vous est terminé',
    'The host changed it again': 'L’hôte l’a encore modifié',
    'The host put the event back': 'L’hôte a remis l’événement en place',
    'There is no other event at its time any more': 'Il n’y a plus d’autre événement à cette heure',
    'The recipient did not book this': 'Le destinataire n’a pas réservé cela',
    'It was not approved before its start': 'La demande n’a pas été approuvée avant le début',
    'The host is a member again': 'L’hôte est de nouveau membre',
    'The booker answered again': 'Le client a répondu de nouveau',
    'The meeting was kept': 'Le rendez-vous a été maintenu',
    'The video room is being made': 'La salle vidéo est en cours de création',
    'Google has not made the video room': 'Google n’a pas créé la salle vidéo',
    'Google could not make the video room': 'Google n’a pas pu créer la salle vidéo',
  },
  'server/reasons/providers': {
    'Demo data: this was sent to no one.': 'Données de démo : rien n’a été envoyé.',
    'no mail account is configured': 'aucun compte de messagerie n’est configuré',
    '<1>; abandoned after <N> attempts': '<1> ; abandon après <N> tentatives',
    '<1>; waited a week': '<1> ; une semaine d’attente',
    '<1>; not sent in time': '<1> ; pas envoyé à temps',
    'not sent in time': 'pas envoyé à temps',
    'the email could not be sent': 'l’e-mail n’a pas pu être envoyé',
    'the email could not be sent (<1>)': 'l’e-mail n’a pas pu être envoyé (<1>)',
    'its content cannot be decrypted: it was sealed with another FOYER_KEY':
      'son contenu ne peut pas être déchiffré : il a été scellé avec une autre FOYER_KEY',
    'the mail server rejected it: <1>': 'le serveur de messagerie l’a refusé : <1>',
    'the mail server rejected the user or the password (<1>)':
      'le serveur de messagerie a refusé l’utilisateur ou le mot de passe (<1>)',
    'the mail server requires a user and a password (<1>)':
      'le serveur de messagerie exige un utilisateur et un mot de passe (<1>)',
    'the mail server’s host name cannot be resolved (<1>)': 'le nom du serveur de messagerie ne peut pas être résolu (<1>)',
    'the mail server is not reachable (<1>)': 'le serveur de messagerie est injoignable (<1>)',
    'the connection to the mail server was lost (<1>)': 'la connexion au serveur de messagerie a été perdue (<1>)',
    'the mail server timed out (<1>)': 'le serveur de messagerie n’a pas répondu à temps (<1>)',
    'no secure connection (TLS) to the mail server (<1>)': 'pas de connexion sécurisée (TLS) au serveur de messagerie (<1>)',
    'the mail server did not say whether it took the email (<1>)':
      'le serveur de messagerie n’a pas dit s’il a pris l’e-mail (<1>)',
    'the mail service responded with <1> and no id of the email':
      'le service d’envoi a répondu <1>, sans identifiant de l’e-mail',
    'the mail service responded with <1>': 'le service d’envoi a répondu <1>',
    'the mail service timed out': 'le service d’envoi n’a pas répondu à temps',
    'the mail service did not say whether it took the email': 'le service d’envoi n’a pas dit s’il a pris l’e-mail',
    'the mail service cannot be reached': 'le service d’envoi est injoignable',
    'the attachments are larger than 10 MB': 'les pièces jointes dépassent 10 Mo',
    'Read in the app before it was sent': 'Lu dans l’application avant l’envoi',
    'It may have been sent before it was read in the app': 'L’envoi a peut-être eu lieu avant la lecture dans l’application',
    'The calendar server': 'Le serveur de calendrier',
    '<1> timed out.': '<1> n’a pas répondu à temps.',
    '<1> cannot be reached.': '<1> est injoignable.',
    '<1> keeps failing; calls to it are paused for a moment.': '<1> échoue sans cesse ; les appels sont suspendus un instant.',
    '<1> responded with status <2>.': '<1> a répondu avec le statut <2>.',
    '<1> returned an invalid response.': '<1> a renvoyé une réponse non valide.',
    '<1> is rate limiting requests.': '<1> limite les requêtes.',
    'Google says: <1>': 'Google dit : <1>',
    'WhatsApp’s response was not received.': 'La réponse de WhatsApp n’est pas arrivée.',
    'It was sent to the provider, which did not respond.': 'Le message a été transmis au fournisseur, qui n’a pas répondu.',
    'The calendar server does not accept the user name or password.':
      'Le serveur de calendrier n’accepte pas le nom d’utilisateur ou le mot de passe.',
    'The calendar server does not allow this.': 'Le serveur de calendrier ne le permet pas.',
    'The calendar server asks for patience.': 'Le serveur de calendrier demande de patienter.',
    'The calendar has no space left.': 'Le calendrier n’a plus d’espace.',
    'The address of the calendar server is missing.': 'L’adresse du serveur de calendrier manque.',
    'The calendar server points to another server, which does not get the password.':
      'Le serveur de calendrier renvoie vers un autre serveur, qui ne reçoit pas le mot de passe.',
    'The calendar server redirects without an end.': 'Le serveur de calendrier redirige sans fin.',
    'The event is being changed.': 'L’événement est en cours de modification.',
    'The event recurs, or cannot be read: it is changed in its calendar only.':
      'L’événement se répète ou ne peut pas être lu : il se modifie seulement dans son calendrier.',
    'The mail server (<1>) asks for patience.': 'Le serveur de messagerie (<1>) demande de patienter.',
    'The mail server (<1>) asks for patience (<N>).': 'Le serveur de messagerie (<1>) demande de patienter (<N>).',
    'The mail server (<1>) does not accept the user name or password.':
      'Le serveur de messagerie (<1>) refuse le nom d’utilisateur ou le mot de passe.',
    'The mail server (<1>) does not accept connections now.':
      'Le serveur de messagerie (<1>) n’accepte pas de connexions pour le moment.',
    'The mail server (<1>) limits how much is asked of it.': 'Le serveur de messagerie (<1>) limite les requêtes.',
    'The mail server (<1>) does not allow this.': 'Le serveur de messagerie (<1>) ne le permet pas.',
    'The mail server (<1>) ended the connection, or returned an invalid response.':
      'Le serveur de messagerie (<1>) a coupé la connexion ou a renvoyé une réponse non valide.',
    'The mail server (<1>) ended the connection.': 'Le serveur de messagerie (<1>) a coupé la connexion.',
    'The mail server (<1>) ended the connection while it took the mail.':
      'Le serveur de messagerie (<1>) a coupé la connexion pendant qu’il recevait l’e-mail.',
    'The mail server (<1>) refused the mail (<N>).': 'Le serveur de messagerie (<1>) a refusé l’e-mail (<N>).',
    'The mail server (<1>) did not answer after it was given the mail.':
      'Le serveur de messagerie (<1>) n’a pas répondu après avoir reçu l’e-mail.',
    'The mail server (<1>) offers no secure connection (TLS).':
      'Le serveur de messagerie (<1>) n’offre pas de connexion sécurisée (TLS).',
    'The mail server (<1>) cannot be reached.': 'Le serveur de messagerie (<1>) est injoignable.',
    'The mail server (<1>) cannot be reached (<2>).': 'Le serveur de messagerie (<1>) est injoignable (<2>).',
    'The mail server (<1>) timed out.': 'Le serveur de messagerie (<1>) n’a pas répondu à temps.',
    'The certificate of the mail server (<1>) is not valid for its name (<2>).':
      'Le certificat du serveur de messagerie (<1>) n’est pas valable pour son nom (<2>).',
    'The mail server (IMAP) does not say what is in its folders.':
      'Le serveur de messagerie (IMAP) ne dit pas ce que contiennent ses dossiers.',
    'The mail server (IMAP) did not answer a search.': 'Le serveur de messagerie (IMAP) n’a pas répondu à une recherche.',
    'The mail server (IMAP) did not mark this mail.': 'Le serveur de messagerie (IMAP) n’a pas marqué cet e-mail.',
    'The mail server (IMAP) did not keep the mail among what was sent.':
      'Le serveur de messagerie (IMAP) n’a pas gardé l’e-mail parmi les messages envoyés.',
    'The mail server (IMAP) does not announce mail (IDLE).':
      'Le serveur de messagerie (IMAP) n’annonce pas les e-mails (IDLE).',
    'This folder cannot be changed at its mail server (IMAP).':
      'Ce dossier ne peut pas être modifié sur son serveur de messagerie (IMAP).',
    'This mailbox has no server to send by (SMTP).': 'Cette boîte n’a pas de serveur d’envoi (SMTP).',
    'The mail servers of this mailbox are not known: connect it again.':
      'Les serveurs de messagerie de cette boîte sont inconnus : reconnectez-la.',
    'The mail server cannot be reached: the host does not exist, or is not a public address on port 25, 143, 465, 587 or 993.':
      'Le serveur de messagerie est injoignable : l’hôte n’existe pas ou n’est pas une adresse publique sur le port 25, 143, 465, 587 ou 993.',
    'The mailbox has more than <N> folders.': 'La boîte contient plus de <N> dossiers.',
    'More was sent since than can be looked through.': 'Trop d’e-mails ont été envoyés depuis pour être tous examinés.',
    'Google returned a mail without its content.': 'Google a renvoyé un e-mail sans son contenu.',
    'Google returned an event without its time.': 'Google a renvoyé un événement sans son heure.',
    'Google’s history does not end.': 'L’historique de Google n’a pas de fin.',
    'Google’s last page has no sync token.': 'La dernière page de Google n’a pas de jeton de synchronisation.',
    'Google’s list of calendars does not end.': 'La liste des calendriers de Google n’a pas de fin.',
    'Google’s list of events does not end.': 'La liste des événements de Google n’a pas de fin.',
    'Google’s list of mails does not end.': 'La liste des e-mails de Google n’a pas de fin.',
    'Google took too long.': 'Google a mis trop de temps.',
    'The calendar server returned an event without its time.':
      'Le serveur de calendrier a renvoyé un événement sans son heure.',
    'The calendar server returned half an event.': 'Le serveur de calendrier a renvoyé la moitié d’un événement.',
    'The calendar server returned no sync token.': 'Le serveur de calendrier n’a pas renvoyé de jeton de synchronisation.',
    'No calendars were found at this address.': 'Aucun calendrier n’a été trouvé à cette adresse.',
    'Of a recurring event only the whole can be changed here.': 'Un événement récurrent ne peut être modifié ici qu’en entier.',
    'Of a recurring event only the whole can be removed here.':
      'Un événement récurrent ne peut être supprimé ici qu’en entier.',
    'The calendar has more events than can be copied.': 'Le calendrier contient plus d’événements qu’on ne peut en copier.',
    'The calendar server lists only a part of the events.': 'Le serveur de calendrier ne liste qu’une partie des événements.',
    'This is no id of an event.': 'Ce n’est pas l’identifiant d’un événement.',
    'The calendar is gone, or no longer shared.': 'Le calendrier n’existe plus ou n’est plus partagé.',
    'The provider forgot the place twice.': 'Le fournisseur a oublié deux fois le point de lecture.',
    'the worker stopped while it handed the email over: it may have left':
      'le processus s’est arrêté pendant la remise de l’e-mail : il est peut-être parti',
    'Set GMAIL_PUBSUB_SERVICE_ACCOUNT: without it, what Gmail announces cannot be proven.':
      'Définissez GMAIL_PUBSUB_SERVICE_ACCOUNT : sans cela, les annonces de Gmail ne peuvent pas être vérifiées.',
    'Gmail announces new mail only to the Google Cloud project of the client that the mailbox was connected with: here a client from Settings, and not the operator’s.':
      'Gmail n’annonce les nouveaux e-mails qu’au projet Google Cloud du client avec lequel la boîte a été connectée : ici un client des paramètres, et non celui de l’exploitant.',
  },
  'server/reasons/mails': {
    'Its mailbox is not connected.': 'Sa boîte n’est pas connectée.',
    'No answer came when it was sent: it may have left.': 'Aucune réponse à l’envoi : il est peut-être parti.',
    'No answer came when it was sent: it may have left. It is looked for among what was sent.':
      'Aucune réponse à l’envoi : il est peut-être parti. Il est recherché parmi les messages envoyés.',
    'It may have left, and cannot be looked for: <1>': 'Il est peut-être parti et ne peut pas être recherché : <1>',
    'An admin discarded the job that sends it.': 'Un administrateur a abandonné la tâche qui l’envoie.',
    'It was tried once, and is not tried again.': 'Un essai a eu lieu ; il n’y en aura pas d’autre.',
    'It was tried <N> times, and is not tried again.': '<N> essais ont eu lieu ; il n’y en aura pas d’autre.',
    '<1> An admin discarded the job that sends it.': '<1> Un administrateur a abandonné la tâche qui l’envoie.',
    '<1> It was tried once, and is not tried again.': '<1> Un essai a eu lieu ; il n’y en aura pas d’autre.',
    '<1> It was tried <N> times, and is not tried again.': '<1> <N> essais ont eu lieu ; il n’y en aura pas d’autre.',
    'It may have left. It could not be found among what was sent, and is not looked for any longer.':
      'Il est peut-être parti. Il est introuvable parmi les messages envoyés et n’est plus recherché.',
    'The mailbox did not take the mark, and it is not tried again.':
      'La boîte n’a pas accepté la marque ; il n’y aura pas d’autre essai.',
    'A mail could not be read. It is tried again.': 'Un e-mail n’a pas pu être lu. Un nouvel essai aura lieu.',
  },
  'server/reasons/loads': {
    'Loaded by Barracuda’s scanner': 'Chargé par l’analyseur de Barracuda',
    'Loaded by Proofpoint’s scanner': 'Chargé par l’analyseur de Proofpoint',
    'Loaded by Mimecast’s scanner': 'Chargé par l’analyseur de Mimecast',
    'Loaded by Symantec’s scanner': 'Chargé par l’analyseur de Symantec',
    'Loaded by Microsoft Defender’s scanner': 'Chargé par l’analyseur de Microsoft Defender',
    'Loaded by Trend Micro’s scanner': 'Chargé par l’analyseur de Trend Micro',
    'Loaded by Cisco’s scanner': 'Chargé par l’analyseur de Cisco',
    'Loaded by Google’s scanner': 'Chargé par l’analyseur de Google',
    'Loaded by Google’s proxy': 'Chargé par le proxy de Google',
    'Loaded by Yahoo’s proxy': 'Chargé par le proxy de Yahoo',
    'Loaded by Microsoft’s proxy': 'Chargé par le proxy de Microsoft',
    'Loaded by a mail scanner': 'Chargé par un analyseur d’e-mails',
    'Loaded by a program that checks mails': 'Chargé par un programme qui vérifie les e-mails',
    'Loaded by Apple’s proxy, which loads every picture, read or not':
      'Chargé par le proxy d’Apple, qui charge chaque image, lue ou non',
    'Loaded by a program without a name': 'Chargé par un programme sans nom',
    'Loaded by a member who is signed in': 'Chargé par un membre connecté',
    'Loaded within ten seconds of being sent: by a program that checks mails':
      'Chargé moins de dix secondes après l’envoi : par un programme qui vérifie les e-mails',
    'Loaded by a mail program': 'Chargé par un logiciel de messagerie',
  },
}
