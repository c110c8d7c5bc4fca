import { counted } from '#web/i18n/format.ts'

const filesOf = (n: number): string => `${counted(n)} ${n < 2 ? 'fichier' : 'fichiers'}`

/** French of web/src/platform/files. */
export default {
  'platform/files/sentences': {
    damaged: 'Un fichier enregistré est endommagé',
    damagedText: (kind: string) => `${kind} : restaurez-le depuis une sauvegarde.`,
  },
  'platform/files/strings': {
    files: 'Fichiers',
    about: 'Où les fichiers sont stockés, et s’ils sont intacts.',
    failed: 'Les fichiers n’ont pas pu être chargés',
    place: 'Stockage',
    places: { folder: 'Un dossier sur le serveur', s3: 'Un bucket S3' },
    placeText: 'Les fichiers sont écrits une fois et jamais écrasés. L’administrateur du serveur décide où ils sont stockés.',
    storedIn: 'Nouveaux fichiers',
    total: 'Tous les fichiers',
    count: (n: number, size: string) => `${filesOf(n)}, ${size}`,
    none: 'Aucun fichier pour l’instant',
    noneText: 'Documents, modèles, pièces jointes et fichiers importés apparaissent ici.',
    moving: 'Les fichiers sont en cours de déplacement',
    movingText: (left: number, all: number, size: string) =>
      `Encore ${filesOf(left)} sur ${counted(all)} (${size}) dans l’ancien stockage. Ils restent disponibles pendant que l’administrateur du serveur les déplace.`,
    moved: 'Déplacés',
    kinds: {
      document: 'Documents',
      record: 'Relevés nocturnes',
      template: 'Modèles',
      email: 'Pièces jointes d’e-mail',
      message: 'Pièces jointes WhatsApp',
      upload: 'Fichiers importés',
      design: 'Maquettes',
      logo: 'Logos',
      attachment: 'Fichiers des fiches',
    },
    kindsTitle: 'Par type',
    checks: 'Vérifications',
    checksText: 'Chaque fichier est relu au moins tous les 30 jours et comparé à son SHA-256.',
    lastRead: 'Dernier fichier lu',
    oldestRead: 'Vérification la plus ancienne',
    damaged: 'Endommagés',
    noDamaged: 'Aucun',
    damagedFiles: 'Fichiers endommagés',
    damagedText: 'Demandez à l’administrateur du serveur de les restaurer depuis une sauvegarde. Ils sont relus chaque nuit.',
  },
  'platform/files/module': {
    files: 'Fichiers',
    filesAbout: 'Où les fichiers sont stockés, et s’ils sont intacts.',
  },
}
