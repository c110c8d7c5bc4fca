import { counted } from '#web/i18n/format.ts'

const people = (n: number): string => (n === 1 ? '1 Person' : `${counted(n)} Personen`)
const credits = (n: number): string => (n === 1 ? '1 Credit' : `${counted(n)} Credits`)

/** German of web/src/crm/prospecting. */
export default {
'crm/prospecting/module': { prospecting: 'Akquise', prospectingAbout: 'Personen bei Apollo finden.' },
'crm/prospecting/strings': {
title: 'Akquise', about: 'Suchen Sie kostenlos Personen bei Apollo. Adressen kosten Credits. Die ausgewählten Personen werden zu einem Import, den Sie erst prüfen: Vorher entsteht kein Lead.',
loadFailed: 'Die Akquise konnte nicht geladen werden', connectTitle: 'Apollo verbinden, um Personen zu finden',
connectText: 'Die Suche ist kostenlos. Foyer fragt Adressen nur ab, wenn Sie Personen auswählen, und nennt vorher die Kosten.', connect: 'Verbindungen öffnen',
needsAttention: 'Die Verbindung zu Apollo braucht Ihre Aufmerksamkeit', needsAttentionText: 'Apollo hat den letzten Aufruf abgelehnt.', openConnection: 'Verbindung öffnen',
budgetLeft: (left: number, limit: number) => `Noch ${counted(left)} von ${credits(limit)} diesen Monat`, atApollo: (left: number) => `Noch ${credits(left)} bei Apollo`, resets: 'Beginnt neu',
changeBudget: 'Budget ändern', credits: 'Verbrauchte Credits', creditsAbout: 'Jeder Aufruf bei Apollo, der Credits gekostet hat oder haben könnte: von wem, wann und für wen. 400 Tage aufbewahrt.',
creditsFailed: 'Die Credits konnten nicht geladen werden', creditsEmpty: 'Noch keine Credits verbraucht', creditsEmptyText: 'Anreicherungen von Personen erscheinen hier mit ihren Kosten.', forWhom: 'Für',
forPeople: (n: number) => people(n), forCompany: (name: string) => `${name} (Unternehmen)`, withMobiles: (n: number) => `${people(n)}, mit Mobilnummern`, by: 'Von', formerMember: 'Ehemaliges Mitglied', when: 'Wann',
cost: 'Credits', upToCost: (n: number) => `bis zu ${counted(n)}`, spendStates: { reserved: 'Läuft', sent: 'Läuft', released: 'Nicht berechnet', unknown: 'Keine Antwort erhalten', settled: '' },
budgetTitle: 'Monatsbudget', budgetText: 'Wie viele Apollo-Credits dieser Arbeitsbereich im Monat ausgeben darf. Was eine Anreicherung höchstens kosten kann, wird vorher reserviert.', budgetField: 'Credits pro Monat',
budgetInvalid: `Geben Sie eine ganze Zahl von 0 bis 1.000.000 ein.`, save: 'Speichern', saved: 'Budget gespeichert', titles: 'Positionen', titlesExample: 'Inhaber; Geschäftsführerin', locations: 'Orte',
locationsExample: 'Berlin, Germany; Austria', domains: 'Websites der Unternehmen', domainsExample: 'example.com', keywords: 'Stichwörter', several: 'Trennen Sie mehrere mit Semikolon.', search: 'Suchen',
searchFailed: 'Die Suche hat nicht geklappt', startTitle: 'Personen suchen', startText: 'Geben Sie eine Position, einen Ort, eine Unternehmenswebsite oder Stichwörter ein. Eine Suche kostet nichts.',
nobodyTitle: 'Keine Personen gefunden', nobodyText: 'Verwenden Sie weniger oder weiter gefasste Filter.', clear: 'Filter leeren', list: 'Personen', person: 'Person', job: 'Position', company: 'Unternehmen',
address: 'Adresse', noName: 'Kein Name', hasEmail: 'E-Mail vorhanden', noEmail: 'Keine E-Mail', states: { asking: 'Wird angereichert', nothing: 'Nichts gefunden', unknown: 'Ergebnis unbekannt' },
withoutAddress: 'Gefunden, ohne Adresse', numberComes: 'Mobilnummer folgt', page: (page: number, pages: number) => `Seite ${counted(page)} von ${counted(pages)}`, pages: 'Seiten', previous: 'Zurück', next: 'Weiter',
enrich: 'Anreichern', take: 'Import anlegen', takeHint: 'Nur Personen mit Adresse können importiert werden.', takeFailed: 'Der Import konnte nicht angelegt werden', enrichTitle: (n: number) => `${people(n)} anreichern`,
upTo: (n: number) => `Das kostet bis zu ${credits(n)}.`, free: 'Das kostet nichts: Apollo wurde zu diesen Personen bereits abgefragt.', leftNow: (left: number) => `Noch ${credits(left)} im Budget dieses Monats.`,
tooMuch: (left: number) => `Das Budget reicht dafür nicht: noch ${credits(left)} diesen Monat.`, onlyFound: 'Personen, zu denen nichts gefunden wird, kosten nichts. Für dieselbe Person wird innerhalb von 90 Tagen nicht noch einmal bezahlt.',
mobiles: 'Auch Mobilnummern abfragen', mobilesHint: 'Bis zu 8 weitere Credits pro Person. Die Nummern kommen innerhalb von Minuten.',
again: (n: number) => `${people(n)}, deren Antwort verloren ging, erneut abfragen`, againHint: 'Vielleicht wurde schon dafür bezahlt.', confirm: 'Anreichern', costLoading: 'Die Kosten werden geladen …',
costUnknown: 'Die Kosten konnten nicht geladen werden', enriched: (found: number, cost: number) => `${people(found)} für ${credits(cost)} gefunden`, stopped: 'Nicht alle Personen wurden angereichert',
},
'crm/prospecting/sentences': {
'lead-search': { done: 'hat bei der Akquise Personen gesucht, angereichert oder übernommen', tried: 'hat versucht, bei der Akquise Personen zu suchen, anzureichern oder zu übernehmen' },
'enrich-company': { done: 'hat ein Unternehmen mit Apollo angereichert', tried: 'hat versucht, ein Unternehmen mit Apollo anzureichern' },
'set-prospecting-budget': { done: 'hat das Monatsbudget der Akquise festgelegt', tried: 'hat versucht, das Monatsbudget der Akquise festzulegen' },
},
}
