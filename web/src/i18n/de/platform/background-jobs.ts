import { counted } from '#web/i18n/format.ts'

/** Not counted further. */
const upTo = (n: number): string => (n > 1_000 ? `${counted(1_000)}+` : counted(n))
const many = (one: string, more: string) => (n: number) => (n === 1 ? `1 ${one}` : `${counted(n)} ${more}`)

/** German of web/src/platform/background-jobs. */
export default {
'platform/background-jobs/module': { background: 'Hintergrundaufgaben', backgroundLead: 'Was wartet, erneut versucht wird oder fehlgeschlagen ist.' },
'platform/background-jobs/strings': {
runs: (failed: number, paused: number) => `Ausführungen von Workflows: ${upTo(failed)} fehlgeschlagen, ${upTo(paused)} pausiert.`, showRuns: 'Ausführungen anzeigen', title: 'Hintergrundaufgaben', about: 'Jobs und Ereignisse, die warten, erneut versucht werden, laufen oder fehlgeschlagen sind.', workerAway: 'Kein Worker läuft', workerSeen: 'Zuletzt gesehen',
workerFix: 'Jobs warten, bis einer startet: Sagen Sie Ihrem Betreiber Bescheid.', workerNever: 'Es lief noch keiner. Jobs warten, bis einer startet: Sagen Sie Ihrem Betreiber Bescheid.', list: 'Hintergrundaufgaben, neueste zuerst', loadFailed: 'Die Hintergrundaufgaben konnten nicht geladen werden', emptyTitle: 'Alle Jobs sind erledigt',
emptyText: 'E-Mails, Importe und Ereignisse von Anbietern werden hier verarbeitet. Fehlgeschlagene Jobs bleiben, bis Sie sie erneut versuchen oder verwerfen.', toOutbox: 'Postausgang öffnen', toWebhooks: 'Webhooks öffnen', noneInState: 'Keine Ergebnisse', showAll: 'Alle Jobs anzeigen', more: 'Ältere anzeigen', job: 'Job', state: 'Status',
anyState: 'Jeder Status', choice: (state: string, n: number) => `${state} (${counted(n)})`, states: { dead: 'Fehlgeschlagen', failed: 'Unlesbar', waiting: 'In der Warteschlange', running: 'Läuft', held: 'Nach Wiederherstellung zurückgehalten' }, retrying: 'Wird erneut versucht',
jobs: { 'send-mail': 'E-Mail senden', 'send-receipt': 'Zahlungsbeleg senden', 'send-reset-link': 'Link zum Zurücksetzen des Passworts senden', 'check-upload-job': 'Datei prüfen', 'import-upload': 'Datei importieren', 'undo-upload-job': 'Import rückgängig machen', 'remove-upload-files': 'Hochgeladene Datei entfernen', 'forget-webhook': 'Entfernten Webhook löschen',
'read-inbox': 'Ereignis eines Anbieters verarbeiten', search: 'Suchindex aktualisieren', identities: 'Lead einem Kontakt zuordnen', webhooks: 'Webhook-Zustellungen einreihen' }, event: (name: string, type: string) => `${name}: ${type}`, holdsUp: 'Spätere Ereignisse warten auf dieses.', request: (hook: string) => `Ereignis des Anbieters: ${hook}`,
attempts: (n: number) => (n === 1 ? '1 Versuch' : `${counted(n)} Versuche`), attemptsLeft: (n: number) => `${counted(n)} übrig`, nextAttempt: 'nächster', attemptsColumn: 'Versuche', record: 'Datensatz', created: 'Erstellt', retry: 'Erneut versuchen', runNow: 'Jetzt ausführen', discard: 'Verwerfen', of: (name: string) => `: ${name}`,
retryTitle: (n: number) => (n === 1 ? 'Diesen Job erneut versuchen?' : `${counted(n)} Jobs erneut versuchen?`), retryText: 'Er wird mit denselben Daten und allen Versuchen neu eingereiht. Abgeschlossene Schritte werden nicht wiederholt.', runNowText: 'Der nächste Versuch läuft jetzt statt später.', readText: 'Die gespeicherte Anfrage wird erneut verarbeitet.',
eventText: 'Das Ereignis wird erneut verarbeitet und geht dort weiter, wo es fehlgeschlagen ist. Abgeschlossene Schritte werden nicht wiederholt.', discardTitle: (n: number) => (n === 1 ? 'Diesen Job verwerfen?' : `${counted(n)} Jobs verwerfen?`), discardText: 'Er wird nicht ausgeführt. Das lässt sich nicht rückgängig machen; Ihr Grund bleibt dabei.',
discardEventText: 'Das Ereignis wird für diesen Schritt übersprungen; der Datensatz selbst ändert sich nicht. Das lässt sich nicht rückgängig machen; Ihr Grund bleibt dabei.', reason: 'Grund', reasonHint: 'Wird im Verlauf gespeichert.', reasonMissing: 'Geben Sie einen Grund ein.', discardJob: 'Job verwerfen', keep: 'Job behalten',
retried: (n: number) => (n === 1 ? 'Job neu eingereiht.' : `${counted(n)} Jobs neu eingereiht.`), discarded: (n: number) => (n === 1 ? 'Job verworfen.' : `${counted(n)} Jobs verworfen.`), oneTitle: 'Job', oneGone: 'Dieser Job ist erledigt oder wurde verworfen', oneFailed: 'Dieser Job konnte nicht geladen werden', decidedTitle: 'Verlauf',
decisions: { replayed: 'Erneut versucht', dropped: 'Verworfen' }, by: (name: string) => `von ${name}`,
},
'platform/background-jobs/sentences#audit': {
'drop-background-work': { done: 'hat eine Hintergrundaufgabe verworfen', tried: 'hat versucht, eine Hintergrundaufgabe zu verwerfen' },
'release-held-work': { done: 'hat nach einer Wiederherstellung zurückgehaltene Arbeit freigegeben', tried: 'hat versucht, nach einer Wiederherstellung zurückgehaltene Arbeit freizugeben' },
'replay-background-work': { done: 'hat eine Hintergrundaufgabe erneut versucht', tried: 'hat versucht, eine Hintergrundaufgabe zu wiederholen' },
},
'platform/background-jobs/sentences': { failed: (name: string) => `Eine Hintergrundaufgabe ist fehlgeschlagen: ${name}`, failedText: 'Versuchen Sie sie erneut oder verwerfen Sie sie.',
held: (n: number) => n === 1 ? 'Ein Backup wurde eingespielt: 1 ausgehender Vorgang wird zurückgehalten' : `Ein Backup wurde eingespielt: ${counted(n)} ausgehende Vorgänge werden zurückgehalten`, heldText: 'Sie könnten schon vor der Wiederherstellung gesendet worden sein. Prüfen Sie sie und geben Sie sie dann frei.' },
'platform/background-jobs/held-strings': {
title: 'Nach Wiederherstellung zurückgehalten', loadFailed: 'Die zurückgehaltenen Jobs konnten nicht geladen werden', since: 'Dieser Arbeitsbereich wurde wiederhergestellt aus einem Backup von', lead: 'Damals wartende Jobs könnten inzwischen gelaufen sein, daher werden sie zurückgehalten, bis Sie sie freigeben. Neue Jobs laufen wie gewohnt.',
owners: 'Nur ein Inhaber kann sie freigeben.', oldest: 'Älteste:', release: 'Freigeben', released: 'Freigegeben.', confirmTitle: 'Diese Jobs freigeben?', confirmText: 'Das lässt sich nicht rückgängig machen.',
kinds: { mails: many('E-Mail', 'E-Mails'), messages: many('WhatsApp-Nachricht', 'WhatsApp-Nachrichten'), webhooks: many('Webhook-Zustellung', 'Webhook-Zustellungen'), payments: many('Zahlungsabfrage', 'Zahlungsabfragen'), syncs: many('Anruf, Vorlage oder Datei zum Abrufen', 'Anrufe, Vorlagen und Dateien zum Abrufen'),
ai: many('KI-Text zu schreiben', 'KI-Texte zu schreiben'), workflows: many('Workflow-Ausführung', 'Workflow-Ausführungen') },
repeats: { mails: 'Bereits gesendete E-Mails kommen ein zweites Mal an.', messages: 'Bereits gesendete Nachrichten kommen ein zweites Mal an.', webhooks: 'Endpunkte erkennen eine Wiederholung an ihrer webhook-id.', payments: 'Anbieter werden abgefragt; nichts wird doppelt belastet.', syncs: 'Erneutes Abrufen ändert nichts.',
ai: 'Bereits geschriebene Texte werden noch einmal bezahlt.', workflows: 'Ausführungen gehen weiter, wo das Backup sie ließ. Seitdem erledigte Schritte werden noch einmal ausgeführt.' },
},
}
