import { counted } from '#web/i18n/format.ts'

const starsOf = (stars: number): string => (stars === 1 ? '1 Stern' : `${counted(stars)} Sterne`)

/** German of web/src/business/reviews. */
export default {
'business/reviews/module': { reviews: 'Bewertungen', reviewsAbout: 'Was Kunden bei Google über Sie schreiben, und Ihre Antworten.' },
'business/reviews/strings': {
title: 'Bewertungen', review: 'Bewertung', list: 'Bewertungen, neueste Änderung zuerst', loadFailed: 'Die Bewertungen konnten nicht geladen werden', oneFailed: 'Diese Bewertung konnte nicht geladen werden', filter: 'Anzeigen', all: 'Alle', shows: { unanswered: 'Ohne Antwort', gone: 'Entfernt' },
noMatch: 'Keine passenden Bewertungen', showAll: 'Alle Bewertungen anzeigen', stars: starsOf, ofStars: (stars: number) => `${counted(stars)} von 5 Sternen`, unrated: 'Ohne Sterne', unnamed: 'Unbekannter Verfasser', withoutText: 'Bewertung ohne Text.', edited: 'Bearbeitet', removed: 'Entfernt',
pictures: (count: number) => (count === 1 ? '1 Bild bei Google' : `${counted(count)} Bilder bei Google`), connectTitle: 'Ihre Google-Bewertungen hier sehen',
connectText: 'Verbinden Sie das Google-Konto, das Ihr Unternehmen verwaltet. Foyer liest seine Bewertungen stündlich, meldet neue und sendet Ihre Antworten. Ihre E-Mail- und Kalenderverbindungen bleiben, wie sie sind.', connect: 'Google-Bewertungen verbinden', reconnect: 'Erneut verbinden',
askAdmin: 'Bitten Sie einen Admin dieses Arbeitsbereichs, sie zu verbinden.', emptyTitle: 'Noch keine Bewertungen', emptyText: 'Wenn ein Kunde einen Ihrer Standorte bei Google bewertet, erscheint es hier innerhalb einer Stunde.', noLocations: 'Dieses Google-Konto verwaltet kein Unternehmen',
noLocationsText: 'Verbinden Sie das Konto, zu dem Ihr Unternehmensprofil gehört, oder lassen Sie dessen Inhaber dieses als Verwalter hinzufügen.', reading: 'Bewertungen werden gelesen …', readingText: 'Das erste Mal kann einige Minuten dauern. Sie können diese Seite verlassen.', syncNow: 'Jetzt abgleichen',
synced: (imported: number, updated: number, removed: number) => imported + updated + removed === 0 ? 'Nichts Neues' : `${counted(imported)} neu, ${counted(updated)} bearbeitet, ${counted(removed)} entfernt`, goesOn: 'Der Abgleich dauert länger und läuft weiter.', lastSync: 'Letzter Abgleich',
stopped: 'Der letzte Abgleich wurde nicht fertig', waits: 'Der Abgleich wartet', disconnected: 'Google ist nicht verbunden, daher werden keine Bewertungen gelesen.', rating: 'Bewertung', average: 'Durchschnitt hier', google: 'Laut Google', count: (count: number) => (count === 1 ? '1 Bewertung' : `${counted(count)} Bewertungen`),
same: 'Wie bei Google', differs: (difference: string) => `Weicht um ${difference} ab. Google zählt vielleicht Bewertungen, die es noch nicht auflistet.`, googleUnknown: 'Noch keine Angabe', distribution: 'Bewertungen nach Sternen', unansweredCount: (count: number) => `${counted(count)} ohne Antwort`, location: 'Standort',
allLocations: 'Alle Standorte', starsFilter: 'Sterne', anyStars: 'Alle Sterne', locations: 'Standorte', locationsText: 'Bewertungen dieser Standorte werden stündlich gelesen. Was gelesen wurde, bleibt, wenn Sie einen ausschalten.', onMap: 'Google Maps',
troubles: { not_verified: 'Bei Google nicht bestätigt', not_listed: 'Nicht mehr im Konto', location_denied: 'Google verweigert den Zugriff', location_not_there: 'Bei Google nicht gefunden' },
unread: (count: number) => (count === 1 ? '1 Bewertung konnte nicht gelesen werden' : `${counted(count)} Bewertungen konnten nicht gelesen werden`), done: 'Fertig', about: 'Über', posted: 'Veröffentlicht', changed: 'Vom Verfasser bearbeitet', versions: 'Frühere Fassungen', goneTitle: 'Diese Bewertung ist nicht mehr bei Google',
goneText: 'Zwei vollständige Abgleiche haben sie nicht gefunden. Ihr Text wird hier 30 Tage danach entfernt.', nameNote: 'Der Name ist der, den Google zeigt. Er wird nicht mit Ihren Kontakten abgeglichen.', reply: 'Antworten', yourReply: 'Ihre Antwort', replyPublic: 'Ihre Antwort ist bei Google öffentlich, im Namen Ihres Unternehmens.',
replyAtGoogle: 'Bei Google geschrieben', bytes: (used: number, most: number) => `${counted(used)} von ${counted(most)} Byte`, tooLong: (over: number) => `Um ${counted(over)} Byte zu lang. Umlaute zählen doppelt, Emojis vierfach.`, send: 'Antwort senden', edit: 'Antwort bearbeiten', save: 'Antwort speichern', cancel: 'Abbrechen',
remove: 'Antwort entfernen', removeTitle: 'Die Antwort entfernen?', removeText: 'Sie wird bei Google entfernt. Sie können eine andere schreiben.', retry: 'Erneut versuchen', by: (name: string) => `von ${name}`,
states: { sending: 'Wird gesendet', removing: 'Wird entfernt', sent: 'Beantwortet', pending: 'Wird bei Google geprüft', rejected: 'Von Google abgelehnt', failed: 'Nicht gesendet', removed: 'Antwort entfernt', replaced: 'Ersetzt' }, pendingText: 'Google hat die Antwort und prüft sie. Kunden sehen sie noch nicht.',
},
'business/reviews/sentences#audit': {
'remove-review-reply': { done: 'hat die Antwort auf eine Bewertung entfernt', tried: 'hat versucht, die Antwort auf eine Bewertung zu entfernen' },
'reply-review': { done: 'hat auf eine Bewertung geantwortet', tried: 'hat versucht, auf eine Bewertung zu antworten' },
'review-sync': { done: 'hat die Bewertungen abgeglichen', tried: 'hat versucht, die Bewertungen abzugleichen' },
'set-review-location': { done: 'hat geändert, welche Bewertungen gelesen werden', tried: 'hat versucht zu ändern, welche Bewertungen gelesen werden' },
'sync-google-reviews': { done: 'hat die Bewertungen abgeglichen', tried: 'hat versucht, die Bewertungen abzugleichen' },
},
'business/reviews/sentences': { one: (stars: string) => `Neue Bewertung mit ${stars === '1' ? '1 Stern' : `${stars} Sternen`}`, unrated: 'Neue Bewertung', several: (count: number) => `${counted(count)} neue Bewertungen`, failed: 'Eine Antwort auf eine Bewertung wurde nicht gesendet',
rejected: 'Google hat eine Antwort auf eine Bewertung abgelehnt', stopped: 'Bewertungen können nicht mehr gelesen werden' },
}
