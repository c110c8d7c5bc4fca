/** German of web/src/automation/human-steps. */
export default {
'automation/human-steps/module': { toDo: 'Zu erledigen', toDoAbout: 'Schritte von Workflows, die auf Ihre Antwort warten.' },
'automation/human-steps/strings': {
title: 'Zu erledigen', step: 'Schritt', list: 'Offene Schritte, älteste zuerst', loadFailed: 'Die Schritte konnten nicht geladen werden', oneFailed: 'Dieser Schritt konnte nicht geladen werden', shown: 'Anzeigen', mine: 'Meine', all: 'Alle', emptyTitle: 'Nichts zu erledigen', emptyText: 'Wenn ein Workflow Ihre Entscheidung braucht, erscheint sie hier.',
noneTitle: 'Keine offenen Schritte', noneText: 'Kein Workflow wartet auf eine Person.', workflow: 'Workflow', about: 'Betrifft', due: 'Fällig', asked: 'Gefragt', since: 'Seit', roles: { member: 'Alle Mitglieder', admin: 'Alle Admins', owner: 'Alle Inhaber' }, client: (email: string) => `Kunde: ${email}`, reminded: 'Erinnert', escalated: 'Eskaliert', unnamed: 'Ohne Namen',
currency: 'Währung', choose: 'Auswählen', nothingFound: 'Keine passende Währung', answered: 'Antwort gesendet', notAnswered: 'Ihre Antwort wurde nicht gesendet', tooLate: 'Ihre Antwort kam zu spät', delegate: 'Delegieren', delegateTitle: 'Diesen Schritt delegieren', delegateText: 'Das Teammitglied wird benachrichtigt und antwortet an Ihrer Stelle.', member: 'Mitglied',
chooseMember: 'Wählen Sie ein Mitglied.', delegated: (name: string) => `An ${name} delegiert`, notDelegated: 'Der Schritt wurde nicht delegiert', answeredBy: (name: string) => `Beantwortet von ${name}`, answeredOnly: 'Beantwortet', choice: 'Auswahl', yes: 'Ja', no: 'Nein', none: '–', timedOutTitle: 'Die Zeit für eine Antwort ist vorbei',
timedOutText: 'Der Workflow ging ohne sie weiter.', cancelledTitle: 'Nicht mehr nötig', cancelledText: 'Die Ausführung ist beendet oder nahm einen anderen Weg.',
},
'automation/human-steps/sentences#audit': {
'answer-linked-step': { done: 'hat einen Schritt eines Workflows über einen Link beantwortet', tried: 'hat versucht, einen Schritt eines Workflows über einen Link zu beantworten' },
'delegate-human-step': { done: 'hat einen Schritt eines Workflows delegiert', tried: 'hat versucht, einen Schritt eines Workflows zu delegieren' },
},
'automation/human-steps/sentences': { asks: (workflow: string) => `„${workflow}“ bittet um Ihre Antwort`, waits: (workflow: string) => `„${workflow}“ wartet noch auf Ihre Antwort`, about: (heading: string, about: string) => (about === '' ? heading : `${heading} · ${about}`) },
}
