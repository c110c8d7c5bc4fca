/** German of what the fields of actions take and functions give, by the English description. */
export default {
  'server/fields/hints': {
    'This or `phone` is required': 'Dies oder `phone` ist erforderlich',
    'International with +, or in the national format of the default country':
      'International mit + oder in der Schreibweise des Standardlandes',
    'What they want': 'Was gewünscht wird',
    'How they came, such as `phone`; default: `by-hand`': 'Auf welchem Weg, etwa `phone`; sonst `by-hand`',
    'A member of the workspace; without it the caller; null: without an owner':
      'Ein Mitglied des Arbeitsbereichs; ohne Angabe der Aufrufer; null: niemand',
    'They wait for a first answer: its clock begins': 'Eine erste Antwort steht aus: Ihre Uhr beginnt',
    'Plain text; a mention is written as @ and a name': 'Nur Text; eine Erwähnung schreibt man als @ und einen Namen',
    'Members who are mentioned: each is notified once': 'Erwähnte Mitglieder: Jedes wird einmal benachrichtigt',
    '`wait`: waiting for the other side': '`wait`: Die andere Seite ist am Zug',
    'RFC 3339, such as 2026-11-21T10:00:00Z': 'RFC 3339, etwa 2026-11-21T10:00:00Z',
    'A member of the workspace; null: unassigned': 'Ein Mitglied des Arbeitsbereichs; null: nicht zugewiesen',
    'By id or slug; the default event type otherwise': 'Mit ID oder Kurzname; sonst die Standard-Terminart',
    'ISO 8601: with Z or an offset the instant counts, else the wall clock of the time zone':
      'ISO 8601: Mit Z oder Versatz gilt der Zeitpunkt, sonst die Uhr der Zeitzone',
    'For a start without an offset; default: your own': 'Für einen Beginn ohne Versatz; sonst Ihre eigene',
    'Also a start that is not offered': 'Auch ein Beginn, der nicht angeboten wird',
    'One of the hosts of the event type; default: by its rule': 'Einer der Gastgeber der Terminart; sonst nach ihrer Regel',
    'An existing contact; its name and email stand in for those that are left out':
      'Ein vorhandener Kontakt; sein Name und seine E-Mail stehen für fehlende',
    'Without one the client gets no email': 'Ohne diese bekommt der Kunde keine E-Mail',
    'E.164, or in the national format of the workspace’s default country': 'E.164 oder in der Schreibweise des Standardlandes',
    'In which messages to the client name the time; default: that of the host':
      'In der Nachrichten an den Kunden die Zeit nennen; sonst die des Gastgebers',
    'The language of the emails': 'Die Sprache der E-Mails',
    'To the questions of the event type, by their keys': 'Auf die Fragen der Terminart, nach ihren Schlüsseln',
    '`acme.example`, or the URL of its website': '`acme.example` oder die URL der Website',
    'This, `email` or `phone` is required': 'Dies, `email` oder `phone` ist erforderlich',
    'Default: that of the contact': 'Sonst der des Kontakts',
    'Default: where the contact works': 'Sonst das, in dem der Kontakt arbeitet',
    'Default: the default pipeline': 'Sonst die Standard-Pipeline',
    'Default: the first stage. Behind it, the deal needs the fields that are required on the way there':
      'Sonst die erste Phase. Dahinter braucht der Deal die Felder, die auf dem Weg dorthin Pflicht sind',
    'Required with an amount': 'Mit einem Betrag erforderlich',
    'Fields of the deal, as `set-fields` takes them': 'Felder des Deals, wie `set-fields` sie nimmt',
    'As shown on the invoice': 'Wie auf der Rechnung',
    'Where the invoice, reminders and the receipt go': 'Wohin Rechnung, Erinnerungen und Beleg gehen',
    'Lines of the postal address, tax number and so on': 'Zeilen der Postanschrift, Steuernummer und so weiter',
    'VAT ID, GSTIN or another tax number of the client; checked where its form is known':
      'USt-IdNr., GSTIN oder eine andere Steuernummer des Kunden; geprüft, wo ihre Form bekannt ist',
    'ISO 3166-1 alpha-2, such as DE': 'ISO 3166-1 alpha-2, etwa DE',
    'The client owes the tax: it says so on the invoice, and no line is taxed':
      'Der Kunde schuldet die Steuer: So steht es auf der Rechnung, und keine Zeile wird besteuert',
    'GST code of the state where the supply is made, such as 29; 96: outside India. It decides which taxes the tax is made of':
      'GST-Code des Bundesstaats der Leistung, etwa 29; 96: außerhalb Indiens. Davon hängt ab, aus welchen Steuern die Steuer besteht',
    'The contact of the client': 'Der Kontakt des Kunden',
    'ISO 4217 code, such as EUR': 'Code nach ISO 4217, etwa EUR',
    'The due date; it ends with its day in the time zone of the workspace':
      'Das Fälligkeitsdatum; es endet mit dem Tag in der Zeitzone des Arbeitsbereichs',
    'Shown below the lines': 'Steht unter den Zeilen',
    'Language of the document, its emails and its pay page': 'Sprache des Dokuments, seiner E-Mails und seiner Zahlungsseite',
    'Language of the page and its emails': 'Sprache der Seite und ihrer E-Mails',
    'Empty: none': 'Leer: keine',
    'Markdown as in text templates: headings, lists, tables, **bold**, *italic*':
      'Markdown wie in Textvorlagen: Überschriften, Listen, Tabellen, **fett**, *kursiv*',
    'As those of an invoice': 'Wie die einer Rechnung',
    'Within the proposal; made where it is left out': 'Innerhalb des Angebots; wird vergeben, wenn sie fehlt',
    '`optional`: the client ticks it; nothing is ticked beforehand':
      '`optional`: Der Kunde wählt es an; vorher ist nichts angewählt',
    'Where the link goes': 'Wohin der Link geht',
    'How long a version can be accepted, from the day on which it is sent':
      'Wie lange eine Fassung angenommen werden kann, ab dem Tag des Versands',
    'What follows when it is accepted, once. A percentage is of the accepted total, with its taxes':
      'Was einmal folgt, wenn es angenommen wird. Ein Prozentsatz gilt vom angenommenen Gesamtbetrag mit Steuern',
    'An invoice to the client: a part of the value of the deal, or an amount without tax. Where another document or proposal of the deal has made one that stands, a task says so instead':
      'Eine Rechnung an den Kunden: ein Teil des Deal-Werts oder ein Betrag ohne Steuer. Gibt es durch ein anderes Dokument oder Angebot des Deals schon eine, sagt das stattdessen eine Aufgabe',
    'The stage that the deal moves to': 'Die Phase, in die der Deal wechselt',
    'From the page before': 'Von der vorigen Seite',
    'The deal; or, where a conversation has none, its contact': 'Der Deal; hat eine Unterhaltung keinen, ihr Kontakt',
    'Of a company': 'Eines Unternehmens',
    'The deal': 'Der Deal',
    'Keys with or without braces; a value is put in as it is, and never read again':
      'Schlüssel mit oder ohne Klammern; ein Wert wird eingesetzt, wie er ist, und nicht noch einmal gelesen',
    'Of `list-templates`, or the id of a Google Doc that the workspace’s Google account may read':
      'Aus `list-templates`, oder die ID eines Google Docs, das das Google-Konto des Arbeitsbereichs lesen darf',
    'Your own id; an API key or a workflow has none': 'Ihre eigene ID; ein API-Schlüssel oder Workflow hat keine',
    'Those with the same number sign in any order, before those with a higher one':
      'Gleiche Nummern unterschreiben in beliebiger Reihenfolge, vor höheren',
    '`email`: six digits, sent to this address when the link is opened, before the document is shown. `whatsapp`: the same, to the number of the contact with this address':
      '`email`: sechs Ziffern an diese Adresse, wenn der Link geöffnet wird, bevor das Dokument erscheint. `whatsapp`: dasselbe, an die Nummer des Kontakts mit dieser Adresse',
    'Asked for before the document is shown: as it was, without it. `whatsapp`: to the number of the contact with this address':
      'Verlangt, bevor das Dokument erscheint: ohne Angabe wie bisher. `whatsapp`: an die Nummer des Kontakts mit dieser Adresse',
    'Until when it can be signed; 365 days at most': 'Bis wann unterschrieben werden kann; höchstens 365 Tage',
    'As the template or the workspace says, without it': 'Ohne Angabe wie in Vorlage oder Arbeitsbereich',
    'So many days after a signer was asked': 'So viele Tage, nachdem um die Unterschrift gebeten wurde',
    'So many days before the deadline; `null`: not then': 'So viele Tage vor der Frist; `null`: dann nicht',
    'Language of the pages, emails and certificate; English without one':
      'Sprache der Seiten, E-Mails und des Zertifikats; sonst Englisch',
    '`next_cursor` of the previous page': '`next_cursor` der vorigen Seite',
    'Records per page': 'Einträge pro Seite',
    'Calls of one contact, by any of its merged records': 'Anrufe eines Kontakts, über jeden seiner zusammengeführten Einträge',
    'Its own tasks, and those of its contacts and deals': 'Seine eigenen Aufgaben und die seiner Kontakte und Deals',
    'Of the contacts and deals of a company': 'Der Kontakte und Deals eines Unternehmens',
    'Of the contacts of a company': 'Der Kontakte eines Unternehmens',
    'Only missed calls, or only the others': 'Nur verpasste Anrufe oder nur die anderen',
    'Field to sort by, descending with a minus. A cursor holds for the order it was given in.':
      'Feld, nach dem sortiert wird, absteigend mit einem Minus. Ein Cursor gilt für die Sortierung, in der er gegeben wurde',
    'The id of a member, or `nobody` for unassigned deals': 'Die ID eines Mitglieds oder `nobody` für nicht zugewiesene Deals',
    'Deals of this contact, by any of its merged records; those in which it is a further one, too':
      'Deals dieses Kontakts, über jeden seiner zusammengeführten Einträge; auch solche, in denen er ein weiterer ist',
    '`true`: those that wait for signatures; `false`: all others':
      '`true`: die auf Unterschriften warten; `false`: alle anderen',
    'Of this kind of record alone': 'Nur dieser Art von Einträgen',
    'With those that are archived': 'Mit den archivierten',
    '`overdue`: sent, unpaid and past the due date': '`overdue`: gesendet, unbezahlt und überfällig',
    'A part of the title or of the file name': 'Ein Teil des Titels oder des Dateinamens',
    'The place of the first': 'Der Platz der ersten',
    'Word prefixes of name, email address, company or external_id; or digits of a phone number':
      'Wortanfänge von Name, E-Mail-Adresse, Unternehmen oder external_id; oder Ziffern einer Telefonnummer',
    'Of this member; `me`: the caller’s own, of which an API key has none':
      'Dieses Mitglieds; `me`: die eigenen, die ein API-Schlüssel nicht hat',
    'Received at or after': 'Eingegangen ab',
    'Received before': 'Eingegangen vor',
    'Leads and contacts: word prefixes, or digits of a phone number; then newest first. Others: a part of a name, address or number':
      'Leads und Kontakte: Wortanfänge oder Ziffern einer Telefonnummer; dann neueste zuerst. Andere: ein Teil eines Namens, einer Adresse oder Nummer',
    'Key of a field, descending with a minus; left out: the list’s own order':
      'Schlüssel eines Felds, absteigend mit einem Minus; sonst die Sortierung der Liste',
    'Keys of fields; left out: the usual ones': 'Schlüssel von Feldern; sonst die üblichen',
    'Up to today, by the time zone and the week of the workspace; `custom` goes from `from` to `to`':
      'Bis heute, nach Zeitzone und Woche des Arbeitsbereichs; `custom` geht von `from` bis `to`',
    'The first day of `custom`': 'Der erste Tag von `custom`',
    'The last day of `custom`': 'Der letzte Tag von `custom`',
    'With `by`': 'Mit `by`',
    'Which of the points, from 0': 'Welcher der Punkte, ab 0',
    'Of the period before': 'Des Zeitraums davor',
    'Whether there is a reply at Google that was not rejected': 'Ob es bei Google eine Antwort gibt, die nicht abgelehnt wurde',
    'Those that are no longer at Google, in place of those that are':
      'Die es bei Google nicht mehr gibt, statt derer, die es gibt',
    '`next_cursor` of the column or of the previous page': '`next_cursor` der Spalte oder der vorigen Seite',
    'Those that are no longer in use': 'Die nicht mehr verwendet werden',
    'This, `dealId`, `leadId` or `companyId`': 'Dies, `dealId`, `leadId` oder `companyId`',
    'Only entries of these kinds': 'Nur Einträge dieser Arten',
    'Also count the entries of each kind': 'Auch die Einträge jeder Art zählen',
    'Told to the booker': 'Wird dem Buchenden mitgeteilt',
    'Needed without `hostId`; default: the time that it has': 'Ohne `hostId` nötig; sonst die jetzige Zeit',
    'For a start without an offset': 'Für einen Beginn ohne Versatz',
    'The member who hosts it from now on': 'Das Mitglied, das von nun an Gastgeber ist',
    'Required for a lost stage': 'Für eine verlorene Phase erforderlich',
    'Sets fields of the deal along with it, as `set-fields` does': 'Setzt zugleich Felder des Deals, wie `set-fields`',
    'Your own id of the message': 'Ihre eigene ID der Nachricht',
    '4,096 characters at most, in an email 50,000': 'Höchstens 4.096 Zeichen, in einer E-Mail 50.000',
    'For notes: members to notify, in addition to those mentioned with an @ name or address':
      'Für Notizen: zu benachrichtigende Mitglieder, neben denen, die mit @ erwähnt sind',
    'A message of the conversation, quoted in the reply': 'Eine Nachricht der Unterhaltung, die in der Antwort zitiert wird',
    'The message whose channel and sender get the reply; default: the last inbound message':
      'Die Nachricht, an deren Kanal und Absender die Antwort geht; sonst die letzte eingegangene',
    'For an email: all whom it went to get the reply, too':
      'Bei einer E-Mail: Alle, an die sie ging, bekommen auch die Antwort',
    'For an email: so long `cancel-email` takes it back': 'Bei einer E-Mail: so lange nimmt `cancel-email` sie zurück',
    'Files of `create-email-file`, 20 MB (20,971,520 bytes) in all':
      'Dateien von `create-email-file`, zusammen 20 MB (20.971.520 Byte)',
    'One for each of the template’s `values`, in order: header (its text, the https URL of its file, or latitude, longitude, place and address), then the text’s, then the buttons’. Numbered placeholders by number, named ones in order of appearance; a login code is given once':
      'Einer für jeden der `values` der Vorlage, der Reihe nach: Kopf (sein Text, die https-URL seiner Datei oder Breite, Länge, Ort und Adresse), dann die des Textes, dann die der Schaltflächen. Nummerierte Platzhalter nach Nummer, benannte nach ihrem Vorkommen; ein Anmeldecode steht einmal',
    '4,096 bytes at most, as UTF-8; Google shows plain text': 'Höchstens 4.096 Byte als UTF-8; Google zeigt nur Text',
    'Required for a new tag': 'Für ein neues Tag erforderlich',
    'The color. A new tag without one gets the color that the fewest tags have':
      'Die Farbe. Ein neues Tag ohne Farbe bekommt die, die am wenigsten Tags haben',
    'An address or a list of them, with names or without; 20 recipients in all':
      'Eine Adresse oder eine Liste davon, mit oder ohne Namen; zusammen 20 Empfänger',
    'Plain text, with paragraphs by empty lines; this or `body` is required':
      'Nur Text, Absätze durch Leerzeilen; dies oder `body` ist erforderlich',
    'HTML, in place of `text`': 'HTML, statt `text`',
    'The sender: your own mailbox, or one of the team': 'Der Absender: Ihr eigenes Postfach oder eins des Teams',
    'The mail that it answers': 'Die E-Mail, auf die geantwortet wird',
    'A draft of `save-email-draft` that this mail was: it is removed as the mail is stored, and is sent once':
      'Ein Entwurf von `save-email-draft`, der diese E-Mail war: Er wird beim Speichern entfernt und einmal gesendet',
    'Sends this or nothing: what was a draft when someone looked may be sent by now. Default: what its state asks for':
      'Sendet dies oder nichts: Was beim Ansehen ein Entwurf war, kann inzwischen gesendet sein. Sonst, was der Status verlangt',
    'Send it although it lacks what `show-invoice` lists as `missing_details`':
      'Senden, obwohl fehlt, was `show-invoice` als `missing_details` nennt',
    'E.164': 'E.164',
    'Required without `templateName`': 'Ohne `templateName` erforderlich',
    'The first contact; null: none': 'Der erste Kontakt; null: keiner',
    'The further contacts, all of them': 'Alle weiteren Kontakte',
    'The deal or the company': 'Der Deal oder das Unternehmen',
    'For a deal: industry, employees, website, address, logo, summary. For a company: industry, description, founded, employees':
      'Für einen Deal: industry, employees, website, address, logo, summary. Für ein Unternehmen: industry, description, founded, employees',
    'By key, as `set-fields` takes them': 'Nach Schlüssel, wie `set-fields` sie nimmt',
    'Records of this kind': 'Einträge dieser Art',
    'For `snooze`: at most a year ahead': 'Für `snooze`: höchstens ein Jahr voraus',
    'For `close`: the newest message that the caller has read': 'Für `close`: die neueste Nachricht, die gelesen wurde',
    'A member of the workspace; null: without an owner': 'Ein Mitglied des Arbeitsbereichs; null: niemand',
    'Required with the first amount': 'Mit dem ersten Betrag erforderlich',
    'When it is expected to close; null removes it': 'Wann der Abschluss erwartet wird; null entfernt es',
    'Per cent; null: that of its stage': 'Prozent; null: die der Phase',
    '`deal` is not among them: create a deal from the lead': '`deal` gehört nicht dazu: Machen Sie aus dem Lead einen Deal',
    'Why it is not a fit; required then': 'Warum es nicht passt; dann erforderlich',
    'The reason; visible to staff, not to the client': 'Der Grund; für das Team sichtbar, nicht für den Kunden',
    'A key of `describe-list`; a field of the workspace’s own is `field.<key>`':
      'Ein Schlüssel aus `describe-list`; ein eigenes Feld ist `field.<key>`',
    'Of `person`: the id of a member, `me` or `nobody`. Of `in_period`: a `ListPeriod`. Of `on`, `before`, `after`: YYYY-MM-DD. Of `…_days`: a number of days. Of `tags`: ids. Of `record`: its id. Of `money`: the smallest unit, with `currency`.':
      'Bei `person`: die ID eines Mitglieds, `me` oder `nobody`. Bei `in_period`: eine `ListPeriod`. Bei `on`, `before`, `after`: YYYY-MM-DD. Bei `…_days`: eine Zahl von Tagen. Bei `tags`: IDs. Bei `record`: seine ID. Bei `money`: die kleinste Einheit, mit `currency`.',
    'Of `money`: ISO 4217': 'Bei `money`: ISO 4217',
    'HSN or SAC code, in India: 4, 6 or 8 digits for goods, 6 for services (99…)':
      'HSN- oder SAC-Code in Indien: 4, 6 oder 8 Ziffern für Waren, 6 für Dienste (99…)',
  },
  'server/fields/functions': {
    'The value, or another one where it is empty: null, or text without a letter.':
      'Der Wert, oder ein anderer, wo er leer ist: null oder Text ohne Buchstaben.',
    'Whether there is a value: not null, and not a text without a letter. What follows it in `&&` and `?:` knows so.':
      'Ob ein Wert da ist: nicht null und kein Text ohne Buchstaben. Was in `&&` und `?:` folgt, weiß das.',
    'In small letters.': 'In Kleinbuchstaben.',
    'In capitals.': 'In Großbuchstaben.',
    'Without spaces and line breaks at both ends.': 'Ohne Leerzeichen und Umbrüche an beiden Enden.',
    'Whether a text has a part, to the letter.': 'Ob ein Text einen Teil enthält, Buchstabe für Buchstabe.',
    'Whether a text begins with a part.': 'Ob ein Text mit einem Teil beginnt.',
    'Whether a text ends with a part.': 'Ob ein Text mit einem Teil endet.',
    'Whether a regular expression (RE2) is found in a text. Write the pattern in quotes; `^` and `$` are the ends.':
      'Ob ein regulärer Ausdruck (RE2) in einem Text vorkommt. Das Muster steht in Anführungszeichen; `^` und `$` sind die Enden.',
    'With each occurrence of a part replaced.': 'Mit jedem Vorkommen eines Teils ersetzt.',
    'The pieces between separators.': 'Die Stücke zwischen Trennzeichen.',
    'The elements in one text, with a comma and a space between them, or with what you name. Empty ones are left out.':
      'Die Elemente in einem Text, dazwischen Komma und Leerzeichen oder was Sie nennen. Leere fallen weg.',
    'A value as text: an instant in the zone and language of the workspace, an empty one as empty text.':
      'Ein Wert als Text: ein Zeitpunkt in Zone und Sprache des Arbeitsbereichs, ein leerer als leerer Text.',
    'The first name in a full name, without titles. Empty where there is none.':
      'Der Vorname in einem vollen Namen, ohne Titel. Leer, wo keiner ist.',
    'A telephone number in international form, read with the country of the workspace. Empty where it is none.':
      'Eine Telefonnummer in internationaler Form, gelesen mit dem Land des Arbeitsbereichs. Leer, wo es keine ist.',
    'For a part of an address of a page.': 'Für einen Teil der Adresse einer Seite.',
    'A value as JSON.': 'Ein Wert als JSON.',
    'The number that a text is, written with a point. Empty where it is none.':
      'Die Zahl, die ein Text ist, mit Punkt geschrieben. Leer, wo es keine ist.',
    'Rounded to so many digits behind the point, to none by default; halves go away from zero.':
      'Auf so viele Stellen hinter dem Komma gerundet, sonst auf keine; Hälften gehen von null weg.',
    'The least of several numbers or instants, or of a list.':
      'Das Kleinste von mehreren Zahlen oder Zeitpunkten oder einer Liste.',
    'The greatest of several numbers or instants, or of a list.':
      'Das Größte von mehreren Zahlen oder Zeitpunkten oder einer Liste.',
    'All numbers of a list together.': 'Alle Zahlen einer Liste zusammen.',
    'An amount in the smallest unit of a currency, as people write it in the language of the workspace.':
      'Ein Betrag in der kleinsten Einheit einer Währung, wie man ihn in der Sprache des Arbeitsbereichs schreibt.',
    'How many elements a list has, members an object, characters a text.':
      'Wie viele Elemente eine Liste hat, Teile ein Objekt, Zeichen ein Text.',
    'The first element; empty where there is none.': 'Das erste Element; leer, wo keins ist.',
    'The last element; empty where there is none.': 'Das letzte Element; leer, wo keins ist.',
    'The instant that a text says (RFC 3339). A day alone is its midnight in the zone of the workspace.':
      'Der Zeitpunkt, den ein Text nennt (RFC 3339). Ein Tag allein ist seine Mitternacht in der Zone des Arbeitsbereichs.',
    'So many days: the time on the wall clock of the workspace stays the same.':
      'So viele Tage: Die Uhrzeit des Arbeitsbereichs bleibt gleich.',
    'So many hours of elapsed time.': 'So viele Stunden verstrichener Zeit.',
    'So many minutes of elapsed time.': 'So viele Minuten verstrichener Zeit.',
    'The day that a zone has then: of the workspace, or of one that you name.':
      'Der Tag, den eine Zone dann hat: die des Arbeitsbereichs oder eine, die Sie nennen.',
    'The day of the week then: `mon`, `tue`, `wed`, `thu`, `fri`, `sat` or `sun`.':
      'Der Wochentag dann: `mon`, `tue`, `wed`, `thu`, `fri`, `sat` oder `sun`.',
    'The hour on the clock then, 0 to 23.': 'Die Stunde auf der Uhr dann, 0 bis 23.',
    'A time as text: `day`, `time`, `short`, `long`, or a pattern of y, MM, MMM, MMMM, d, dd, E, EEEE, HH, h, mm, ss and a; words stand in quotes.':
      'Eine Zeit als Text: `day`, `time`, `short`, `long` oder ein Muster aus y, MM, MMM, MMMM, d, dd, E, EEEE, HH, h, mm, ss und a; Wörter stehen in Anführungszeichen.',
  },
}
