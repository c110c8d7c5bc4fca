import { counted } from '#web/i18n/format.ts'

const filesOf = (n: number): string => `${counted(n)} ${n === 1 ? 'Datei' : 'Dateien'}`

/** German of web/src/platform/files. */
export default {
  'platform/files/module': { files: 'Dateien', filesAbout: 'Wo Dateien gespeichert sind und ob sie unversehrt sind.' },
  'platform/files/strings': {
    files: 'Dateien',
    about: 'Wo Dateien gespeichert sind und ob sie unversehrt sind.',
    failed: 'Die Dateien konnten nicht geladen werden',
    place: 'Speicher',
    places: { folder: 'Ein Ordner auf dem Server', s3: 'Ein S3-Bucket' },
    placeText:
      'Dateien werden einmal geschrieben und nie überschrieben. Der Betreiber von Foyer entscheidet, wo sie gespeichert werden.',
    storedIn: 'Neue Dateien',
    total: 'Alle Dateien',
    count: (n: number, size: string) => `${filesOf(n)}, ${size}`,
    none: 'Noch keine Dateien',
    noneText: 'Dokumente, Vorlagen, Anhänge und importierte Dateien erscheinen hier.',
    moving: 'Dateien werden verschoben',
    movingText: (left: number, all: number, size: string) =>
      `${filesOf(left)} von ${counted(all)} (${size}) ${left === 1 ? 'liegt' : 'liegen'} noch im bisherigen Speicher. Sie bleiben verfügbar, während der Betreiber sie verschiebt.`,
    moved: 'Verschoben',
    kinds: {
      document: 'Dokumente',
      record: 'Nächtliche Protokolle',
      template: 'Vorlagen',
      email: 'E-Mail-Anhänge',
      message: 'WhatsApp-Anhänge',
      upload: 'Importierte Dateien',
      design: 'Designs',
      logo: 'Logos',
      attachment: 'Dateien von Datensätzen',
    },
    kindsTitle: 'Nach Art',
    checks: 'Prüfungen',
    checksText: 'Jede Datei wird mindestens alle 30 Tage erneut gelesen und mit ihrem SHA-256 verglichen.',
    lastRead: 'Zuletzt gelesene Datei',
    oldestRead: 'Am längsten ungeprüft',
    damaged: 'Beschädigt',
    noDamaged: 'Keine',
    damagedFiles: 'Beschädigte Dateien',
    damagedText: 'Bitten Sie den Betreiber, sie aus einem Backup wiederherzustellen. Sie werden jede Nacht erneut gelesen.',
  },
  'platform/files/sentences': {
    damaged: 'Eine gespeicherte Datei ist beschädigt',
    damagedText: (kind: string) => `${kind}: Stellen Sie sie aus einem Backup wieder her.`,
  },
}
