import { counted } from '#web/i18n/format.ts'

const filesOf = (n: number): string => `${counted(n)} ${n === 1 ? 'arquivo' : 'arquivos'}`

/** Portuguese of web/src/platform/files. */
export default {
  'platform/files/strings': {
    files: 'Arquivos',
    about: 'Onde os arquivos são guardados e se estão intactos.',
    failed: 'Não foi possível carregar os arquivos',
    place: 'Armazenamento',
    places: { folder: 'Uma pasta no servidor', s3: 'Um bucket S3' },
    placeText: 'Os arquivos são gravados uma vez e nunca sobrescritos. O administrador do sistema decide onde são guardados.',
    storedIn: 'Novos arquivos',
    total: 'Todos os arquivos',
    count: (n: number, size: string) => `${filesOf(n)}, ${size}`,
    none: 'Nenhum arquivo ainda',
    noneText: 'Documentos, modelos, anexos e arquivos importados aparecem aqui.',
    moving: 'Os arquivos estão sendo movidos',
    movingText: (left: number, all: number, size: string) =>
      `${filesOf(left)} de ${counted(all)} (${size}) ${left === 1 ? 'ainda está' : 'ainda estão'} no armazenamento anterior. Eles ficam disponíveis enquanto o administrador do sistema os move.`,
    moved: 'Movidos',
    kinds: {
      document: 'Documentos',
      record: 'Registros noturnos',
      template: 'Modelos',
      email: 'Anexos de e-mails',
      message: 'Anexos do WhatsApp',
      upload: 'Arquivos importados',
      design: 'Designs',
      logo: 'Logotipos',
      attachment: 'Arquivos de registros',
    },
    kindsTitle: 'Por tipo',
    checks: 'Verificações',
    checksText: 'Cada arquivo é lido de novo pelo menos a cada 30 dias e comparado com seu SHA-256.',
    lastRead: 'Último arquivo lido',
    oldestRead: 'Mais tempo sem verificação',
    damaged: 'Danificados',
    noDamaged: 'Nenhum',
    damagedFiles: 'Arquivos danificados',
    damagedText: 'Peça ao administrador do sistema que os restaure de um backup. Eles são lidos de novo toda noite.',
  },
  'platform/files/sentences': {
    damaged: 'Um arquivo guardado está danificado',
    damagedText: (kind: string) => `${kind}: restaure-o de um backup.`,
  },
  'platform/files/module': {
    files: 'Arquivos',
    filesAbout: 'Onde os arquivos são guardados e se estão intactos.',
  },
}
