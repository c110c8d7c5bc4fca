/** German of why a sync with a CRM waits or ended, and what it could not take, write or undo, by the English sentence. */
export default {
  'server/syncs/reasons': {
    'The CRM was disconnected.': 'Das CRM wurde getrennt.',
    'A person cancelled it.': 'Jemand hat ihn abgebrochen.',
    'It gives the same page again and again.': 'Es liefert immer wieder dieselbe Seite.',
    'It gives pages without anything new and without end.': 'Es liefert endlos Seiten ohne etwas Neues.',
    'It gives empty pages without end.': 'Es liefert endlos leere Seiten.',
    'It goes round the same pages again and again.': 'Es liefert immer wieder dieselben Seiten im Kreis.',
    'It made no progress.': 'Es ging nicht voran.',
    'It makes no progress; the worker may be down.': 'Es geht nicht voran; vielleicht läuft der Worker nicht.',
    'Something went wrong on this server; its log has the details.':
      'Auf diesem Server ist etwas schiefgegangen; sein Protokoll enthält die Einzelheiten.',
    '<1> limits requests.': '<1> begrenzt die Anfragen.',
    '<1> no longer accepts the connection. Connect it again.': '<1> nimmt die Verbindung nicht mehr an. Verbinden Sie es neu.',
    '<1> Connect <2> again.': '<1> Verbinden Sie <2> neu.',
    '<1> Allow it in <2>, or connect <3> with more permissions, then try again.':
      '<1> Erlauben Sie es in <2>, oder verbinden Sie <3> mit mehr Berechtigungen, und versuchen Sie es erneut.',
    '<1> The permission <2> is missing. Allow it in <3>, or connect <4> with more permissions, then try again.':
      '<1> Die Berechtigung <2> fehlt. Erlauben Sie sie in <3>, oder verbinden Sie <4> mit mehr Berechtigungen, und versuchen Sie es erneut.',
    '<1>: <2>': '<1>: <2>',
    'The value is longer than 4,000 characters; its beginning was kept.':
      'Der Wert ist länger als 4.000 Zeichen; sein Anfang wurde behalten.',
    'The custom values of this record are longer than 64 KB; some were left out.':
      'Die eigenen Werte dieses Datensatzes sind länger als 64 KB; einige wurden ausgelassen.',
    'This is not an email address.': 'Das ist keine E-Mail-Adresse.',
    'This is not a phone number.': 'Das ist keine Telefonnummer.',
    'This is not a company domain.': 'Das ist keine Domain eines Unternehmens.',
    'This is not a web address.': 'Das ist keine Webadresse.',
    'This is not an amount.': 'Das ist kein Betrag.',
    'The amount is negative; it was left out.': 'Der Betrag ist negativ; er wurde ausgelassen.',
    'This is not a currency code, and the workspace has no currency of its own.':
      'Das ist kein Währungscode, und der Arbeitsbereich hat keine eigene Währung.',
    'Another contact has this email address.': 'Ein anderer Kontakt hat diese E-Mail-Adresse.',
    'Another contact has this number.': 'Ein anderer Kontakt hat diese Nummer.',
    'Another record here has its identity and could not be matched; read it again with the next sync.':
      'Ein anderer Datensatz hier ist derselbe und ließ sich nicht zuordnen; der nächste Abgleich liest ihn erneut.',
    'It was changed here after the sync.': 'Nach dem Abgleich wurde hier etwas daran geändert.',
    'A member pinned a value of it after the sync, or a message proved it.':
      'Ein Mitglied hat nach dem Abgleich einen Wert angeheftet, oder eine Nachricht hat ihn bestätigt.',
    'It is used here: by a deal, a message, a document or another record, or has notes, files, tags or fields of its own.':
      'Er wird hier verwendet: von einem Deal, einer Nachricht, einem Dokument oder einem anderen Datensatz, oder er hat eigene Notizen, Dateien, Tags oder Felder.',
    'Another sync knows it, too.': 'Auch ein anderer Abgleich kennt ihn.',
    'The value of before cannot be put back: another record has it now, or it no longer fits.':
      'Der frühere Wert lässt sich nicht zurücksetzen: Ein anderer Datensatz hat ihn jetzt, oder er passt nicht mehr.',
    '<1> did not say whether it wrote the record.': '<1> hat nicht gesagt, ob der Datensatz geschrieben wurde.',
    '<1> did not say whether it made the record.': '<1> hat nicht gesagt, ob der Datensatz angelegt wurde.',
    '<1> no longer has this record.': '<1> hat diesen Datensatz nicht mehr.',
    '<1> has no such field.': '<1> hat kein solches Feld.',
    '<1> has no such stage.': '<1> hat keine solche Phase.',
    '<1> does not take a value for this field.': '<1> nimmt für dieses Feld keinen Wert an.',
    '<1> does not let this field be empty.': '<1> lässt dieses Feld nicht leer.',
    '<1> takes no such value for a field of type <2>.': '<1> nimmt für ein Feld vom Typ <2> keinen solchen Wert an.',
    '<1> has no field <2> that can be written.': '<1> hat kein Feld <2>, das sich schreiben lässt.',
    'The value for <1> is no number.': 'Der Wert für <1> ist keine Zahl.',
    'The record has no id.': 'Der Datensatz hat keine ID.',
    'The record has no ID.': 'Der Datensatz hat keine ID.',
    'The record has no id that can be read.': 'Der Datensatz hat keine lesbare ID.',
    'The record has no modification time.': 'Der Datensatz hat keine Änderungszeit.',
    'The modification time cannot be read.': 'Die Änderungszeit ist nicht lesbar.',
    'The record has no properties.': 'Der Datensatz hat keine Eigenschaften.',
    'The value of <1> is not text.': 'Der Wert von <1> ist kein Text.',
    'The contacts of the record cannot be read.': 'Die Kontakte des Datensatzes sind nicht lesbar.',
    'The record is larger than 32 MB.': 'Der Datensatz ist größer als 32 MB.',
    'The record is longer than 32 MB.': 'Der Datensatz ist länger als 32 MB.',
    'The record kept changing while it was read.': 'Der Datensatz änderte sich beim Lesen immer wieder.',
  },
}
