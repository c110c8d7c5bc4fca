/** German of web/src/conversations/web-chat. */
export default {
'conversations/web-chat/module': { websiteChat: 'Website-Chat', websiteChatLead: 'Ein Chat-Widget für Ihre Website.' },
'conversations/web-chat/strings': {
title: 'Website-Chat', lead: 'Bringen Sie mit einer Zeile Code einen Chat auf Ihre Website. Nachrichten kommen im Posteingang an.', add: 'Neuer Chat', addFirst: 'Chat anlegen', list: 'Website-Chats', loadFailed: 'Die Chats konnten nicht geladen werden',
emptyTitle: 'Noch kein Website-Chat', emptyText: 'Legen Sie einen Chat an, fügen Sie Ihre Website hinzu und eine Zeile Code ein.', gone: 'Diesen Chat gibt es nicht. Vielleicht wurde er gelöscht.', status: 'Status', on: 'Ein', off: 'Aus', nowhere: 'Noch keine Website',
nowhereText: 'Noch ist keine Website zugelassen. Fügen Sie unten Ihre hinzu.', tryIt: 'Ausprobieren', tryHint: 'Öffnet eine Sandbox-Website mit diesem Chat.', paste: 'Einbettungscode', pasteText: 'Fügen Sie ihn in jede Seite ein, die den Chat zeigen soll, vor </body>.',
tag: 'Einbettungscode des Chats', policy: 'Wenn Ihre Website eine Content-Security-Policy hat', policyText: 'Erlauben Sie dieses Foyer in script-src und connect-src.', policyLabel: 'Direktiven der Content-Security-Policy',
locale: 'Für mehrsprachige Websites legen Sie die Sprache im Tag fest: data-locale="de".', settings: 'Websites und Aussehen', name: 'Name', nameHint: 'Nur für Teammitglieder sichtbar', nameMissing: 'Geben Sie einen Namen ein', origins: 'Websites',
originsHint: 'Eine URL pro Zeile, mit und ohne www. Andere Websites können diesen Chat nicht verwenden.', originsExample: 'https://www.example.com',
originWrong: (line: number) => `Zeile ${line} ist keine Website-URL. Verwenden Sie https://, etwa https://www.example.com; http ist nur für localhost erlaubt.`, heading: 'Überschrift', headingHint: 'Leer: der Standardtext der Sprache', greeting: 'Begrüßung',
greetingHint: 'Das Erste, was Besucher lesen', greetingExample: 'Hallo! Was können wir für Sie tun?', language: 'Sprache', accent: 'Farbe', accentHint: 'Text darauf ist schwarz oder weiß, für besten Kontrast.', theme: 'Darstellung',
themes: { auto: 'Einstellung des Besuchers', light: 'Hell', dark: 'Dunkel' }, side: 'Position', sides: { right: 'Unten rechts', left: 'Unten links' }, asksEmail: 'Nach der ersten Nachricht um eine E-Mail-Adresse bitten',
asksEmailHint: 'So erreicht Ihre Antwort auch Besucher, die schon gegangen sind.', save: 'Speichern', saved: 'Gespeichert. Geöffnete Seiten aktualisieren sich innerhalb von 10 Minuten.', changeFailed: 'Der Chat konnte nicht gespeichert werden', preview: 'Vorschau',
previewAsks: 'Bauen Sie auch am Wochenende?', previewAnswers: 'Samstags ja. Soll ich einen Tag heraussuchen?', previewAuthor: 'Maya', newTitle: 'Neuer Website-Chat', create: 'Chat anlegen', actionsOf: (name: string) => `Aktionen für ${name}`, switchOff: 'Ausschalten',
switchOn: 'Einschalten', switchedOff: 'Der Chat ist aus und auf Ihren Seiten ausgeblendet.', switchedOn: 'Der Chat ist eingeschaltet.', remove: 'Löschen …', removeTitle: 'Diesen Chat löschen?',
removeText: 'Er verschwindet von jeder Seite. Unterhaltungen bleiben im Posteingang. Um ihn für später zu behalten, schalten Sie ihn aus.', removeIt: 'Chat löschen',
},
'conversations/web-chat/sentences': {
'create-chat-widget': { done: 'hat einen Website-Chat angelegt', tried: 'hat versucht, einen Website-Chat anzulegen' },
'identify-web-visitor': { done: 'hat einen Website-Besucher identifiziert', tried: 'hat versucht, einen Website-Besucher zu identifizieren' },
'log-web-chat': { done: 'hat in einem Website-Chat geschrieben', tried: 'hat versucht, in einem Website-Chat zu schreiben' },
'remove-chat-widget': { done: 'hat einen Website-Chat gelöscht', tried: 'hat versucht, einen Website-Chat zu löschen' },
'update-chat-widget': { done: 'hat einen Website-Chat bearbeitet', tried: 'hat versucht, einen Website-Chat zu bearbeiten' },
},
}
