import { counted } from '#web/i18n/format.ts'

const filesOf = (n: number): string => `${counted(n)} ${n === 1 ? 'archivo' : 'archivos'}`

/** Spanish of web/src/platform/files. */
export default {
  'platform/files/strings': {
    files: 'Archivos',
    about: 'Dónde se guardan los archivos y si están intactos.',
    failed: 'No se pudieron cargar los archivos',
    place: 'Almacenamiento',
    places: { folder: 'Una carpeta del servidor', s3: 'Un bucket de S3' },
    placeText:
      'Los archivos se escriben una vez y nunca se sobrescriben. El administrador del sistema decide dónde se guardan.',
    storedIn: 'Archivos nuevos',
    total: 'Todos los archivos',
    count: (n: number, size: string) => `${filesOf(n)}, ${size}`,
    none: 'Aún no hay archivos',
    noneText: 'Los documentos, plantillas, adjuntos y archivos importados aparecen aquí.',
    moving: 'Los archivos se están moviendo',
    movingText: (left: number, all: number, size: string) =>
      `${filesOf(left)} de ${counted(all)} (${size}) ${left === 1 ? 'sigue' : 'siguen'} en el almacenamiento anterior. Están disponibles mientras el administrador del sistema los mueve.`,
    moved: 'Movidos',
    kinds: {
      document: 'Documentos',
      record: 'Registros nocturnos',
      template: 'Plantillas',
      email: 'Adjuntos de correos',
      message: 'Adjuntos de WhatsApp',
      upload: 'Archivos importados',
      design: 'Diseños',
      logo: 'Logos',
      attachment: 'Archivos de registros',
    },
    kindsTitle: 'Por tipo',
    checks: 'Comprobaciones',
    checksText: 'Cada archivo se lee de nuevo al menos cada 30 días y se compara con su SHA-256.',
    lastRead: 'Último archivo leído',
    oldestRead: 'Más tiempo sin comprobar',
    damaged: 'Dañados',
    noDamaged: 'Ninguno',
    damagedFiles: 'Archivos dañados',
    damagedText: 'Pide al administrador del sistema que los restaure de una copia de seguridad. Se leen de nuevo cada noche.',
  },
  'platform/files/sentences': {
    damaged: 'Un archivo guardado está dañado',
    damagedText: (kind: string) => `${kind}: restáuralo de una copia de seguridad.`,
  },
  'platform/files/module': {
    files: 'Archivos',
    filesAbout: 'Dónde se guardan los archivos y si están intactos.',
  },
}
