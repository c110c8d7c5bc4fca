import { counted } from '#web/i18n/format.ts'

/** German of web/src/business/payments. */
export default {
  'business/payments/module': {
    reconciliation: 'Zahlungsabgleich',
    reconciliationLead: 'Zahlungen im Vergleich mit den Aufzeichnungen Ihrer Anbieter.',
  },
  'business/payments/strings': {
    title: 'Zahlungsabgleich',
    about:
      'Die letzten 90 Tage bei Ihren Zahlungsanbietern im Vergleich mit den Aufzeichnungen hier, Zahlung für Zahlung, abzüglich Rückerstattungen und verlorener Zahlungsstreite.',
    loadFailed: 'Der Zahlungsabgleich konnte nicht geladen werden',
    compare: 'Jetzt abgleichen',
    comparing: 'Wird abgeglichen …',
    compareText: 'Alle Bezahlvorgänge und Zahlungen beim Anbieter werden gelesen. Das dauert Sekunden bis Minuten.',
    compareFailed: 'Der Abgleich konnte nicht gestartet werden',
    last: 'Zuletzt abgeglichen',
    never: 'Noch nicht abgeglichen',
    neverText: (at: string) => `Der erste Abgleich läuft am ${at}, oder starten Sie ihn jetzt.`,
    someNever: (n: number) =>
      n === 1 ? '1 Konto wurde noch nicht abgeglichen' : `${counted(n)} Konten wurden noch nicht abgeglichen`,
    someFailed: (n: number) =>
      n === 1 ? '1 Konto konnte nicht abgeglichen werden' : `${counted(n)} Konten konnten nicht abgeglichen werden`,
    someFailedText: (at: string) => `Der Grund steht unten. Der nächste Abgleich läuft am ${at}.`,
    allWell: 'Keine Abweichungen',
    allWellText: 'Jede Zahlung stimmt mit den Aufzeichnungen Ihrer Anbieter überein.',
    unresolved: (n: number) => (n === 1 ? '1 Abweichung' : `${counted(n)} Abweichungen`),
    unresolvedText: 'Unten steht, was zu tun ist. Behobene Abweichungen klären sich automatisch.',
    providers: 'Anbieter',
    nothingConnected: 'Noch keine Zahlungen zum Abgleichen',
    nothingConnectedText: 'Sobald ein Kunde eine Rechnung bezahlt, wird die Zahlung hier abgeglichen.',
    toInvoices: 'Rechnungen öffnen',
    modes: { live: 'Live', test: 'Test', sandbox: 'Simuliert' },
    notCompared: (at: string) => `Noch nicht abgeglichen. Erster Abgleich: ${at}.`,
    others: (checkouts: number, events: number) =>
      `Übersprungen, von anderen Programmen auf diesem Konto: ${counted(checkouts)} Bezahlvorgänge und ${counted(events)} Webhook-Ereignisse.`,
    disconnected: 'Getrennt',
    nothingTaken: 'Keine Zahlungen in den letzten 90 Tagen.',
    collected: 'Beim Anbieter',
    recorded: 'Hier erfasst',
    lost: 'Durch Zahlungsstreit verloren',
    difference: 'Differenz',
    none: 'Keine',
    available: 'Verfügbares Guthaben',
    pending: 'Ausstehendes Guthaben',
    failed: (why: string) => `Abgleich fehlgeschlagen: ${why}`,
    differences: 'Abweichungen',
    list: 'Abweichungen, neueste zuerst',
    theInvoice: 'Rechnung',
    draft: 'Entwurf',
    provider: 'Anbieter',
    found: 'Gefunden',
    resolve: 'Klären',
    resolveTitle: 'Diese Abweichung klären?',
    resolveText:
      'Verwenden Sie das, wenn Sie sie anderswo behoben haben. Ihre Notiz steht dann in der Zeitleiste der Rechnung.',
    note: 'Notiz',
    noteHint: 'Was unternommen wurde.',
    noteMissing: 'Geben Sie eine Notiz ein.',
    resolved: 'Abweichung geklärt.',
  },
  'business/payments/sentences#audit': {
    reconcile: { done: 'hat einen Zahlungsabgleich gestartet', tried: 'hat versucht, einen Zahlungsabgleich zu starten' },
    'resolve-difference': {
      done: 'hat eine Abweichung im Zahlungsabgleich geklärt',
      tried: 'hat versucht, eine Abweichung im Zahlungsabgleich zu klären',
    },
  },
  'business/payments/sentences': {
    odd: 'Eine Zahlung passt nicht zu ihrer Rechnung',
    kinds: {
      wrong_invoice: 'Sie war für eine andere Rechnung bestimmt und wird nicht angerechnet.',
      wrong_amount: 'Ihr Betrag weicht von der Rechnung ab. Sie wird nicht angerechnet.',
      wrong_currency: 'Ihre Währung weicht von der Rechnung ab. Sie wird nicht angerechnet.',
      wrong_mode:
        'Eine Testzahlung kam zu einer echten Rechnung oder eine echte Zahlung zu einer Testrechnung. Sie wird nicht angerechnet.',
      double_payment: 'Die Rechnung war bereits bezahlt. Erstatten Sie dem Kunden diese Zahlung.',
      paid_after_void: 'Die Rechnung war storniert, als die Zahlung kam. Erstatten Sie sie dem Kunden.',
      disputed: 'Der Kunde ficht sie bei seiner Bank an.',
      dispute_lost: 'Der Kunde hat einen Zahlungsstreit gewonnen: Die Bank hat ihm das Geld zurückgegeben.',
      missing_here: 'Der Anbieter hat sie, und hier ist sie nicht erfasst.',
      missing_at_provider: 'Sie ist hier erfasst, und der Anbieter hat sie nicht.',
      different_amount: 'Der Anbieter hat einen anderen Betrag oder andere Rückerstattungen als hier erfasst.',
    },
  },
}
