/** German of web/src/conversations/email-files. */
export default {
  'conversations/email-files/strings': {
    add: 'Dateien hinzufügen',
    list: 'Dateien zum Senden',
    limit: 'Höchstens 20 MB an Dateien',
    sum: (size: string, count: number) => `${count === 1 ? '1 Datei' : `${count} Dateien`}, ${size} von 20 MB`,
    tooLarge: (size: string) =>
      `${size} an Dateien sind mehr als die 20 MB, die eine E-Mail haben darf. Entfernen Sie einige davon.`,
    tooMany: 'Eine E-Mail darf höchstens 50 Dateien haben. Entfernen Sie einige davon.',
    sending: (name: string, percent: number) => `${name} wird hochgeladen: ${percent} %`,
    fetching: 'Die Dateien der ursprünglichen E-Mail werden geholt',
    notFetched: 'Die Dateien der ursprünglichen E-Mail konnten nicht geholt werden',
    remove: (name: string) => `${name} entfernen`,
    again: (name: string) => `${name} erneut hochladen`,
    file: (name: string, size: string) => `${name}, ${size}`,
    kilobytes: (count: number) => `${count} kB`,
    megabytes: (count: number) => `${count} MB`,
    drop: 'Dateien hier ablegen',
  },
}
