import { counted } from '#web/i18n/format.ts'

/** German of web/src/platform/profile. */
export default {
'platform/profile/module': { profile: 'Profil und Sicherheit', profileLead: 'Name, Passwort, Zwei-Faktor-Codes, Passkeys und Sitzungen.' },
'platform/profile/strings': {
title: 'Profil und Sicherheit', about: 'Ihr Name, Ihre Zeitzone, Anmeldemethoden und Sitzungen.', failed: 'Ihr Profil konnte nicht geladen werden.', cancel: 'Abbrechen', next: 'Weiter', save: 'Speichern', saved: 'Profil gespeichert.', showPassword: 'Passwort anzeigen', nameMissing: 'Geben Sie Ihren Namen ein.', passwordMissing: 'Geben Sie Ihr Passwort ein.', you: 'Sie',
name: 'Name', email: 'E-Mail', zone: 'Zeitzone', zoneHint: 'Für Ihre Arbeitszeiten und Kalender, in allen Ihren Arbeitsbereichen.', zoneOfWorkspace: 'Die des Arbeitsbereichs', emailHint: 'Damit melden Sie sich an. Sie kann hier nicht geändert werden.', password: 'Passwort', passwordSet: 'Sie melden sich mit E-Mail und Passwort an.', passwordNone: 'Sie haben noch kein Passwort.',
changePassword: 'Passwort ändern', changePasswordTitle: 'Passwort ändern', currentPassword: 'Aktuelles Passwort', newPassword: 'Neues Passwort', newPasswordHint: 'Mindestens 10 Zeichen. Versuchen Sie ein paar Wörter ohne Zusammenhang.', tooShort: 'Verwenden Sie mindestens 10 Zeichen.', otherSessionsEnd: 'Ihre anderen Sitzungen werden abgemeldet.',
passwordChanged: 'Passwort geändert. Ihre anderen Sitzungen sind abgemeldet.', confirmIdentity: 'Bestätigen Sie, dass Sie es sind.', secondFactor: 'Zwei-Faktor-Codes', secondFactorText: 'Bei der Anmeldung mit Passwort einen Code verlangen.', on: 'Ein', off: 'Aus', setUp: 'Einrichten', setUpTitle: 'Zwei-Faktor-Codes einrichten',
scan: 'Scannen Sie das mit einer Authenticator-App, etwa Aegis, 2FAS, Google Authenticator oder Ihrem Passwortmanager.', qr: 'QR-Code für die Authenticator-App', typeSecret: 'Scannen geht nicht? Geben Sie dieses Geheimnis in der App ein.', secret: 'Geheimnis', code: 'Code', codeMissing: 'Geben Sie den Code ein.', codeHint: 'Die sechs Ziffern aus der App.',
turnOn: 'Einschalten', turnOff: 'Ausschalten', turnOffTitle: 'Zwei-Faktor-Codes ausschalten?', turnOffText: 'Sie melden sich dann nur mit Ihrem Passwort an. Ihre Wiederherstellungscodes gelten nicht mehr.', turnedOff: 'Zwei-Faktor-Codes ausgeschaltet.', keepOn: 'Eingeschaltet lassen', codesTitle: 'Ihre Wiederherstellungscodes',
codesText: 'Verlieren Sie Ihr Telefon, meldet jeder Code Sie einmal an. Bewahren Sie sie getrennt vom Telefon auf. Foyer speichert nur ihre Fingerabdrücke, daher werden sie nur einmal angezeigt.', codes: 'Wiederherstellungscodes', copyCodes: 'Kopieren', downloadCodes: 'Herunterladen', codesFile: 'foyer-wiederherstellungscodes.txt',
codesFileHead: (email: string, address: string) => `Wiederherstellungscodes für ${email} bei ${address}. Jeder gilt einmal.`, codesStored: 'Ich habe sie gesichert', codesLeft: (n: number) => n === 0 ? 'Keine Wiederherstellungscodes mehr. Erstellen Sie neue.' : n === 1 ? 'Noch 1 Wiederherstellungscode. Erstellen Sie neue.' : `Noch ${counted(n)} Wiederherstellungscodes.`,
renewCodes: 'Neue Wiederherstellungscodes', renewTitle: 'Neue Wiederherstellungscodes erstellen', renewText: 'Ihre bisherigen Wiederherstellungscodes gelten nicht mehr.', createCodes: 'Codes erstellen', passkeys: 'Passkeys', passkeysText: 'Melden Sie sich mit Fingerabdruck, Gesicht oder Sicherheitsschlüssel an. Passkeys sind vor Phishing sicher.',
passkeysUnsupported: 'Passkeys sind in diesem Browser nicht verfügbar. Öffnen Sie Foyer über https oder in einem neueren Browser.', addPasskey: 'Passkey hinzufügen', addPasskeyTitle: 'Passkey hinzufügen', addPasskeyText: 'Als Nächstes fragt Ihr Browser, wo er gespeichert werden soll.', passkeyName: 'Name', passkeyNameHint: 'Wo er gespeichert ist.',
passkeyAdded: (name: string) => `${name} hinzugefügt. Sie können sich jetzt damit anmelden.`, passkeyFailed: 'Der Passkey wurde nicht erstellt', passkeyCancelled: 'Der Dialog wurde geschlossen oder die Zeit lief ab. Versuchen Sie es erneut.', passkeyKnown: 'Dieses Gerät oder dieser Sicherheitsschlüssel hat hier bereits einen Passkey.',
passkeyElsewhere: (host: string) => `Passkeys funktionieren nur unter ${host}. Öffnen Sie Foyer unter diesem Namen, nicht über die IP-Adresse.`, passkeyUnable: 'Ihr Browser oder Gerät konnte das nicht. Versuchen Sie ein anderes Gerät oder einen anderen Browser.', addedOn: (day: string) => `Hinzugefügt ${day}`, lastUsed: 'zuletzt verwendet', neverUsed: 'nie verwendet',
removePasskey: (name: string) => `${name} entfernen`, removePasskeyTitle: (name: string) => `${name} entfernen?`, removePasskeyText: 'Sie können sich damit nicht mehr anmelden. Entfernen Sie ihn auch von Ihrem Gerät oder aus dem Passwortmanager.', remove: 'Passkey entfernen', keep: 'Passkey behalten', passkeyRemoved: (name: string) => `${name} entfernt.`,
sessions: 'Sitzungen', sessionsFailed: 'Die Sitzungen konnten nicht geladen werden.', thisOne: 'Dieses Gerät', signedIn: 'Angemeldet', seen: 'zuletzt gesehen', unknownAgent: 'Unbekanntes Gerät', onSystem: (browser: string, system: string) => `${browser} auf ${system}`, program: (name: string) => `Programm (${name})`, aBrowser: 'Browser', endSession: 'Abmelden',
endSessionOf: (agent: string) => `${agent} abmelden`, sessionEnded: (agent: string) => `Abgemeldet: ${agent}.`, endFailed: 'Die Sitzung konnte nicht abgemeldet werden', endOthers: 'Alle anderen abmelden', othersEnded: (n: number) => (n === 1 ? '1 andere Sitzung abgemeldet.' : `${counted(n)} andere Sitzungen abgemeldet.`),
notYou: 'Erkennen Sie eine Sitzung nicht? Melden Sie sie ab und ändern Sie Ihr Passwort.',
},
'platform/profile/sentences': {
'add-passkey': { done: 'hat einen Passkey hinzugefügt', tried: 'hat versucht, einen Passkey hinzuzufügen' },
'change-password': { done: 'hat das eigene Passwort geändert', tried: 'hat versucht, das eigene Passwort zu ändern' },
'confirm-totp': { done: 'hat Zwei-Faktor-Codes eingeschaltet', tried: 'hat versucht, Zwei-Faktor-Codes einzuschalten' },
'end-other-sessions': { done: 'hat die eigenen anderen Sitzungen abgemeldet', tried: 'hat versucht, die eigenen anderen Sitzungen abzumelden' },
'end-session': { done: 'hat eine eigene Sitzung abgemeldet', tried: 'hat versucht, eine eigene Sitzung abzumelden' },
'remove-passkey': { done: 'hat einen Passkey entfernt', tried: 'hat versucht, einen Passkey zu entfernen' },
'remove-totp': { done: 'hat Zwei-Faktor-Codes ausgeschaltet', tried: 'hat versucht, Zwei-Faktor-Codes auszuschalten' },
'renew-recovery-codes': { done: 'hat neue Wiederherstellungscodes erstellt', tried: 'hat versucht, neue Wiederherstellungscodes zu erstellen' },
'start-passkey': { done: 'hat begonnen, einen Passkey hinzuzufügen', tried: 'hat versucht, einen Passkey hinzuzufügen' },
'start-totp': { done: 'hat begonnen, Zwei-Faktor-Codes einzurichten', tried: 'hat versucht, Zwei-Faktor-Codes einzurichten' },
'update-profile': { done: 'hat den eigenen Namen oder die Zeitzone geändert', tried: 'hat versucht, den eigenen Namen oder die Zeitzone zu ändern' },
},
}
