import { counted } from '#web/i18n/format.ts'
import type { DemoCount } from '#web/wire.ts'

/** German of web/src/platform/organizations. */
export default {
  'platform/organizations/module': {
    workspace: 'Arbeitsbereich',
    workspaceLead: 'Name, Standardland für Telefonnummern, Zeitzone und Limits.',
  },
  'platform/organizations/strings': {
    workspace: 'Arbeitsbereich',
    about: 'Name, Standardland, Zeitzone und Limits Ihres Arbeitsbereichs.',
    loadFailed: 'Die Einstellungen konnten nicht geladen werden.',
    general: 'Allgemein',
    name: 'Name',
    nameMissing: 'Geben Sie einen Namen ein.',
    saved: 'Einstellungen gespeichert.',
    onlyAdmins: 'Nur Inhaber und Admins können diese Einstellungen ändern.',
    country: 'Standardland',
    countryHint: 'Für Telefonnummern ohne Ländervorwahl.',
    countryNone: 'Keines: nur Nummern mit + und Ländervorwahl',
    zone: 'Zeitzone',
    zoneHint: 'Für Fälligkeiten und Berichte, und für Mitglieder, die keine eigene eingestellt haben.',
    room: 'Adresse der Videoräume',
    roomHint: 'Für Termine, deren Kalender keinen Raum anlegt: {id} wird für jeden Raum eine eigene.',
    roomExample: 'https://meet.example.com/{id}',
    roomWrong: 'Verwenden Sie https:// und setzen Sie {id} in den Pfad, etwa https://meet.example.com/{id}.',
    noCountry: 'Kein Land',
    noSuchCountry: 'Kein passendes Land',
    limits: 'Limits',
    keyLimit: 'Ratenlimit pro Schlüssel',
    keyLimitHint: 'Standard-Ratenlimit pro Schlüssel (Anfragen/Minute).',
    quota: 'Monatskontingent',
    quotaHint: 'Darüber hinaus werden neue Leads bis zum nächsten Monat abgelehnt. Duplikate zählen nicht.',
    quotaField: 'Neue Leads pro Monat',
    thisMonth: 'Dieser Monat',
    withoutQuota: (n: number) => `${counted(n)} ${n === 1 ? 'Lead' : 'Leads'}. Es ist kein Kontingent festgelegt.`,
    ofQuota: (n: number, quota: number, day: string) => `${counted(n)} von ${counted(quota)} Leads. Beginnt neu am ${day}.`,
    quotaUsed: 'Diesen Monat verbrauchtes Kontingent',
    quotaFull:
      'Kontingent erreicht: Neue Leads werden abgelehnt. Erhöhen Sie es und wiederholen Sie die Anfragen dann im Anfrageprotokoll.',
    demoTitle: 'Demodaten',
    demoHas:
      'Dieser Arbeitsbereich enthält Demodaten. Beim Entfernen bleiben Ihre eigenen Datensätze sowie Demo-Deals und -Unterhaltungen, denen Sie Aufgaben oder Nachrichten hinzugefügt haben.',
    demoNone:
      'Fügt einige Wochen erfundener Arbeit hinzu: etwa sechzig Leads, 12 Deals, 8 Unterhaltungen, Anrufe, Aufgaben und 6 Rechnungen. Nichts davon wird gesendet. Sie können sie jederzeit entfernen.',
    demoLoad: 'Demodaten laden',
    demoClear: 'Demodaten entfernen',
    demoAdded: (n: DemoCount) =>
      `Hinzugefügt: ${counted(n.leads)} Leads, ${counted(n.companies)} Unternehmen, ${counted(n.deals)} Deals, ${counted(n.messages)} Nachrichten, ${counted(n.tasks)} Aufgaben, ${counted(n.invoices)} Rechnungen.`,
    demoRemoved: (n: DemoCount) =>
      `Entfernt: ${counted(n.leads)} Leads, ${counted(n.companies)} Unternehmen, ${counted(n.deals)} Deals, ${counted(n.messages)} Nachrichten, ${counted(n.tasks)} Aufgaben, ${counted(n.invoices)} Rechnungen.`,
  },
  'platform/organizations/sentences': {
    'switch-organization': { done: 'hat den Arbeitsbereich gewechselt', tried: 'hat versucht, den Arbeitsbereich zu wechseln' },
    'update-workspace': {
      done: 'hat Einstellungen des Arbeitsbereichs geändert',
      tried: 'hat versucht, Einstellungen des Arbeitsbereichs zu ändern',
    },
    'clear-demo': { done: 'hat die Demodaten entfernt', tried: 'hat versucht, die Demodaten zu entfernen' },
    'seed-demo': { done: 'hat Demodaten geladen', tried: 'hat versucht, Demodaten zu laden' },
  },
}
