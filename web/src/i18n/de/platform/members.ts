/** German of web/src/platform/members. */
export default {
'platform/members/module': { members: 'Mitglieder', membersLead: 'Teammitglieder, Rollen und Einladungen.' },
'platform/members/sentences#audit': {
'change-role': { done: 'hat die Rolle eines Mitglieds geändert', tried: 'hat versucht, die Rolle eines Mitglieds zu ändern' },
'create-user': { done: 'hat ein Mitglied hinzugefügt', tried: 'hat versucht, ein Mitglied hinzuzufügen' },
'invite-staff': { done: 'hat ein Mitglied eingeladen', tried: 'hat versucht, ein Mitglied einzuladen' },
'remove-member': { done: 'hat ein Mitglied entfernt', tried: 'hat versucht, ein Mitglied zu entfernen' },
'resend-invitation': { done: 'hat eine Einladung erneut gesendet', tried: 'hat versucht, eine Einladung erneut zu senden' },
'send-welcome': { done: 'hat einem Mitglied einen Link zum Festlegen des Passworts gesendet', tried: 'hat versucht, einem Mitglied einen Link zum Festlegen des Passworts zu senden' },
'withdraw-invitation': { done: 'hat eine Einladung zurückgezogen', tried: 'hat versucht, eine Einladung zurückzuziehen' },
},
'platform/members/sentences': { joined: (name: string) => `${name} ist dem Arbeitsbereich beigetreten`, joinedAs: { owner: 'Als Inhaber.', admin: 'Als Admin.', member: 'Als Mitglied.' } },
'platform/members/role-strings': { owner: 'Inhaber', admin: 'Admin', member: 'Mitglied' },
'platform/members/members-strings': {
title: 'Mitglieder', about: 'Ihr Team, die Rollen und offene Einladungen.', invite: 'Einladen', inviteTeammate: 'Teammitglied einladen', membersFailed: 'Die Mitglieder konnten nicht geladen werden.', search: 'Mitglieder suchen', searchHint: 'Nach Name oder E-Mail suchen', noneFound: (text: string) => `Keine Ergebnisse für „${text}“`, you: 'Sie', name: 'Name',
lastSeen: 'Zuletzt gesehen', since: (day: string) => `Dabei seit ${day}`, neverSignedIn: 'Noch nicht angemeldet', onlyAdmins: 'Nur Inhaber und Admins können Mitglieder einladen und ändern.', aloneTitle: 'Sie sind das einzige Mitglied', aloneText: 'Laden Sie die Personen ein, die Ihre Leads beantworten. Alle erhalten einen Link per E-Mail, um ein Passwort zu wählen und beizutreten.',
ownerMay: 'Voller Zugriff, auch Inhaber hinzufügen und entfernen.', adminMay: 'Schlüssel, Anfrageprotokoll, Einstellungen und Mitglieder, aber keine Inhaber.', memberMay: 'Leads, Kontakte und Importe.', role: 'Rolle', actionsOf: (name: string) => `Aktionen für ${name}`, changeRole: 'Rolle ändern', sendFirstLink: 'Link zum Festlegen des Passworts senden',
sendNewLink: 'Link zum Zurücksetzen des Passworts senden', remove: 'Entfernen', linkSent: (email: string) => `Link an ${email} gesendet. Er gilt einmal, 24 Stunden lang.`, linkFailed: 'Der Link konnte nicht gesendet werden', roleTitle: (name: string) => `Rolle von ${name} ändern`, roleSaved: (name: string, role: string) => `${name} hat jetzt die Rolle ${role}.`,
ownRoleHint: 'Das ist Ihre eigene Rolle. Geben Sie sie ab, kann nur ein anderer Inhaber sie wiederherstellen.', save: 'Speichern', cancel: 'Abbrechen', removeTitle: (name: string) => `${name} entfernen?`,
removeText: 'Alle Sitzungen enden sofort, und der Zugang zu diesem Arbeitsbereich geht verloren. Leads, Kontakte und Einträge im Audit-Protokoll bleiben. Sie können jederzeit wieder einladen.', keep: 'Mitglied behalten', removeMember: 'Mitglied entfernen', removed: (name: string) => `${name} wurde entfernt.`,
inviteLead: 'Die Person erhält einen Link per E-Mail. Er gilt einmal, 7 Tage lang.', email: 'E-Mail', nameOptional: 'Name (optional)', nameHint: 'Steht in der E-Mail. Er lässt sich später ändern.', sendInvitation: 'Einladung senden', invited: (email: string) => `Einladung an ${email} gesendet.`, invitedUntil: (day: string) => `Der Link gilt bis ${day}.`,
another: 'Weitere Einladung senden', done: 'Fertig', emailInvalid: 'Geben Sie eine gültige E-Mail-Adresse ein.', invitations: 'Offene Einladungen', invitationsFailed: 'Die Einladungen konnten nicht geladen werden.', invitedBy: 'Eingeladen von', expires: 'Läuft ab', expired: 'Abgelaufen', resend: 'Erneut senden',
invitationTo: (email: string) => `Einladung an ${email}`, resent: (email: string, day: string) => `Neuer Link an ${email} gesendet. Er gilt bis ${day}; der alte Link gilt nicht mehr.`, resendFailed: 'Die Einladung konnte nicht erneut gesendet werden', withdraw: 'Zurückziehen', withdrawn: (email: string) => `Einladung an ${email} zurückgezogen. Der Link gilt nicht mehr.`,
withdrawFailed: 'Die Einladung konnte nicht zurückgezogen werden', more: 'Mehr anzeigen', sandboxMail: 'Sandbox-Modus: E-Mails werden nicht wirklich versendet. Sie finden sie im', sandboxMailbox: 'Sandbox-Postfach', noMail: 'Kein E-Mail-Konto verbunden, daher wartet die Einladung im Postausgang.',
},
}
