/** Spanish of web/src/desk/duplicates. */
export default {
  'desk/duplicates/strings': {
    title: 'Duplicados',
    back: 'Contactos',
    about: 'Contactos que pueden ser la misma persona. Nada se combina si no lo haces tú, y una combinación se puede deshacer.',
    loadFailed: 'No se pudieron cargar los duplicados',
    emptyTitle: 'No hay duplicados',
    emptyText: 'Aquí aparecen los contactos con el mismo buzón, el mismo número o el mismo nombre en una misma empresa.',
    reasons: {
      mailbox: 'Mismo buzón',
      phone: 'Mismo número',
      name_company: 'Mismo nombre y empresa',
      name_domain: 'Mismo nombre y dominio de correo',
    },
    pair: (one: string, other: string) => `${one} y ${other}`,
    unnamed: 'Sin nombre',
    email: 'Correo',
    phone: 'Teléfono',
    company: 'Empresa',
    jobTitle: 'Cargo',
    added: 'Agregado',
    none: '–',
    keep: 'Conservar este',
    keepNamed: (name: string) => `Conservar este: ${name}`,
    notSame: 'No son el mismo',
    merged: (name: string) => `Los contactos se combinaron en ${name}.`,
    dismissed: 'Estos dos no se volverán a sugerir.',
    failed: 'No se pudo guardar el cambio',
    keys: '1 y 2 conservan ese contacto, N dice que no son el mismo.',
  },
  'desk/duplicates/sentences': {
    'dismiss-duplicate': {
      done: 'indicó que dos contactos no son el mismo',
      tried: 'intentó indicar que dos contactos no son el mismo',
    },
  },
  'desk/duplicates/module': {
    duplicates: 'Duplicados',
    duplicatesAbout: 'Contactos que pueden ser una misma persona.',
  },
  'desk/duplicates/duplicates-link': {
    possible: (n: number, count: string) => `${count} ${n === 1 ? 'posible duplicado' : 'posibles duplicados'}`,
  },
}
