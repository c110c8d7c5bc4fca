import { counted } from '#web/i18n/format.ts'

const starsOf = (stars: number): string => (stars === 1 ? '1 estrella' : `${counted(stars)} estrellas`)

/** Spanish of web/src/business/reviews. */
export default {
  'business/reviews/strings': {
    title: 'Reseñas',
    review: 'Reseña',
    list: 'Reseñas, el último cambio primero',
    loadFailed: 'No se pudieron cargar las reseñas',
    oneFailed: 'No se pudo cargar esta reseña',
    filter: 'Mostrar',
    all: 'Todas',
    shows: { unanswered: 'Sin respuesta', gone: 'Eliminadas' },
    noMatch: 'Ninguna reseña coincide',
    showAll: 'Ver todas las reseñas',

    stars: starsOf,
    ofStars: (stars: number) => `${counted(stars)} de 5 estrellas`,
    unrated: 'Sin valoración',
    unnamed: 'Autor sin nombre',
    withoutText: 'Valoración sin texto.',
    edited: 'Editada',
    removed: 'Eliminada',
    pictures: (count: number) => (count === 1 ? '1 imagen en Google' : `${counted(count)} imágenes en Google`),

    connectTitle: 'Ve aquí tus reseñas de Google',
    connectText:
      'Conecta la cuenta de Google que administra tu empresa. Foyer lee sus reseñas cada hora, te avisa de las nuevas y envía tus respuestas. Tus conexiones de correo y calendario no cambian.',
    connect: 'Conectar reseñas de Google',
    reconnect: 'Volver a conectar',
    askAdmin: 'Pide a un administrador de este espacio de trabajo que las conecte.',
    emptyTitle: 'Aún no hay reseñas',
    emptyText: 'Cuando un cliente reseña una de tus ubicaciones en Google, aparece aquí en menos de una hora.',
    noLocations: 'Esta cuenta de Google no administra ninguna empresa',
    noLocationsText:
      'Conecta la cuenta dueña de tu Perfil de Empresa, o haz que su propietario agregue esta como administradora.',
    reading: 'Leyendo reseñas…',
    readingText: 'La primera vez puede tardar unos minutos. Puedes salir de esta página.',

    syncNow: 'Sincronizar ahora',
    synced: (imported: number, updated: number, removed: number) =>
      imported + updated + removed === 0
        ? 'Nada nuevo'
        : `Nuevas: ${counted(imported)}, editadas: ${counted(updated)}, eliminadas: ${counted(removed)}`,
    goesOn: 'La sincronización tarda más y sigue en marcha.',
    lastSync: 'Última sincronización',
    stopped: 'La última sincronización no terminó',
    waits: 'La sincronización espera',
    disconnected: 'Google no está conectado, así que no se leen reseñas.',

    rating: 'Valoración',
    average: 'Media aquí',
    google: 'Google dice',
    count: (count: number) => (count === 1 ? '1 reseña' : `${counted(count)} reseñas`),
    same: 'Igual que Google',
    differs: (difference: string) => `Diferencia de ${difference}. Puede que Google cuente reseñas que aún no muestra.`,
    googleUnknown: 'Aún sin datos',
    distribution: 'Reseñas por estrellas',
    unansweredCount: (count: number) => `${counted(count)} sin respuesta`,

    location: 'Ubicación',
    allLocations: 'Todas las ubicaciones',
    starsFilter: 'Estrellas',
    anyStars: 'Cualquier valoración',
    locations: 'Ubicaciones',
    locationsText: 'Las reseñas de estas ubicaciones se leen cada hora. Lo ya leído se conserva cuando desactivas una.',
    onMap: 'Google Maps',
    troubles: {
      not_verified: 'Sin verificar en Google',
      not_listed: 'Ya no está en la cuenta',
      location_denied: 'Google deniega el acceso',
      location_not_there: 'No se encontró en Google',
    },
    unread: (count: number) => (count === 1 ? 'No se pudo leer 1 reseña' : `No se pudieron leer ${counted(count)} reseñas`),
    done: 'Listo',

    about: 'Información',
    posted: 'Publicada',
    changed: 'Editada por su autor',
    versions: 'Versiones anteriores',
    goneTitle: 'Esta reseña ya no está en Google',
    goneText: 'Dos sincronizaciones completas no la encontraron. Su texto se elimina aquí 30 días después de eso.',
    nameNote: 'El nombre es el que muestra Google. No se relaciona con tus contactos.',

    reply: 'Responder',
    yourReply: 'Tu respuesta',
    replyPublic: 'Tu respuesta es pública en Google, en nombre de tu empresa.',
    replyAtGoogle: 'Escrita en Google',
    bytes: (used: number, most: number) => `${counted(used)} de ${counted(most)} bytes`,
    tooLong: (over: number) =>
      `${over === 1 ? 'Sobra 1 byte' : `Sobran ${counted(over)} bytes`}. Las letras con tilde cuentan doble; los emojis, por cuatro.`,
    send: 'Enviar respuesta',
    edit: 'Editar respuesta',
    save: 'Guardar respuesta',
    cancel: 'Cancelar',
    remove: 'Eliminar respuesta',
    removeTitle: '¿Eliminar la respuesta?',
    removeText: 'Se elimina en Google. Puedes escribir otra.',
    retry: 'Reintentar',
    by: (name: string) => `por ${name}`,
    states: {
      sending: 'Enviando',
      removing: 'Eliminando',
      sent: 'Respondida',
      pending: 'Pendiente en Google',
      rejected: 'Rechazada por Google',
      failed: 'No enviada',
      removed: 'Respuesta eliminada',
      replaced: 'Reemplazada',
    },
    pendingText: 'Google tiene la respuesta y la está revisando. Los clientes aún no la ven.',
  },
  'business/reviews/sentences#audit': {
    'remove-review-reply': {
      done: 'eliminó la respuesta a una reseña',
      tried: 'intentó eliminar la respuesta a una reseña',
    },
    'reply-review': { done: 'respondió a una reseña', tried: 'intentó responder a una reseña' },
    'review-sync': { done: 'sincronizó las reseñas', tried: 'intentó sincronizar las reseñas' },
    'set-review-location': { done: 'cambió qué reseñas se leen', tried: 'intentó cambiar qué reseñas se leen' },
    'sync-google-reviews': { done: 'sincronizó las reseñas', tried: 'intentó sincronizar las reseñas' },
  },
  'business/reviews/sentences': {
    one: (stars: string) => `Nueva reseña con ${stars === '1' ? '1 estrella' : `${stars} estrellas`}`,
    unrated: 'Nueva reseña',
    several: (count: number) => `${counted(count)} reseñas nuevas`,
    failed: 'No se envió una respuesta a una reseña',
    rejected: 'Google rechazó una respuesta a una reseña',
    stopped: 'Ya no se pueden leer las reseñas',
  },
  'business/reviews/module': {
    reviews: 'Reseñas',
    reviewsAbout: 'Lo que los clientes escriben de ti en Google, y tus respuestas.',
  },
}
