/** Spanish of web/src/conversations/email-files. */
export default {
  'conversations/email-files/strings': {
    add: 'Agregar archivos',
    list: 'Archivos para enviar',
    limit: '20 MB de archivos como máximo',
    sum: (size: string, count: number) => `${count === 1 ? '1 archivo' : `${count} archivos`}, ${size} de 20 MB`,
    tooLarge: (size: string) => `${size} de archivos superan los 20 MB que admite un correo. Quita algunos.`,
    tooMany: 'Un correo puede llevar 50 archivos como máximo. Quita algunos.',
    sending: (name: string, percent: number) => `Subiendo ${name}: ${percent} %`,
    fetching: 'Se están trayendo los archivos del original',
    notFetched: 'No se pudieron traer los archivos del original',
    remove: (name: string) => `Quitar ${name}`,
    again: (name: string) => `Subir ${name} de nuevo`,
    file: (name: string, size: string) => `${name}, ${size}`,
    kilobytes: (count: number) => `${count} kB`,
    megabytes: (count: number) => `${count} MB`,
    drop: 'Suelta los archivos aquí',
  },
}
