/** Portuguese of web/src/conversations/email-files. */
export default {
  'conversations/email-files/strings': {
    add: 'Adicionar arquivos',
    list: 'Arquivos para enviar',
    limit: '20 MB de arquivos no máximo',
    sum: (size: string, count: number) => `${count === 1 ? '1 arquivo' : `${count} arquivos`}, ${size} de 20 MB`,
    tooLarge: (size: string) => `${size} de arquivos passam dos 20 MB que um e-mail pode ter. Remova alguns.`,
    tooMany: 'Um e-mail pode ter no máximo 50 arquivos. Remova alguns.',
    sending: (name: string, percent: number) => `Enviando ${name}: ${percent} %`,
    fetching: 'Buscando os arquivos do original',
    notFetched: 'Não foi possível buscar os arquivos do original',
    remove: (name: string) => `Remover ${name}`,
    again: (name: string) => `Enviar ${name} de novo`,
    file: (name: string, size: string) => `${name}, ${size}`,
    kilobytes: (count: number) => `${count} kB`,
    megabytes: (count: number) => `${count} MB`,
    drop: 'Solte os arquivos aqui',
  },
}
