/** French of what the fields of actions take and functions give, by the English description. */
export default {
  'server/fields/hints': {
    'This or `phone` is required': 'Ceci ou `phone` est obligatoire',
    'International with +, or in the national format of the default country':
      'International avec +, ou au format national du pays par défaut',
    'What they want': 'Ce qui est demandé',
    'How they came, such as `phone`; default: `by-hand`': 'Par quel moyen, par exemple `phone` ; sinon `by-hand`',
    'A member of the workspace; without it the caller; null: without an owner':
      'Un membre de l’espace ; sans indication, l’appelant ; null : personne',
    'They wait for a first answer: its clock begins': 'Une première réponse est attendue : son délai commence',
    'Plain text; a mention is written as @ and a name': 'Texte simple ; une mention s’écrit @ et un nom',
    'Members who are mentioned: each is notified once': 'Membres mentionnés : chacun est prévenu une fois',
    '`wait`: waiting for the other side': '`wait` : l’autre côté doit agir',
    'RFC 3339, such as 2026-11-21T10:00:00Z': 'RFC 3339, par exemple 2026-11-21T10:00:00Z',
    'A member of the workspace; null: unassigned': 'Un membre de l’espace ; null : non attribué',
    'By id or slug; the default event type otherwise': 'Par identifiant ou nom court ; sinon le type par défaut',
    'ISO 8601: with Z or an offset the instant counts, else the wall clock of the time zone':
      'ISO 8601 : avec Z ou un décalage, l’instant compte, sinon l’heure locale du fuseau',
    'For a start without an offset; default: your own': 'Pour un début sans décalage ; par défaut le vôtre',
    'Also a start that is not offered': 'Aussi un début qui n’est pas proposé',
    'One of the hosts of the event type; default: by its rule': 'L’un des hôtes du type ; sinon selon sa règle',
    'An existing contact; its name and email stand in for those that are left out':
      'Un contact existant ; son nom et son e-mail remplacent ceux qui manquent',
    'Without one the client gets no email': 'Sans elle, le client ne reçoit pas d’e-mail',
    'E.164, or in the national format of the workspace’s default country': 'E.164, ou au format national du pays par défaut',
    'In which messages to the client name the time; default: that of the host':
      'Dans lequel les messages au client indiquent l’heure ; par défaut celui de l’hôte',
    'The language of the emails': 'La langue des e-mails',
    'To the questions of the event type, by their keys': 'Aux questions du type, par leurs clés',
    '`acme.example`, or the URL of its website': '`acme.example`, ou l’URL de son site',
    'This, `email` or `phone` is required': 'Ceci, `email` ou `phone` est obligatoire',
    'Default: that of the contact': 'Par défaut celui du contact',
    'Default: where the contact works': 'Par défaut celle où travaille le contact',
    'Default: the default pipeline': 'Par défaut le pipeline par défaut',
    'Default: the first stage. Behind it, the deal needs the fields that are required on the way there':
      'Par défaut la première étape. Au-delà, l’affaire doit avoir les champs obligatoires jusque-là',
    'Required with an amount': 'Obligatoire avec un montant',
    'Fields of the deal, as `set-fields` takes them': 'Champs de l’affaire, comme `set-fields` les prend',
    'As shown on the invoice': 'Comme sur la facture',
    'Where the invoice, reminders and the receipt go': 'Où vont la facture, les rappels et le reçu',
    'Lines of the postal address, tax number and so on': 'Lignes de l’adresse postale, numéro fiscal, etc.',
    'VAT ID, GSTIN or another tax number of the client; checked where its form is known':
      'N° de TVA, GSTIN ou autre numéro fiscal du client ; vérifié si sa forme est connue',
    'ISO 3166-1 alpha-2, such as DE': 'ISO 3166-1 alpha-2, par exemple DE',
    'The client owes the tax: it says so on the invoice, and no line is taxed':
      'Le client doit la taxe : la facture le dit, et aucune ligne n’est taxée',
    'GST code of the state where the supply is made, such as 29; 96: outside India. It decides which taxes the tax is made of':
      'Code GST de l’État de la prestation, par exemple 29 ; 96 : hors de l’Inde. Il décide des taxes qui composent la taxe',
    'The contact of the client': 'Le contact du client',
    'ISO 4217 code, such as EUR': 'Code ISO 4217, par exemple EUR',
    'The due date; it ends with its day in the time zone of the workspace':
      'L’échéance ; elle prend fin avec son jour dans le fuseau horaire de l’espace de travail',
    'Shown below the lines': 'Affiché sous les lignes',
    'Language of the document, its emails and its pay page': 'Langue du document, de ses e-mails et de sa page de paiement',
    'Language of the page and its emails': 'Langue de la page et de ses e-mails',
    'Empty: none': 'Vide : aucun',
    'Markdown as in text templates: headings, lists, tables, **bold**, *italic*':
      'Markdown comme dans les modèles de texte : titres, listes, tableaux, **gras**, *italique*',
    'As those of an invoice': 'Comme celles d’une facture',
    'Within the proposal; made where it is left out': 'Dans la proposition ; créé s’il manque',
    '`optional`: the client ticks it; nothing is ticked beforehand':
      '`optional` : le client le coche ; rien n’est coché d’avance',
    'Where the link goes': 'Où va le lien',
    'How long a version can be accepted, from the day on which it is sent':
      'Combien de temps une version peut être acceptée, à partir du jour d’envoi',
    'What follows when it is accepted, once. A percentage is of the accepted total, with its taxes':
      'Ce qui suit une fois à l’acceptation. Un pourcentage porte sur le total accepté, taxes comprises',
    'An invoice to the client: a part of the value of the deal, or an amount without tax. Where another document or proposal of the deal has made one that stands, a task says so instead':
      'Une facture au client : une part de la valeur de l’affaire, ou un montant hors taxe. Si un autre document ou une autre proposition de l’affaire en a déjà créé une, une tâche le dit à la place',
    'The stage that the deal moves to': 'L’étape vers laquelle l’affaire passe',
    'From the page before': 'De la page précédente',
    'The deal; or, where a conversation has none, its contact': 'L’affaire ; ou, si une conversation n’en a pas, son contact',
    'Of a company': 'D’une entreprise',
    'The deal': 'L’affaire',
    'Keys with or without braces; a value is put in as it is, and never read again':
      'Clés avec ou sans accolades ; une valeur est insérée telle quelle, et jamais relue',
    'Of `list-templates`, or the id of a Google Doc that the workspace’s Google account may read':
      'De `list-templates`, ou l’identifiant d’un Google Doc que le compte Google de l’espace peut lire',
    'Your own id; an API key or a workflow has none': 'Votre propre identifiant ; une clé API ou un workflow n’en a pas',
    'Those with the same number sign in any order, before those with a higher one':
      'Ceux qui ont le même numéro signent dans n’importe quel ordre, avant les numéros plus élevés',
    '`email`: six digits, sent to this address when the link is opened, before the document is shown. `whatsapp`: the same, to the number of the contact with this address':
      '`email` : six chiffres envoyés à cette adresse à l’ouverture du lien, avant l’affichage du document. `whatsapp` : de même, au numéro du contact qui a cette adresse',
    'Asked for before the document is shown: as it was, without it. `whatsapp`: to the number of the contact with this address':
      'Demandé avant l’affichage du document : sans indication, comme avant. `whatsapp` : au numéro du contact qui a cette adresse',
    'Until when it can be signed; 365 days at most': 'Jusqu’à quand signer ; 365 jours au plus',
    'As the template or the workspace says, without it': 'Sans indication, selon le modèle ou l’espace',
    'So many days after a signer was asked': 'Autant de jours après la demande de signature',
    'So many days before the deadline; `null`: not then': 'Autant de jours avant l’échéance ; `null` : pas alors',
    'Language of the pages, emails and certificate; English without one':
      'Langue des pages, des e-mails et du certificat ; sinon l’anglais',
    '`next_cursor` of the previous page': '`next_cursor` de la page précédente',
    'Records per page': 'Enregistrements par page',
    'Calls of one contact, by any of its merged records':
      'Appels d’un contact, par n’importe lequel de ses enregistrements fusionnés',
    'Its own tasks, and those of its contacts and deals': 'Ses propres tâches, et celles de ses contacts et affaires',
    'Of the contacts and deals of a company': 'Des contacts et affaires d’une entreprise',
    'Of the contacts of a company': 'Des contacts d’une entreprise',
    'Only missed calls, or only the others': 'Seulement les appels manqués, ou seulement les autres',
    'Field to sort by, descending with a minus. A cursor holds for the order it was given in.':
      'Champ de tri, décroissant avec un moins. Un curseur vaut pour l’ordre où il a été donné',
    'The id of a member, or `nobody` for unassigned deals':
      'L’identifiant d’un membre, ou `nobody` pour les affaires non attribuées',
    'Deals of this contact, by any of its merged records; those in which it is a further one, too':
      'Affaires de ce contact, par n’importe lequel de ses enregistrements fusionnés ; aussi celles où il est un autre contact',
    '`true`: those that wait for signatures; `false`: all others':
      '`true` : ceux qui attendent des signatures ; `false` : tous les autres',
    'Of this kind of record alone': 'De ce type d’enregistrement seulement',
    'With those that are archived': 'Avec ceux qui sont archivés',
    '`overdue`: sent, unpaid and past the due date': '`overdue` : envoyée, impayée et échue',
    'A part of the title or of the file name': 'Une partie du titre ou du nom de fichier',
    'The place of the first': 'La place du premier',
    'Word prefixes of name, email address, company or external_id; or digits of a phone number':
      'Débuts de mots du nom, de l’e-mail, de l’entreprise ou de external_id ; ou chiffres d’un numéro',
    'Of this member; `me`: the caller’s own, of which an API key has none':
      'De ce membre ; `me` : ceux de l’appelant, qu’une clé API n’a pas',
    'Received at or after': 'Reçus à partir de',
    'Received before': 'Reçus avant',
    'Leads and contacts: word prefixes, or digits of a phone number; then newest first. Others: a part of a name, address or number':
      'Leads et contacts : débuts de mots ou chiffres d’un numéro ; puis les plus récents d’abord. Autres : une partie d’un nom, d’une adresse ou d’un numéro',
    'Key of a field, descending with a minus; left out: the list’s own order':
      'Clé d’un champ, décroissant avec un moins ; sinon l’ordre de la liste',
    'Keys of fields; left out: the usual ones': 'Clés de champs ; sinon les habituels',
    'Up to today, by the time zone and the week of the workspace; `custom` goes from `from` to `to`':
      'Jusqu’à aujourd’hui, selon le fuseau et la semaine de l’espace ; `custom` va de `from` à `to`',
    'The first day of `custom`': 'Le premier jour de `custom`',
    'The last day of `custom`': 'Le dernier jour de `custom`',
    'With `by`': 'Avec `by`',
    'Which of the points, from 0': 'Lequel des points, à partir de 0',
    'Of the period before': 'De la période précédente',
    'Whether there is a reply at Google that was not rejected': 'S’il y a chez Google une réponse non rejetée',
    'Those that are no longer at Google, in place of those that are':
      'Ceux qui ne sont plus chez Google, à la place des autres',
    '`next_cursor` of the column or of the previous page': '`next_cursor` de la colonne ou de la page précédente',
    'Those that are no longer in use': 'Ceux qui ne sont plus utilisés',
    'This, `dealId`, `leadId` or `companyId`': 'Ceci, `dealId`, `leadId` ou `companyId`',
    'Only entries of these kinds': 'Seulement les entrées de ces types',
    'Also count the entries of each kind': 'Compter aussi les entrées de chaque type',
    'Told to the booker': 'Indiqué à la personne qui a réservé',
    'Needed without `hostId`; default: the time that it has': 'Nécessaire sans `hostId` ; sinon l’heure actuelle',
    'For a start without an offset': 'Pour un début sans décalage',
    'The member who hosts it from now on': 'Le membre qui l’organise désormais',
    'Required for a lost stage': 'Obligatoire pour une étape perdue',
    'Sets fields of the deal along with it, as `set-fields` does':
      'Définit en même temps des champs de l’affaire, comme `set-fields`',
    'Your own id of the message': 'Votre propre identifiant du message',
    '4,096 characters at most, in an email 50,000': '4 096 caractères au plus, 50 000 dans un e-mail',
    'For notes: members to notify, in addition to those mentioned with an @ name or address':
      'Pour les notes : membres à prévenir, en plus de ceux mentionnés avec @',
    'A message of the conversation, quoted in the reply': 'Un message de la conversation, cité dans la réponse',
    'The message whose channel and sender get the reply; default: the last inbound message':
      'Le message dont le canal et l’expéditeur reçoivent la réponse ; par défaut le dernier reçu',
    'For an email: all whom it went to get the reply, too':
      'Pour un e-mail : tous ses destinataires reçoivent aussi la réponse',
    'For an email: so long `cancel-email` takes it back': 'Pour un e-mail : durant ce temps `cancel-email` l’annule',
    'Files of `create-email-file`, 20 MB (20,971,520 bytes) in all':
      'Fichiers de `create-email-file`, 20 Mo (20 971 520 octets) en tout',
    'One for each of the template’s `values`, in order: header (its text, the https URL of its file, or latitude, longitude, place and address), then the text’s, then the buttons’. Numbered placeholders by number, named ones in order of appearance; a login code is given once':
      'Une par élément de `values` du modèle, dans l’ordre : en-tête (son texte, l’URL https de son fichier, ou latitude, longitude, lieu et adresse), puis celles du texte, puis celles des boutons. Les numérotés par numéro, les nommés par ordre d’apparition ; un code de connexion une seule fois',
    '4,096 bytes at most, as UTF-8; Google shows plain text': '4 096 octets au plus, en UTF-8 ; Google affiche du texte simple',
    'Required for a new tag': 'Obligatoire pour une nouvelle étiquette',
    'The color. A new tag without one gets the color that the fewest tags have':
      'La couleur. Une nouvelle étiquette sans couleur reçoit la moins utilisée',
    'An address or a list of them, with names or without; 20 recipients in all':
      'Une adresse ou une liste d’adresses, avec ou sans noms ; 20 destinataires en tout',
    'Plain text, with paragraphs by empty lines; this or `body` is required':
      'Texte simple, paragraphes séparés par des lignes vides ; ceci ou `body` est obligatoire',
    'HTML, in place of `text`': 'HTML, à la place de `text`',
    'The sender: your own mailbox, or one of the team': 'L’expéditeur : votre boîte, ou une de l’équipe',
    'The mail that it answers': 'L’e-mail auquel il répond',
    'A draft of `save-email-draft` that this mail was: it is removed as the mail is stored, and is sent once':
      'Un brouillon de `save-email-draft` dont provient cet e-mail : il est supprimé à l’enregistrement, et envoyé une fois',
    'Sends this or nothing: what was a draft when someone looked may be sent by now. Default: what its state asks for':
      'Envoie ceci ou rien : ce qui était un brouillon peut être envoyé depuis. Par défaut, ce que son état demande',
    'Send it although it lacks what `show-invoice` lists as `missing_details`':
      'L’envoyer bien qu’il manque ce que `show-invoice` indique dans `missing_details`',
    'E.164': 'E.164',
    'Required without `templateName`': 'Obligatoire sans `templateName`',
    'The first contact; null: none': 'Le premier contact ; null : aucun',
    'The further contacts, all of them': 'Tous les autres contacts',
    'The deal or the company': 'L’affaire ou l’entreprise',
    'For a deal: industry, employees, website, address, logo, summary. For a company: industry, description, founded, employees':
      'Pour une affaire : industry, employees, website, address, logo, summary. Pour une entreprise : industry, description, founded, employees',
    'By key, as `set-fields` takes them': 'Par clé, comme `set-fields` les prend',
    'Records of this kind': 'Enregistrements de ce type',
    'For `snooze`: at most a year ahead': 'Pour `snooze` : un an au plus',
    'For `close`: the newest message that the caller has read': 'Pour `close` : le message le plus récent lu',
    'A member of the workspace; null: without an owner': 'Un membre de l’espace ; null : personne',
    'Required with the first amount': 'Obligatoire avec le premier montant',
    'When it is expected to close; null removes it': 'Quand la clôture est attendue ; null l’enlève',
    'Per cent; null: that of its stage': 'Pour cent ; null : celui de son étape',
    '`deal` is not among them: create a deal from the lead': '`deal` n’en fait pas partie : créez une affaire à partir du lead',
    'Why it is not a fit; required then': 'Pourquoi cela ne convient pas ; obligatoire alors',
    'The reason; visible to staff, not to the client': 'La raison ; visible par l’équipe, pas par le client',
    'A key of `describe-list`; a field of the workspace’s own is `field.<key>`':
      'Une clé de `describe-list` ; un champ propre à l’espace est `field.<key>`',
    'Of `person`: the id of a member, `me` or `nobody`. Of `in_period`: a `ListPeriod`. Of `on`, `before`, `after`: YYYY-MM-DD. Of `…_days`: a number of days. Of `tags`: ids. Of `record`: its id. Of `money`: the smallest unit, with `currency`.':
      'Pour `person` : l’identifiant d’un membre, `me` ou `nobody`. Pour `in_period` : une `ListPeriod`. Pour `on`, `before`, `after` : YYYY-MM-DD. Pour `…_days` : un nombre de jours. Pour `tags` : des identifiants. Pour `record` : son identifiant. Pour `money` : la plus petite unité, avec `currency`.',
    'Of `money`: ISO 4217': 'Pour `money` : ISO 4217',
    'HSN or SAC code, in India: 4, 6 or 8 digits for goods, 6 for services (99…)':
      'Code HSN ou SAC, en Inde : 4, 6 ou 8 chiffres pour les biens, 6 pour les services (99…)',
  },
  'server/fields/functions': {
    'The value, or another one where it is empty: null, or text without a letter.':
      'La valeur, ou une autre si elle est vide : null, ou un texte sans lettre.',
    'Whether there is a value: not null, and not a text without a letter. What follows it in `&&` and `?:` knows so.':
      'S’il y a une valeur : ni null, ni un texte sans lettre. Ce qui suit dans `&&` et `?:` le sait.',
    'In small letters.': 'En minuscules.',
    'In capitals.': 'En majuscules.',
    'Without spaces and line breaks at both ends.': 'Sans espaces ni sauts de ligne aux deux bouts.',
    'Whether a text has a part, to the letter.': 'Si un texte contient une partie, à la lettre.',
    'Whether a text begins with a part.': 'Si un texte commence par une partie.',
    'Whether a text ends with a part.': 'Si un texte se termine par une partie.',
    'Whether a regular expression (RE2) is found in a text. Write the pattern in quotes; `^` and `$` are the ends.':
      'Si une expression régulière (RE2) se trouve dans un texte. Le motif est entre guillemets ; `^` et `$` sont les bouts.',
    'With each occurrence of a part replaced.': 'Avec chaque occurrence d’une partie remplacée.',
    'The pieces between separators.': 'Les morceaux entre les séparateurs.',
    'The elements in one text, with a comma and a space between them, or with what you name. Empty ones are left out.':
      'Les éléments dans un texte, séparés par une virgule et une espace, ou par ce que vous nommez. Les vides sont omis.',
    'A value as text: an instant in the zone and language of the workspace, an empty one as empty text.':
      'Une valeur en texte : un moment dans le fuseau et la langue de l’espace, une vide en texte vide.',
    'The first name in a full name, without titles. Empty where there is none.':
      'Le prénom dans un nom complet, sans titres. Vide s’il n’y en a pas.',
    'A telephone number in international form, read with the country of the workspace. Empty where it is none.':
      'Un numéro au format international, lu avec le pays de l’espace. Vide si ce n’en est pas un.',
    'For a part of an address of a page.': 'Pour une partie de l’adresse d’une page.',
    'A value as JSON.': 'Une valeur en JSON.',
    'The number that a text is, written with a point. Empty where it is none.':
      'Le nombre qu’est un texte, écrit avec un point. Vide si ce n’en est pas un.',
    'Rounded to so many digits behind the point, to none by default; halves go away from zero.':
      'Arrondi à autant de décimales, à aucune par défaut ; les moitiés s’éloignent de zéro.',
    'The least of several numbers or instants, or of a list.': 'Le plus petit de plusieurs nombres ou moments, ou d’une liste.',
    'The greatest of several numbers or instants, or of a list.':
      'Le plus grand de plusieurs nombres ou moments, ou d’une liste.',
    'All numbers of a list together.': 'Tous les nombres d’une liste ensemble.',
    'An amount in the smallest unit of a currency, as people write it in the language of the workspace.':
      'Un montant dans la plus petite unité d’une devise, comme on l’écrit dans la langue de l’espace.',
    'How many elements a list has, members an object, characters a text.':
      'Combien d’éléments a une liste, de membres un objet, de caractères un texte.',
    'The first element; empty where there is none.': 'Le premier élément ; vide s’il n’y en a pas.',
    'The last element; empty where there is none.': 'Le dernier élément ; vide s’il n’y en a pas.',
    'The instant that a text says (RFC 3339). A day alone is its midnight in the zone of the workspace.':
      'Le moment qu’indique un texte (RFC 3339). Un jour seul est son minuit dans le fuseau de l’espace.',
    'So many days: the time on the wall clock of the workspace stays the same.':
      'Autant de jours : l’heure locale de l’espace reste la même.',
    'So many hours of elapsed time.': 'Autant d’heures de temps écoulé.',
    'So many minutes of elapsed time.': 'Autant de minutes de temps écoulé.',
    'The day that a zone has then: of the workspace, or of one that you name.':
      'Le jour qu’a alors un fuseau : celui de l’espace, ou un que vous nommez.',
    'The day of the week then: `mon`, `tue`, `wed`, `thu`, `fri`, `sat` or `sun`.':
      'Le jour de la semaine alors : `mon`, `tue`, `wed`, `thu`, `fri`, `sat` ou `sun`.',
    'The hour on the clock then, 0 to 23.': 'L’heure à l’horloge alors, de 0 à 23.',
    'A time as text: `day`, `time`, `short`, `long`, or a pattern of y, MM, MMM, MMMM, d, dd, E, EEEE, HH, h, mm, ss and a; words stand in quotes.':
      'Une heure en texte : `day`, `time`, `short`, `long`, ou un motif avec y, MM, MMM, MMMM, d, dd, E, EEEE, HH, h, mm, ss et a ; les mots sont entre guillemets.',
  },
}
