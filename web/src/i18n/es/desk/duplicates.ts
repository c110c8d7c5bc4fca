/** Spanish of web/src/desk/duplicates. */
export default {
  'desk/duplicates/strings': {
    title: 'Duplicados',
    back: 'Contactos',
    about:
      'Contactos que pueden ser la misma persona, y empresas que pueden ser una sola. Nada se combina si no lo haces tú, y una combinación se puede deshacer.',
    kinds: 'Qué comparar',
    companies: 'Empresas',
    loadFailed: 'No se pudieron cargar los duplicados',
    emptyTitle: 'No hay duplicados',
    emptyText: 'Aquí aparecen los contactos con el mismo buzón, el mismo número o el mismo nombre en una misma empresa.',
    reasons: {
      mailbox: 'Mismo buzón',
      phone: 'Mismo número',
      name_company: 'Mismo nombre y empresa',
      name_domain: 'Mismo nombre y dominio de correo',
    },
    companiesEmptyText:
      'Aquí aparecen las empresas con el mismo número fiscal o de registro, el mismo dominio o el mismo nombre sin su forma jurídica.',
    companyReasons: { number: 'Mismo número de registro', domain: 'Mismo dominio', name: 'Mismo nombre' },
    pair: (one: string, other: string) => `${one} y ${other}`,
    unnamed: 'Sin nombre',
    email: 'Correo',
    phone: 'Teléfono',
    company: 'Empresa',
    domain: 'Dominio',
    jobTitle: 'Cargo',
    added: 'Agregado',
    none: '–',
    keep: 'Conservar',
    keepNamed: (name: string) => `Conservar: ${name}`,
    notSame: 'Son distintos',
    merged: (name: string) => `Los contactos se combinaron en ${name}.`,
    companiesMerged: (name: string) => `Las empresas se combinaron en ${name}.`,
    dismissed: 'Este par no se volverá a sugerir.',
    failed: 'No se pudo guardar el cambio',
    companyKeys: '1 y 2 conservan esa empresa, N dice que no son la misma.',
    keys: '1 y 2 conservan ese contacto, N dice que no son el mismo.',
  },
  'desk/duplicates/sentences': {
    'dismiss-company-duplicate': {
      done: 'indicó que dos empresas no son la misma',
      tried: 'intentó indicar que dos empresas no son la misma',
    },
    'dismiss-duplicate': {
      done: 'indicó que dos contactos no son el mismo',
      tried: 'intentó indicar que dos contactos no son el mismo',
    },
  },
  'desk/duplicates/module': {
    duplicates: 'Duplicados',
    duplicatesAbout: 'Contactos o empresas que pueden ser uno solo.',
  },
  'desk/duplicates/duplicates-link': {
    possible: (n: number, count: string) => `${count} ${n === 1 ? 'posible duplicado' : 'posibles duplicados'}`,
  },
}
