/** German of web/src/meetings/calendar. */
export default {
'meetings/calendar/module': { calendar: 'Kalender', about: 'Termine, Ereignisse und Abwesenheiten nach Tag und Woche.' },
'meetings/calendar/strings': {
title: 'Kalender', views: { day: 'Tag', week: 'Woche', list: 'Liste' }, shownAs: 'Anzeige als', today: 'Heute', newBooking: 'Neue Buchung', back: { day: 'Vorheriger Tag', week: 'Vorherige Woche', list: 'Zwei Wochen zurück' }, on: { day: 'Nächster Tag', week: 'Nächste Woche', list: 'Zwei Wochen weiter' },
loadFailed: 'Der Kalender konnte nicht geladen werden', cut: 'Nur die ersten 2.000 Einträge werden angezeigt. Wählen Sie weniger Personen oder Tage.', grid: 'Stunden', allDay: 'Ganztägig', dayOf: (date: string, entries: number) => entries === 0 ? date : `${date}, ${entries === 1 ? '1 Eintrag' : `${entries} Einträge`}`,
noEntries: 'Nichts an diesen Tagen', noEntriesText: 'Gebuchte Termine erscheinen hier, ebenso Einträge verbundener Kalender.', people: 'Kalender', you: (name: string) => `${name} (Sie)`, asOf: (time: string) => `Stand ${time}`, notRead: 'Noch nicht gelesen', behind: 'Kann gerade nicht gelesen werden', noCalendar: 'Kein Kalender verbunden',
busyOnly: 'Als „Belegt“ angezeigt', tooMany: 'Es können bis zu 20 Kalender gleichzeitig angezeigt werden.', connect: 'Kalender verbinden', free: 'Frei', tentative: 'Vorläufig', pending: 'Wartet auf Freigabe', conflict: 'Konflikt', changedOutside: 'Im Kalender geändert', conflictTitle: 'Zur selben Zeit gibt es einen anderen Termin',
changedTitle: 'Im Kalender des Gastgebers geändert', when: 'Wann', place: 'Ort', event: 'Terminart', hosts: 'Wer', openBooking: 'Buchung öffnen', bookingFailed: 'Diese Buchung konnte nicht geladen werden', zone: (zone: string) => `Zeiten in ${zone}`, nameless: 'Ohne Titel', movable: 'Mit m verschieben',
moving: (title: string) => `${title} wird verschoben. Pfeiltasten ändern die Zeit, Enter fragt nach, Escape lässt alles, wie es war.`, movedTo: (title: string, when: string) => `${title}: ${when}`, moveTitle: 'Verschieben und Kunden informieren?', moveText: (from: string, to: string) => `Von ${from} auf ${to}. Der Kunde erhält eine E-Mail mit der neuen Zeit.`,
move: 'Verschieben', leave: 'So lassen', moved: 'Termin verschoben', moveAnyway: 'Trotzdem verschieben', notOffered: 'Sie können ihn trotzdem dorthin verschieben: außerhalb der angebotenen Zeiten, aber nie über eine andere Buchung.',
},
}
