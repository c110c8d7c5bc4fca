import { counted } from '#web/i18n/format.ts'

/** German of web/src/business/designs. */
export default {
'business/designs/module': { designs: 'Designs', designsAbout: 'Designs in Canva, verknüpft mit Deals und Kontakten, und ihre Dateien.' },
'business/designs/strings': {
title: 'Designs', loadFailed: 'Die Designs konnten nicht geladen werden', views: 'Welche Designs', inCanva: 'In Canva', usedHere: 'Hier verwendet', list: 'Designs', search: 'Designs suchen', searchPlaceholder: 'Nach Titel suchen', noMatchTitle: 'Keine passenden Designs',
noMatchText: (words: string) => `Canva hat kein Design zu „${words}“ gefunden.`, clearSearch: 'Suche leeren', more: 'Mehr anzeigen', emptyTitle: 'Noch keine Designs in Canva', emptyText: 'Erstellen Sie eines hier oder in Canva.', noneUsed: 'Hier werden noch keine Designs verwendet',
noneUsedText: 'Designs, die Sie erstellen, exportieren oder mit einem Deal oder Kontakt verknüpfen, erscheinen hier.', noneOfRecord: 'Noch keine Designs.', connectTitle: 'Canva verbinden',
connectText: 'Verknüpfen Sie Designs mit Deals und Kontakten und bewahren Sie exportierte Dateien hier auf. Alle im Arbeitsbereich sehen jedes Design, das das verbundene Konto sieht; verwenden Sie daher ein Konto für das Team.',
connectAsk: 'Bitten Sie einen Admin, Canva zu verbinden. Dann können Designs mit Deals und Kontakten verknüpft und hier als Dateien exportiert werden.', connectNoClient: 'Der Betreiber muss Canva zuerst einrichten: CANVA_CLIENT_ID und CANVA_CLIENT_SECRET.',
connect: 'Canva verbinden', connectAgain: 'Erneut verbinden', accountTrouble: 'Canva ist nicht verfügbar', accountTroubleText: 'Hier aufbewahrte Dateien können weiterhin heruntergeladen werden.', pages: (n: number) => (n === 1 ? '1 Seite' : `${counted(n)} Seiten`), changed: 'Geändert',
gone: 'In Canva gelöscht', open: 'In Canva öffnen', openFailed: 'Das Design konnte nicht geöffnet werden', linkedTo: 'Verknüpft mit', unnamed: 'Unbekannter Kontakt', unlink: 'Verknüpfung lösen', unlinkFrom: (name: string) => `Verknüpfung mit ${name} lösen`,
unlinked: 'Verknüpfung gelöst.', create: 'Design erstellen', createTitle: 'Design erstellen', designTitle: 'Titel', kind: 'Art', kinds: { presentation: 'Präsentation', doc: 'Dokument', email: 'E-Mail', whiteboard: 'Whiteboard', size: 'Eigene Größe' }, width: 'Breite (px)', height: 'Höhe (px)',
sizeWrong: 'Geben Sie 40 bis 8.000 ein.', created: 'Design erstellt.', notCreated: 'Das Design konnte nicht erstellt werden', fill: 'Vorlage ausfüllen', fillTitle: 'Markenvorlage ausfüllen', template: 'Vorlage', templatesFailed: 'Die Vorlagen konnten nicht geladen werden',
noTemplates: 'Das Konto hat keine Markenvorlagen.', noFields: 'Diese Vorlage hat keine Textfelder.', fillNow: 'Aus Vorlage erstellen', filling: 'Canva erstellt das Design. Es erscheint gleich hier.', notFilled: 'Die Vorlage konnte nicht ausgefüllt werden',
textMissing: 'Geben Sie mindestens einen Text ein.', link: 'Verknüpfen', linkTitle: 'Dieses Design verknüpfen', linkWhat: 'Verknüpfen mit', aDeal: 'Einem Deal', aContact: 'Einem Kontakt', linkContact: 'Kontakt', linked: 'Design verknüpft.',
notLinked: 'Das Design konnte nicht verknüpft werden', linkDesign: 'Design verknüpfen', chooseTitle: 'Design verknüpfen', choose: (title: string) => `${title} verknüpfen`, export: 'Exportieren', exportTitle: 'Dieses Design exportieren',
exportText: 'Canva erstellt die Datei, und Foyer bewahrt sie hier auf. Sie können diese Seite inzwischen verlassen.', format: 'Format', formats: { pdf: 'PDF', png: 'PNG-Bilder', jpg: 'JPEG-Bilder', pptx: 'PowerPoint', gif: 'GIF', mp4: 'MP4-Video' },
formatsFailed: 'Die Formate konnten nicht geladen werden', pagesField: 'Seiten', pagesHint: 'Etwa 1, 3-5. Leer für alle.', pagesWrong: 'Geben Sie Seitenzahlen ein, etwa 1, 3-5.', notExported: 'Das Design konnte nicht exportiert werden', exportBegun: 'Export gestartet.', exports: 'Exporte',
exportStates: { queued: 'Wartet', in_progress: 'Wird exportiert', done: 'Fertig', failed: 'Fehlgeschlagen' }, download: (name: string, size: string) => `${name} (${size})`, removeExport: 'Dateien entfernen', removeTitle: 'Diesen Export entfernen?',
removeText: 'Die Dateien werden hier gelöscht. Das Design in Canva bleibt.', removed: 'Dateien entfernt.', keep: 'Behalten', failedExport: (title: string) => `„${title}“ wurde nicht exportiert`, failedFill: 'Eine Vorlage wurde nicht ausgefüllt',
failedText: 'Öffnen Sie Designs, um zu sehen, warum und was zu tun ist.',
},
'business/designs/sentences': { canva: { done: 'hat ein Design erstellt, exportiert, verknüpft oder gelöst', tried: 'hat versucht, mit einem Design zu arbeiten' } },
}
