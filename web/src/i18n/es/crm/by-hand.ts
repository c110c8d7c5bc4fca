/** Spanish of web/src/crm/by-hand. */
export default {
  'crm/by-hand/strings': {
    owner: 'Responsable',
    noOwner: 'Sin responsable',
    known: '¿Ya está aquí?',
    knownPeople: 'Contactos y empresas que podrían ser los mismos',
    open: 'Abrir',
    unnamed: 'Contacto desconocido',
    contactReasons: { email: 'Mismo correo', phone: 'Mismo número', name: 'Mismo nombre', company: 'Misma empresa' },
    companyReasons: { domain: 'Mismo dominio', email: 'Dominio del correo', name: 'El nombre empieza igual' },
    inBin: 'En la papelera: agregarlo lo restaura',
    restored: 'Ya habías empezado. Lo que escribiste sigue aquí.',
    startOver: 'Empezar de nuevo',
    recordLabel: 'Sobre',
    recordHint: 'Escribe un nombre, un correo o un número.',
    recordOptional: 'Un contacto, empresa, negocio o lead. Puede quedar vacío.',
    recordsFound: 'Contactos, empresas, negocios y leads',
    recordKinds: { contact: 'Contacto', company: 'Empresa', deal: 'Negocio', lead: 'Lead' },
  },
}
